"""A list of roles as its bytes: strictly ascending, so that equal lists have one encoding."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final
from uuid import UUID

from client.crypto.errors import DataLoss, InvalidArgument

MOST_ROLES: Final = 64
_SIZE: Final = 16

Audience = tuple[UUID, ...]


def audience_of(roles: Iterable[UUID]) -> Audience:
    """The roles in the order in which they are signed."""
    return tuple(sorted(set(roles), key=lambda role: role.bytes))


def encode_audience(roles: Audience) -> bytes:
    if not 1 <= len(roles) <= MOST_ROLES or not strictly_ascending([role.bytes for role in roles]):
        raise InvalidArgument("1 to 64 roles, strictly ascending")
    return b"".join(role.bytes for role in roles)


def read_audience(data: bytes) -> Audience:
    if len(data) % _SIZE:
        raise DataLoss("half a role")
    roles = tuple(UUID(bytes=data[at : at + _SIZE]) for at in range(0, len(data), _SIZE))
    if not 1 <= len(roles) <= MOST_ROLES or not strictly_ascending([role.bytes for role in roles]):
        raise DataLoss("not an audience")
    return roles


def strictly_ascending(parts: Iterable[bytes]) -> bool:
    return all(earlier < later for earlier, later in pairwise(parts))
