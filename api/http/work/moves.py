"""Into the bin, out of it, and out of it for ever: up to 200 items in one call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple
from uuid import UUID

from msgspec import Meta

from domain.errors import InvalidArgument, Refused
from domain.kernel import Value
from domain.records import Attested, Attributes
from domain.sealed import Salt, Signature, Signed, Statement

Many = Meta(min_length=1, max_length=200)


class Moves(NamedTuple):
    """The commands of one kind of item."""

    bin: Callable[[Any, str, str], Any]
    unbin: Callable[[Any, Attested], Any]
    purge: Callable[[Any], Any]


class BinItem(Value, frozen=True):
    """An item with its statement: `record.delete`, or to restore `record.attrs` with the attributes."""

    id: UUID
    statement_b64u: Statement | None = None
    signature_b64u: Signature | None = None
    attrs: Attributes | None = None
    attrs_salt_b64u: Salt | None = None


class BinMoves(Value, frozen=True):
    """Into the bin; with `restore` out of it; with `purge` (unsigned) out of it for ever."""

    items: Annotated[tuple[BinItem, ...], Many]
    restore: bool = False
    purge: bool = False

    def action(self) -> str:
        """What the caller must be allowed to do."""
        return "purge" if self.purge else "delete"

    def commands(self, moves: Moves) -> list[tuple[UUID, Any]]:
        """What each item asks for, or why it asks for nothing."""
        return [(item.id, self._command(item, moves)) for item in self.items]

    def _command(self, item: BinItem, moves: Moves) -> Any | Refused:
        if self.purge:
            return moves.purge(item.id)
        statement, signature = item.statement_b64u, item.signature_b64u
        if statement is None or signature is None:
            return InvalidArgument("This needs a signed statement.", reason="statement")
        if not self.restore:
            return moves.bin(item.id, statement, signature)
        if item.attrs is None or item.attrs_salt_b64u is None:
            return InvalidArgument("Restoring brings the attributes and their salt.", reason="statement")
        signed = Signed(statement_b64u=statement, signature_b64u=signature)
        return moves.unbin(item.id, Attested(signed, item.attrs, item.attrs_salt_b64u))
