"""Content keys: one fresh key per content revision, wrapped once for every role of the audience."""

from __future__ import annotations

import secrets
from typing import NamedTuple
from uuid import UUID

from client.crypto.box import Box, open_box, seal
from client.crypto.canonical import text, u64
from client.crypto.points import KeyPair, agree, check_point, new_pair
from client.crypto.role_keys import RoleFacts

KEY_SIZE = 32


class Content(NamedTuple):
    """What a content key belongs to: one revision of one object."""

    account: UUID
    kind: str
    id: UUID
    revision: int

    @property
    def context(self) -> tuple[bytes, ...]:
        return (self.account.bytes, text(self.kind), self.id.bytes, u64(self.revision))


def new_content_key() -> bytes:
    return secrets.token_bytes(KEY_SIZE)


def wrap_for_role(key: bytes, content: Content, role: UUID, generation: int, kek: bytes) -> Box:
    """For a role that the writer holds."""
    return seal(kek, "content-wrap", (*content.context, role.bytes, u64(generation)), key)


def open_wrap(box: Box, content: Content, role: UUID, generation: int, kek: bytes) -> bytes:
    return open_box(kek, "content-wrap", (*content.context, role.bytes, u64(generation)), box)


def seal_to_role(key: bytes, content: Content, role: RoleFacts) -> Box:
    """For a role that the writer does not hold, by its verified public key."""
    ephemeral = new_pair()
    ikm = agree(ephemeral.private, role.public)
    return seal(
        ikm, "content-seal", _seal_context(content, role, ephemeral.public), key, prefix=ephemeral.public
    )


def open_seal(box: Box, content: Content, role: RoleFacts, keys: KeyPair) -> bytes:
    ephemeral = check_point(box.prefix("content-seal"))
    ikm = agree(keys.private, ephemeral)
    return open_box(ikm, "content-seal", _seal_context(content, role, ephemeral), box)


def _seal_context(content: Content, role: RoleFacts, ephemeral: bytes) -> tuple[bytes, ...]:
    return (*content.context, role.role.bytes, u64(role.generation), ephemeral, role.public)
