"""Tables of sealed items: one row per item, with what lists filter and sort by and the ready JSON of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from uuid import UUID

import msgspec

from domain.ids import UserId
from domain.kernel import Recorded
from domain.work.items.state import SealedItem
from projections.kernel import Apply, Rows, Table

T = TypeVar("T", bound=SealedItem)


def item_table(name: str, more: Mapping[str, str] | None = None, *, indexes: tuple[str, ...] = ()) -> Table:
    """The table of one kind, with the columns that it has beyond those of all."""
    return Table(
        name,
        {
            "id": "uuid not null",
            "version": "integer not null",
            "state": "text not null",
            "audience": "uuid[] not null",
            # Everybody it was ever for: those it was taken from are told that it is gone, others nothing.
            "ever_for": "uuid[] not null",
            **(more or {}),
            "created_at": "timestamptz not null",
            "created_by": "uuid",
            "updated_at": "timestamptz not null",
            "updated_by": "uuid",
            "json": "json not null",
        },
        indexes=(
            # Each is read from either end: time and id go the same way in every order.
            "account_id, updated_at, id",
            "account_id, created_at, id",
            "account_id, seq",
            *indexes,
        ),
    )


def filled(
    table: Table, kind: type[T], evolve: Callable[[Any, Any], Any], shown: Callable[..., T], *more: str
) -> Apply:
    """Fold into the table with the decider's own function, so that both sides tell the same story.

    `kind` is the item as its readers get it; `more` are members of it that have columns of their own.
    """

    def apply(rows: Rows, recorded: Recorded) -> None:
        row = rows.get(table, recorded.entity_id)
        before = msgspec.convert(_plain(row["json"]), kind) if row else None
        after = evolve(before, recorded.event)
        if after is None:
            return
        item = shown(
            after,
            recorded.entity_id,
            before=before,
            version=recorded.stream_version,
            at=recorded.occurred_at,
            by=UserId(recorded.actor_id) if recorded.actor_id else None,
            seq=recorded.position,
        )
        ever_for = {*(UUID(str(role)) for role in row["ever_for"])} if row else set[UUID]()
        columns = {name: getattr(item, name) for name in (*_COMMON, *more)}
        rows.put(
            table,
            recorded.entity_id,
            **columns,
            audience=list(item.audience),
            ever_for=sorted(ever_for | set(item.audience)),
            json=item,
        )

    return apply


_COMMON = ("version", "state", "created_at", "created_by", "updated_at", "updated_by")


def _plain(value: Any) -> Any:
    """A row of this batch holds the value itself, an older one its JSON."""
    return msgspec.to_builtins(value) if isinstance(value, SealedItem) else value
