"""Tables of entries: one row per entry, in an order, with the ready JSON of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar
from uuid import UUID

from domain.ids import UserId
from domain.kernel import Recorded
from domain.work.answers import Shown
from domain.work.entries.state import Entry
from projections.kernel import Rows, Table
from projections.work import item_json


class ShownEntry(Shown, Protocol):
    """An entry as its readers get it."""

    @property
    def audience(self) -> tuple[UUID, ...]: ...


T = TypeVar("T", bound=ShownEntry)


def entry_table(name: str, more: Mapping[str, str], *, within: str = "") -> Table:
    """The table of one kind, with the columns that it has beyond those of all.

    `within` are the columns that say whose order a rank is in.
    """
    return Table(
        name,
        {
            "id": "uuid not null",
            "version": "integer not null",
            "state": "text not null",
            # Empty: for everybody who reads the kind at all.
            "audience": "uuid[] not null",
            "rank": 'text collate "C" not null',
            **more,
            "created_at": "timestamptz not null",
            "created_by": "uuid",
            "updated_at": "timestamptz not null",
            **item_json.COLUMNS,
        },
        indexes=(f"account_id, {within}rank, id",),
    )


@dataclass(frozen=True)
class EntryRows(Generic[T]):
    """The rows of one kind. `kind` is the entry as its readers get it; `more` are members with columns."""

    table: Table
    kind: type[T]
    shown: Callable[..., T]
    more: tuple[str, ...]

    def get(self, rows: Rows, entry_id: UUID) -> T | None:
        row = rows.get(self.table, entry_id)
        return self._read(row) if row else None

    def put(self, rows: Rows, fact: Recorded, before: T | None, after: Entry | None) -> None:
        """The entry as this fact leaves it."""
        if after is None:
            return
        item = self.shown(
            after,
            before=before,
            at=fact.occurred_at,
            by=UserId(fact.actor_id) if fact.actor_id else None,
            seq=fact.position,
        )
        columns = {name: getattr(item, name) for name in (*_COMMON, *self.more)}
        rows.put(self.table, item.id, **columns, audience=list(item.audience), **item_json.columns_of(item))

    def _read(self, row: Mapping[str, Any]) -> T:
        return item_json.item_in(row, self.kind)


_COMMON = ("version", "state", "rank", "created_at", "created_by", "updated_at")
