"""Devices: their keys, their card, and the boxes in which the private keys rest."""

from __future__ import annotations

import hashlib
import secrets
from typing import Literal, NamedTuple
from uuid import UUID

from client.crypto.box import Box, new_salt, open_box, seal
from client.crypto.canonical import bind, text, u64
from client.crypto.derive import ITERATIONS, from_passphrase, hkdf
from client.crypto.errors import DataLoss, FailedPrecondition, Unimplemented
from client.crypto.points import KeyPair, check_point, new_pair, pair_of

Protection = Literal["authenticator", "passphrase"]
NO_FINGERPRINT = bytes(32)
_PRF_SIZE = 32


class DevicePublic(NamedTuple):
    """What everybody may know of a device; the id follows from the rest."""

    account: UUID
    user: UUID
    agreement: bytes
    signing: bytes

    @property
    def id(self) -> UUID:
        return device_id(self.account, self.user, self.agreement, self.signing)

    @property
    def context(self) -> tuple[bytes, ...]:
        return (self.account.bytes, self.user.bytes, self.id.bytes, self.agreement, self.signing)


class DeviceKeys(NamedTuple):
    """Both key pairs of a device: one receives wraps, one signs."""

    account: UUID
    user: UUID
    agreement: KeyPair
    signing: KeyPair

    @property
    def public(self) -> DevicePublic:
        return DevicePublic(self.account, self.user, self.agreement.public, self.signing.public)

    @property
    def id(self) -> UUID:
        return self.public.id

    def encode(self) -> bytes:
        return b"\x01" + self.agreement.private + self.signing.private

    def local_key(self) -> bytes:
        """The key of everything that this device keeps for itself."""
        return hkdf(
            self.agreement.private + self.signing.private,
            self.id.bytes,
            bind("local-key", self.account.bytes, self.user.bytes, self.id.bytes),
            32,
        )


class Card(NamedTuple):
    """What a newcomer says about its device and about the account it believes to join."""

    public: DevicePublic
    fingerprint: bytes
    recovery_hash: bytes
    protection: Protection
    person: bytes = b""
    """Person commitment: who the owner of a first device says to be; nothing for a further one."""

    def encode(self) -> bytes:
        return bind(
            "device-card",
            self.public.account.bytes,
            self.fingerprint,
            self.public.user.bytes,
            self.public.id.bytes,
            self.public.agreement,
            self.public.signing,
            self.recovery_hash,
            text(self.protection),
            self.person,
        )

    @property
    def hash(self) -> bytes:
        return hashlib.sha256(self.encode()).digest()


def device_id(account: UUID, user: UUID, agreement: bytes, signing: bytes) -> UUID:
    """Derived from the keys, so that an id can not be moved to other keys."""
    named = bind("device-id", account.bytes, user.bytes, agreement, signing)
    return UUID(bytes=hashlib.sha256(named).digest()[:16])


def new_device(account: UUID, user: UUID) -> DeviceKeys:
    return DeviceKeys(account, user, new_pair(), new_pair())


def decode_device(public: DevicePublic, data: bytes) -> DeviceKeys:
    """The keys out of a box; they must be those of the public points that the box was bound to."""
    if len(data) != 65:
        raise DataLoss("not a device key")
    if data[0] != 1:
        raise Unimplemented("update the application")
    keys = DeviceKeys(public.account, public.user, pair_of(data[1:33]), pair_of(data[33:]))
    if keys.public != public:
        raise DataLoss("the keys are not those of this device")
    return keys


def seal_with_passphrase(keys: DeviceKeys, passphrase: str) -> Box:
    salt = new_salt()
    ikm = from_passphrase(passphrase, salt)
    return seal(ikm, "device-key.passphrase", keys.public.context, keys.encode(), salt=salt)


def open_with_passphrase(
    box: Box, public: DevicePublic, passphrase: str, iterations: int = ITERATIONS
) -> DeviceKeys:
    if not passphrase:
        raise FailedPrecondition("Pass-phrase required to unlock key.")
    ikm = from_passphrase(passphrase, box.salt, iterations)
    return decode_device(public, open_box(ikm, "device-key.passphrase", public.context, box))


def seal_with_prf(keys: DeviceKeys, output: bytes, credential_id: bytes, prf_input: bytes) -> Box:
    context = (*keys.public.context, credential_id, prf_input)
    return seal(_checked_prf(output), "device-key.prf", context, keys.encode())


def open_with_prf(
    box: Box, public: DevicePublic, output: bytes, credential_id: bytes, prf_input: bytes
) -> DeviceKeys:
    context = (*public.context, credential_id, prf_input)
    return decode_device(public, open_box(_checked_prf(output), "device-key.prf", context, box))


def seal_for_recovery(keys: DeviceKeys, recovery_secret: bytes) -> Box:
    return seal(recovery_secret, "recovery", keys.public.context, keys.encode())


def open_with_recovery(box: Box, public: DevicePublic, recovery_secret: bytes) -> DeviceKeys:
    return decode_device(public, open_box(recovery_secret, "recovery", public.context, box))


def seal_cache(keys: DeviceKeys, local_secret: bytes, share: bytes, created_at: int) -> Box:
    context = (*keys.public.context, u64(created_at))
    return seal(local_secret + share, "unlock-cache", context, keys.encode())


def open_cache(
    box: Box, public: DevicePublic, local_secret: bytes, share: bytes, created_at: int
) -> DeviceKeys:
    context = (*public.context, u64(created_at))
    return decode_device(public, open_box(local_secret + share, "unlock-cache", context, box))


def seal_local(keys: DeviceKeys, store: str, counter: int, content: bytes) -> Box:
    """A page of what this device keeps on its disk."""
    return seal(keys.local_key(), "local-index", _local_context(keys, store, counter), content)


def open_local(box: Box, keys: DeviceKeys, store: str, counter: int) -> bytes:
    return open_box(keys.local_key(), "local-index", _local_context(keys, store, counter), box)


def check_public(public: DevicePublic) -> DevicePublic:
    check_point(public.agreement)
    check_point(public.signing)
    return public


def new_secret() -> bytes:
    return secrets.token_bytes(32)


def _local_context(keys: DeviceKeys, store: str, counter: int) -> tuple[bytes, ...]:
    return (keys.account.bytes, keys.user.bytes, keys.id.bytes, text(store), u64(counter))


def _checked_prf(output: bytes) -> bytes:
    if len(output) != _PRF_SIZE or not any(output):
        raise FailedPrecondition("PRF result missing from authenticator.")
    return output
