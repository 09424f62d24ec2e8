"""The keyring of an export: the role secrets a person holds, under a key written down like a recovery key."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

from client.crypto.box import Box, open_box, seal
from client.crypto.canonical import u64
from client.crypto.errors import DataLoss, Unimplemented
from client.crypto.role_keys import SECRET_SIZE, RoleSecret

_ENTRY = 16 + 8 + SECRET_SIZE


class KeyringEntry(NamedTuple):
    role: UUID
    generation: int
    secret: RoleSecret


def seal_keyring(
    export_secret: bytes, account: UUID, user: UUID, export: UUID, entries: Iterable[KeyringEntry]
) -> Box:
    content = b"\x01" + b"".join(
        entry.role.bytes + u64(entry.generation) + entry.secret.encode() for entry in entries
    )
    return seal(export_secret, "export-keyring", (account.bytes, user.bytes, export.bytes), content)


def open_keyring(
    box: Box, export_secret: bytes, account: UUID, user: UUID, export: UUID
) -> tuple[KeyringEntry, ...]:
    content = open_box(export_secret, "export-keyring", (account.bytes, user.bytes, export.bytes), box)
    if content[:1] != b"\x01":
        raise Unimplemented("update the application")
    body = content[1:]
    if len(body) % _ENTRY:
        raise DataLoss("not a keyring")
    parts = (body[start : start + _ENTRY] for start in range(0, len(body), _ENTRY))
    return tuple(
        KeyringEntry(UUID(bytes=part[:16]), int.from_bytes(part[16:24], "big"), RoleSecret.decode(part[24:]))
        for part in parts
    )
