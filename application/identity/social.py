"""Sign-in with identity providers: what is asked of them, and what they may answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Literal, NamedTuple, Protocol

from domain.errors import Refused
from domain.identity.users import SocialProvider
from domain.ids import UserId
from domain.kernel import Value

SocialFault = Literal["invalid_code", "unable_to_get_user_info", "email_not_found", "account_not_linked"]


class NotRecognised(Refused):
    """The provider's answer was not accepted.

    The faults are the words of the wire (auth-wire.md section 8).
    """

    code: ClassVar[str] = "permission_denied"

    def __init__(self, fault: SocialFault) -> None:
        super().__init__(fault, reason=fault)
        self.fault: SocialFault = fault


class Profile(Value, frozen=True, kw_only=True):
    """A user as the provider describes them. `verified`: the provider has verified the email address."""

    provider: SocialProvider
    subject: str
    """Names the person for ever, and no other person at any issuer."""
    address: str
    verified: bool
    name: str


class Errand(NamedTuple):
    """What a browser is sent to a provider with; the secrets stay here and are named by their hash."""

    state: str
    nonce: str
    verifier: str
    scopes: Sequence[str] = ()
    login_hint: str | None = None


class IdentityProvider(Protocol):
    """One provider that is configured. What it says is believed only with its signature."""

    name: SocialProvider

    async def address_for(self, errand: Errand, now: datetime) -> str:
        """Where the browser goes to be recognised."""
        ...

    async def profile_by_code(self, code: str, verifier: str, nonce: str, now: datetime) -> Profile:
        """Exchange the authorisation code for the user's profile. Raises `NotRecognised`."""
        ...

    async def profile_by_token(self, id_token: str, nonce: str | None, now: datetime) -> Profile:
        """The profile in an ID token sent by the client. Raises `NotRecognised`."""
        ...


@dataclass(frozen=True)
class Journey:
    """A browser that is on its way to a provider and back, and where it wants to go from there."""

    provider: SocialProvider
    nonce: str
    verifier: str
    callback_url: str
    error_url: str | None
    new_user_url: str | None


class Journeys(Protocol):
    """Journeys by their state. Each is kept for ten minutes and ends once."""

    async def begin(self, state: str, journey: Journey, now: datetime) -> None: ...

    async def end(self, state: str, now: datetime) -> Journey | None:
        """Give it back; of simultaneous calls one gets it."""
        ...


class LinkedIdentities(Protocol):
    """Whom the identities at providers belong to. Read from an inline read model."""

    async def person_of(self, provider: SocialProvider, subject_hash: str) -> UserId | None: ...
