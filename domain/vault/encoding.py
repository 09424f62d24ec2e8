"""The canonical encoding of `crypto.md` section 3, read strictly, and the hashes that are made of it."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple
from uuid import UUID

from domain.errors import InvalidArgument

PREFIX = "e2ee.v1."
_PREFIX = PREFIX.encode()
NO_HASH = bytes(32)
ASCII_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}

_P = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF
_B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B


def malformed(why: str) -> InvalidArgument:
    return InvalidArgument(f"The statement is not valid: {why}.", reason="statement_invalid")


def u64(number: int) -> bytes:
    return number.to_bytes(8, "big")


def text(value: str) -> bytes:
    return unicodedata.normalize("NFC", value).encode()


def encode(label: str, *fields: bytes) -> bytes:
    """`C(label, fields…)`; the label without its common beginning."""
    parts = [_beginning(label, len(fields))]
    for field in fields:
        parts += (len(field).to_bytes(4, "big"), field)
    return b"".join(parts)


# The labels are words of ours, so there are few.
@cache
def _beginning(label: str, fields: int) -> bytes:
    name = (PREFIX + label).encode()
    return bytes((len(name),)) + name + bytes((fields,))


def decode(data: bytes) -> tuple[str, tuple[bytes, ...]]:
    """The label without its beginning, and the fields. Every byte is accounted for."""
    label, count, at = begun(data)
    return label, fields_from(data, at, count)


def begun(data: bytes) -> tuple[str, int, int]:
    """The label without its beginning, the number of fields, and where they begin."""
    end = 1 + data[0] if data else 0
    if not 0 < end < len(data):
        raise malformed("it is cut off")
    name = data[1:end]
    if not name.startswith(_PREFIX) or not name.isascii():
        raise malformed("its label is another format's")
    return name[len(_PREFIX) :].decode(), data[end], end + 1


def fields_from(data: bytes, at: int, count: int) -> tuple[bytes, ...]:
    """So many fields up to the end."""
    fields: list[bytes] = []
    for _ in range(count):
        # A length that is cut off is too large, or that of a field which is cut off as well.
        start = at + 4
        at = start + int.from_bytes(data[at:start], "big")
        if at > len(data) or start > len(data):
            raise malformed("it is cut off")
        fields.append(data[start:at])
    if at != len(data):
        raise malformed("bytes follow its last field")
    return tuple(fields)


def is_point(data: bytes) -> bool:
    """Whether these are the 65 bytes of an uncompressed point of P-256."""
    if len(data) != 65 or data[0] != 4:
        return False
    x, y = int.from_bytes(data[1:33], "big"), int.from_bytes(data[33:], "big")
    return x < _P and y < _P and (y * y - (x * x * x - 3 * x + _B)) % _P == 0


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


class WrapName(NamedTuple):
    """A content wrap as its statement names it."""

    role_id: UUID
    generation: int
    box_hash: bytes


def wraps_hash(wraps: Sequence[WrapName]) -> bytes:
    """The caller has made sure that the roles ascend."""
    fields = [part for w in wraps for part in (w.role_id.bytes, u64(w.generation), w.box_hash)]
    return sha256(encode("wraps", *fields))


def attrs_hash(salt: bytes, attrs: Mapping[str, bytes]) -> bytes:
    names = sorted(attrs, key=text)
    return sha256(encode("attrs", salt, *(part for name in names for part in (text(name), attrs[name]))))


def name_commitment(account_id: UUID, role_id: UUID, salt: bytes, name: str) -> bytes:
    return sha256(encode("role-name", account_id.bytes, role_id.bytes, salt, text(name)))


def person_commitment(account_id: UUID, user_id: UUID, salt: bytes, email: str, name: str) -> bytes:
    lower = text(email.translate(ASCII_LOWER))
    return sha256(encode("person", account_id.bytes, user_id.bytes, salt, lower, text(name)))


def device_id(account_id: UUID, user_id: UUID, agreement: bytes, signing: bytes) -> UUID:
    named = encode("device-id", account_id.bytes, user_id.bytes, agreement, signing)
    return UUID(bytes=sha256(named)[:16])


class Card(NamedTuple):
    """What a newcomer signs about its device, itself, and the account it believes to join.

    `person_commitment` is None for a further or recovered device: its person is known.
    """

    account_id: UUID
    fingerprint: bytes
    user_id: UUID
    agreement: bytes
    signing: bytes
    recovery_hash: bytes
    protection: str
    person_commitment: bytes | None

    def encode(self) -> bytes:
        device = device_id(self.account_id, self.user_id, self.agreement, self.signing)
        return encode(
            "device-card",
            self.account_id.bytes,
            self.fingerprint,
            self.user_id.bytes,
            device.bytes,
            self.agreement,
            self.signing,
            self.recovery_hash,
            text(self.protection),
            self.person_commitment or b"",
        )

    @property
    def hash(self) -> bytes:
        return sha256(self.encode())


def object_tag(account_id: UUID, kind: str, name: bytes) -> bytes:
    """The name of an object in the account tree, recognised only by who knows its id."""
    return sha256(encode("object", account_id.bytes, text(kind), name))[:16]


def leaf(tag: bytes, seq: int, content: bytes) -> bytes:
    return encode("leaf", tag, u64(seq), content)


def signed_hash(statement: bytes, signatures: Sequence[bytes]) -> bytes:
    return sha256(encode("signed", statement, *signatures))
