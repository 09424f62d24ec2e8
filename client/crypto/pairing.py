"""Pairing: the secret that two people carry from screen to screen, and the code they compare without it."""

from __future__ import annotations

import hmac
import secrets
from typing import NamedTuple
from uuid import UUID

from client.crypto import base64url
from client.crypto.box import Box, open_box, seal
from client.crypto.canonical import bind, read_text, text, u64
from client.crypto.derive import hkdf
from client.crypto.devices import Card
from client.crypto.errors import InvalidArgument, Unimplemented

SECRET_SIZE = 16
_FRAGMENT_SIZE = 153


class Pin(NamedTuple):
    """The part of a history that somebody has seen: nothing older is accepted afterwards."""

    fingerprint: bytes
    size: int
    root: bytes
    log_public_key: bytes


class Pairing(NamedTuple):
    """What the fragment of a link or a QR code carries."""

    id: UUID
    account: UUID
    secret: bytes
    pin: Pin

    def encode(self) -> str:
        return base64url.encode(
            b"\x01"
            + self.id.bytes
            + self.account.bytes
            + self.secret
            + self.pin.fingerprint
            + u64(self.pin.size)
            + self.pin.root
            + self.pin.log_public_key
        )

    @classmethod
    def decode(cls, fragment: str) -> Pairing:
        data = base64url.decode(fragment)
        if data[:1] != b"\x01":
            raise Unimplemented("update the application") if data else InvalidArgument("an empty link")
        if len(data) != _FRAGMENT_SIZE:
            raise InvalidArgument("the link is cut off")
        pin = Pin(data[49:81], int.from_bytes(data[81:89], "big"), data[89:121], data[121:])
        return cls(UUID(bytes=data[1:17]), UUID(bytes=data[17:33]), data[33:49], pin)


class Invited(NamedTuple):
    """What the inviter sealed for those who may vouch."""

    secret: bytes
    email: str


def new_pairing_secret() -> bytes:
    return secrets.token_bytes(SECRET_SIZE)


def pairing_mac(secret: bytes, account: UUID, pairing_id: UUID, card: Card) -> bytes:
    """Made by the newcomer, checked by the one who lets the device in, over the card of that device."""
    key = hkdf(secret, account.bytes, bind("pairing.key", account.bytes, pairing_id.bytes), 32)
    return hmac.digest(key, bind("pairing", card.encode()), "sha256")


def pairing_fits(mac: bytes, secret: bytes, account: UUID, pairing_id: UUID, card: Card) -> bool:
    return hmac.compare_digest(mac, pairing_mac(secret, account, pairing_id, card))


def seal_invite(
    custodian_kek: bytes,
    *,
    account: UUID,
    custodian_role: UUID,
    generation: int,
    invite_id: UUID,
    role: UUID,
    invited: Invited,
) -> Box:
    context = _invite_context(account, custodian_role, generation, invite_id, role)
    return seal(custodian_kek, "invite", context, invited.secret + text(invited.email))


def open_invite(
    box: Box,
    custodian_kek: bytes,
    *,
    account: UUID,
    custodian_role: UUID,
    generation: int,
    invite_id: UUID,
    role: UUID,
) -> Invited:
    context = _invite_context(account, custodian_role, generation, invite_id, role)
    content = open_box(custodian_kek, "invite", context, box)
    return Invited(content[:SECRET_SIZE], read_text(content[SECRET_SIZE:]))


def _invite_context(
    account: UUID, custodian_role: UUID, generation: int, invite_id: UUID, role: UUID
) -> tuple[bytes, ...]:
    return (account.bytes, custodian_role.bytes, u64(generation), invite_id.bytes, role.bytes)
