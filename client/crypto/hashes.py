"""Hashes with a meaning: of wraps, of attributes, and of what people choose from a list."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from client.crypto.audiences import strictly_ascending
from client.crypto.canonical import bind, text, u64
from client.crypto.errors import InvalidArgument

_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


class WrapName(NamedTuple):
    """A wrap as the wraps hash names it."""

    role: UUID
    generation: int
    box_hash: bytes


def wraps_hash(wraps: Sequence[WrapName]) -> bytes:
    if not strictly_ascending([wrap.role.bytes for wrap in wraps]):
        raise InvalidArgument("roles must ascend strictly")
    fields = [part for w in wraps for part in (w.role.bytes, u64(w.generation), w.box_hash)]
    return hashlib.sha256(bind("wraps", *fields)).digest()


def attrs_hash(salt: bytes, attrs: Mapping[str, bytes]) -> bytes:
    if not all(attrs.values()):
        raise InvalidArgument("what has no value is left out")
    names = sorted(attrs, key=text)
    fields = [part for name in names for part in (text(name), attrs[name])]
    return hashlib.sha256(bind("attrs", salt, *fields)).digest()


def role_name_commitment(account: UUID, role: UUID, salt: bytes, name: str) -> bytes:
    return hashlib.sha256(bind("role-name", account.bytes, role.bytes, salt, text(name))).digest()


def person_commitment(account: UUID, user: UUID, salt: bytes, email: str, name: str) -> bytes:
    """By what e-mail and name somebody goes.

    ASCII letters of the e-mail in lower case, and no others: the rule must be the same in every language.
    """
    lower = text(email.translate(_LOWER))
    return hashlib.sha256(bind("person", account.bytes, user.bytes, salt, lower, text(name))).digest()


def ids_value(ids: Iterable[UUID], *, in_order: bool = False) -> bytes:
    """A list of ids: ascending, unless their order means something."""
    parts = [value.bytes for value in ids]
    return b"".join(parts if in_order else sorted(parts))


def integers_value(numbers: Iterable[int], *, in_order: bool = False) -> bytes:
    return b"".join(u64(number) for number in (numbers if in_order else sorted(numbers)))


FLAG = b"\x01"
"""The value of an attribute that is true; one that is false is left out."""
