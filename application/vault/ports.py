"""What checking statements asks of the world."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol
from uuid import UUID

from application.ports import SignatureCheck


class TreeState(NamedTuple):
    """The account tree as it was last written: its size, root, and the newest key statement in it."""

    size: int
    root: bytes
    key_seq: int
    key_head: bytes


class AccountTree(Protocol):
    """The tree over all statements of an account."""

    async def size(self, account_id: UUID) -> int:
        """The number of leaves."""
        ...

    async def state(self, account_id: UUID) -> TreeState | None:
        """Size, root and key head; None before the first statement."""
        ...

    async def consistency(self, account_id: UUID, old_size: int, new_size: int) -> list[bytes]:
        """The proof that the tree of the new size begins with the one of the old."""
        ...


class HeadSigner(Protocol):
    """The log's Ed25519 key, which lies outside the database."""

    @property
    def log_name(self) -> str: ...

    @property
    def public_key(self) -> bytes: ...

    def sign(self, body: bytes) -> bytes: ...


@dataclass(frozen=True)
class Checks:
    """What every check of a statement needs."""

    signatures: SignatureCheck
    tree: AccountTree
