"""What browsers hand to authenticators, member by member as the wire has it."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Sequence
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from api.http.identity.shapes import Wire
from application.identity.ports import StoredPasskey

RP_NAME = "Coffer"
TIMEOUT = 60_000
# Ed25519, ECDSA over P-256, RSA: in the order of preference.
_ALGORITHMS = (-8, -7, -257)


class RelyingParty(Wire, frozen=True, kw_only=True):
    name: str
    id: str


class PasskeyUser(Wire, frozen=True, kw_only=True):
    id: str
    name: str
    display_name: str


class KeyParameters(Wire, frozen=True, kw_only=True):
    alg: int
    type: str = "public-key"


class Descriptor(Wire, frozen=True, kw_only=True):
    id: str
    type: str = "public-key"
    transports: list[str] | UnsetType = UNSET


class Selection(Wire, frozen=True, kw_only=True):
    resident_key: str = "preferred"
    require_resident_key: bool = False
    user_verification: str = "preferred"
    authenticator_attachment: str | UnsetType = UNSET


class RegistrationOptions(Wire, frozen=True, kw_only=True):
    """The options of `navigator.credentials.create`, as JSON."""

    challenge: str
    rp: RelyingParty
    user: PasskeyUser
    pub_key_cred_params: list[KeyParameters]
    timeout: int = TIMEOUT
    attestation: str = "none"
    hints: list[str] = msgspec.field(default_factory=list[str])
    extensions: dict[str, bool] = msgspec.field(default_factory=lambda: {"credProps": True})
    exclude_credentials: list[Descriptor]
    authenticator_selection: Selection


class AuthenticationOptions(Wire, frozen=True, kw_only=True):
    """The options of `navigator.credentials.get`, as JSON."""

    challenge: str
    rp_id: str
    timeout: int = TIMEOUT
    user_verification: str = "preferred"
    allow_credentials: list[Descriptor] | UnsetType = UNSET


def registration_options(
    *,
    rp_id: str,
    challenge: bytes,
    user_id: UUID,
    name: str,
    display_name: str,
    known: Sequence[StoredPasskey],
    attachment: str | None,
) -> RegistrationOptions:
    return RegistrationOptions(
        challenge=_b64u(challenge),
        rp=RelyingParty(name=RP_NAME, id=rp_id),
        user=PasskeyUser(id=_b64u(user_id.bytes), name=name, display_name=display_name),
        pub_key_cred_params=[KeyParameters(alg=algorithm) for algorithm in _ALGORITHMS],
        exclude_credentials=[_descriptor(passkey) for passkey in known],
        authenticator_selection=Selection(authenticator_attachment=attachment or UNSET),
    )


def authentication_options(
    rp_id: str, challenge: bytes, known: Sequence[StoredPasskey]
) -> AuthenticationOptions:
    return AuthenticationOptions(
        challenge=_b64u(challenge),
        rp_id=rp_id,
        allow_credentials=[_descriptor(passkey) for passkey in known] or UNSET,
    )


def _descriptor(passkey: StoredPasskey) -> Descriptor:
    transports = [word for word in passkey.transports.split(",") if word]
    return Descriptor(id=passkey.credential_id, transports=transports or UNSET)


def _b64u(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
