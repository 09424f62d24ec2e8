"""Tables of sealed items: one row per item, with what lists filter and sort by and the ready JSON of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from domain.ids import RoleId, UserId
from domain.kernel import Recorded
from domain.work.answers import Shown
from projections.kernel import Apply, Rows, Table
from projections.work import ended, item_json

T = TypeVar("T", bound="ShownItem")


class ShownItem(Shown, Protocol):
    """A sealed item with its audience."""

    @property
    def audience(self) -> tuple[RoleId, ...]: ...


def item_table(name: str, more: Mapping[str, str] | None = None, *, indexes: tuple[str, ...] = ()) -> Table:
    """The table of one kind, with the columns that it has beyond those of all."""
    return Table(
        name,
        {
            "id": "uuid not null",
            "version": "integer not null",
            "state": "text not null",
            "audience": "uuid[] not null",
            **ended.COLUMNS,
            **(more or {}),
            "created_at": "timestamptz not null",
            "created_by": "uuid",
            "updated_at": "timestamptz not null",
            **item_json.COLUMNS,
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
        before = item_json.item_in(row, kind) if row else None
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
        columns = {name: getattr(item, name) for name in (*_COMMON, *more)}
        rows.put(
            table,
            recorded.entity_id,
            **columns,
            audience=list(item.audience),
            **ended.columns_of(row, before.audience if before else (), item, item.audience),
            **item_json.columns_of(item),
        )

    return apply


_COMMON = ("version", "state", "created_at", "created_by", "updated_at")
