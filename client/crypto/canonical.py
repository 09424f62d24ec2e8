"""The one encoding of everything that is bound, signed or hashed: a label and length-prefixed fields."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple
from uuid import UUID

from client.crypto.errors import DataLoss, InvalidArgument, OutOfRange
from client.crypto.labels import LABELS, PREFIX

_U64_END = 1 << 64


class Decoded(NamedTuple):
    label: str
    fields: tuple[bytes, ...]


def u32(number: int) -> bytes:
    if not 0 <= number < 1 << 32:
        raise OutOfRange("not a 32-bit number")
    return number.to_bytes(4, "big")


def u64(number: int) -> bytes:
    if not 0 <= number < _U64_END:
        raise OutOfRange("not a 64-bit number")
    return number.to_bytes(8, "big")


def text(value: str) -> bytes:
    return unicodedata.normalize("NFC", value).encode()


def read_text(data: bytes) -> str:
    """The text of a field; another form of the same characters is refused, so that each text has one."""
    try:
        value = data.decode()
    except UnicodeDecodeError:
        raise DataLoss("not UTF-8") from None
    if text(value) != data:
        raise DataLoss("not in NFC")
    return value


def encode(label: str, *fields: bytes) -> bytes:
    if not label.startswith(PREFIX) or not label.isascii() or len(label) > 255 or len(fields) > 255:
        raise InvalidArgument("not a label and fields")
    parts = [bytes((len(label),)), label.encode("ascii"), bytes((len(fields),))]
    for field in fields:
        parts += (u32(len(field)), field)
    return b"".join(parts)


def bind(name: str, *fields: bytes) -> bytes:
    """`encode` for a label of the table, with as many fields as the table says."""
    label = PREFIX + name
    names = LABELS[label]
    if names[-1] != "..." and len(names) != len(fields):
        raise InvalidArgument(f"{label} has {len(names)} fields")
    return encode(label, *fields)


def decode(data: bytes) -> Decoded:
    """The label and the fields; every byte is accounted for."""
    position = 0

    def take(size: int) -> bytes:
        nonlocal position
        part = data[position : position + size]
        if len(part) != size:
            raise DataLoss("too short")
        position += size
        return part

    name = take(take(1)[0])
    if not name.isascii() or not name.startswith(PREFIX.encode("ascii")):
        raise DataLoss("a label of something else")
    fields = tuple(take(int.from_bytes(take(4), "big")) for _ in range(take(1)[0]))
    if position != len(data):
        raise DataLoss("too long")
    return Decoded(name.decode("ascii"), fields)


def identifier(value: UUID) -> bytes:
    return value.bytes
