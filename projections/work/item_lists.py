"""Lists of sealed items of one kind: pages in one order, what changed since a position, and some by id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal, NamedTuple, Protocol
from uuid import UUID

from msgspec import Meta

from domain.kernel import Value
from projections.kernel import Reader
from projections.work import ended

ItemState = Literal["active", "archived", "deleted"]
Direction = Literal["asc", "desc"]


class Order(Protocol):
    """What a list is sorted by. Each kind says in a value of its own which fields it has."""

    @property
    def field(self) -> str: ...

    @property
    def dir(self) -> Direction: ...


class Sort(Value, frozen=True):
    """The order of items that have nothing to be sorted by but their times."""

    field: Literal["createdAt", "updatedAt"]
    dir: Direction = "asc"


class ItemFilter(Value, frozen=True, kw_only=True):
    """Which items; members that are left out do not narrow. Without `states`: all but the bin."""

    ids: Annotated[tuple[UUID, ...], Meta(max_length=500)] | None = None
    states: tuple[ItemState, ...] | None = None
    created_by: UUID | None = None
    updated_from: datetime | None = None
    updated_to: datetime | None = None


class Place(Value, frozen=True):
    """Where a page ended: the sorted value as text, and the id that breaks ties."""

    value: str
    id: UUID


class Listed(NamedTuple):
    """A row of a page: its ready JSON, its place, and what stands beside the list about it."""

    json: str
    place: Place
    beside: str | None = None


class Changed(NamedTuple):
    """A row of what changed: its JSON, and what stands beside the list about it."""

    seq: int
    json: str
    beside: str | None = None


class Stored(NamedTuple):
    """The two parts of an item in its row (`projections.work.item_json`), as JSON."""

    json: str
    kept: str


class Found(NamedTuple):
    """An item that was asked for by its id, as ready JSON."""

    id: UUID
    json: str


# As the reader may have it: whole, or no more than what ended it.
ANSWERED = f"case when audience && %(reads)s::uuid[] then json::text else {ended.SHOWN} end"
# By member of the filter.
CONDITIONS: Mapping[str, str] = {
    "ids": "id = any(%(ids)s::uuid[])",
    "states": "state = any(%(states)s::text[])",
    "created_by": "created_by = %(created_by)s::uuid",
    "updated_from": "updated_at >= %(updated_from)s::timestamptz",
    "updated_to": "updated_at < %(updated_to)s::timestamptz",
}
# What is sorted by, and the type its text is read back with.
SORTS: Mapping[tuple[str, str], tuple[str, str]] = {
    ("createdAt", "asc"): ("created_at", "timestamptz"),
    ("createdAt", "desc"): ("created_at", "timestamptz"),
    ("updatedAt", "asc"): ("updated_at", "timestamptz"),
    ("updatedAt", "desc"): ("updated_at", "timestamptz"),
}


@dataclass(frozen=True)
class ItemList:
    """The list over one table, asked in fixed fragments only: what a caller sends is always a value.

    The table has `id`, `state`, `audience`, `ever_for` and `json`, and the columns that its conditions
    and sorts speak of. `beside` makes more JSON about a row, which the answer says beside the list;
    `people` are those that its attributes name.
    """

    table: str
    conditions: Mapping[str, str]
    sorts: Mapping[tuple[str, str], tuple[str, str]]
    beside: str = "null"
    people: str = "'{}'::uuid[]"

    async def page_of(
        self,
        reader: Reader,
        account_id: UUID,
        reads: frozenset[Any],
        wanted: ItemFilter,
        sort: Order,
        *,
        limit: int,
        after: Place | None,
    ) -> list[Listed]:
        """At most `limit` items after a place, in a total order."""
        condition, values = self.narrowed(wanted)
        column, kind = self.sorts[sort.field, sort.dir]
        beyond = ""
        if after is not None:
            sign = ">" if sort.dir == "asc" else "<"
            beyond = f" and ({column}, id) {sign} (%(after)s::{kind}, %(after_id)s::uuid)"
            values |= {"after": after.value, "after_id": after.id}
        statement = (
            # Without a name of its own the text would have the column's, and be what is sorted by.
            f"select json::text, ({column})::text as place, id, {self.beside} from read.{self.table} "  # noqa: S608 - fixed
            f"where account_id = %(account_id)s and {condition}{beyond} "
            f"order by {column} {sort.dir}, id {sort.dir} limit %(limit)s"
        )
        values |= {"account_id": account_id, "reads": list(reads), "limit": limit}
        rows = await reader.all(statement, values, account_id=account_id)
        return [Listed(row[0], Place(row[1], row[2]), row[3]) for row in rows]

    async def changed_since(
        self, reader: Reader, account_id: UUID, reads: frozenset[Any], *, since: int, limit: int
    ) -> list[Changed]:
        """What changed after a position, oldest first. What left the reader's sight comes up to what ended
        it; what this reader could never open does not come at all."""
        statement = (
            f"select seq, {ANSWERED}, {self.beside} from read.{self.table} "  # noqa: S608 - fixed fragments
            "where account_id = %(account_id)s and seq > %(since)s and ever_for && %(reads)s::uuid[] "
            "order by seq limit %(limit)s"
        )
        values = {"account_id": account_id, "reads": list(reads), "since": since, "limit": limit}
        return [Changed(*row) for row in await reader.all(statement, values, account_id=account_id)]

    async def known(
        self, reader: Reader, account_id: UUID, reads: frozenset[Any], ids: Sequence[UUID]
    ) -> list[Found]:
        """Those of these items that one of the roles could ever open, in the order asked for."""
        statement = (
            f"select id, {ANSWERED} from read.{self.table} "  # noqa: S608 - fixed fragments
            "join unnest(%(ids)s::uuid[]) with ordinality as asked(id, place) using (id) "
            "where account_id = %(account_id)s and ever_for && %(reads)s::uuid[] order by place"
        )
        values = {"account_id": account_id, "ids": list(ids), "reads": list(reads)}
        return [Found(*row) for row in await reader.all(statement, values, account_id=account_id)]

    async def visible(
        self, reader: Reader, account_id: UUID, reads: frozenset[Any], ids: Sequence[UUID]
    ) -> list[Found]:
        """Those of these items that one of the roles can open, in the order asked for."""
        statement = (
            f"select id, json::text from read.{self.table} "  # noqa: S608 - fixed fragments
            "join unnest(%(ids)s::uuid[]) with ordinality as asked(id, place) using (id) "
            "where account_id = %(account_id)s and audience && %(reads)s::uuid[] and state <> 'purged' "
            "order by place"
        )
        values = {"account_id": account_id, "ids": list(ids), "reads": list(reads)}
        return [Found(*row) for row in await reader.all(statement, values, account_id=account_id)]

    async def rows(self, reader: Reader, account_id: UUID, ids: Sequence[UUID]) -> list[Stored]:
        """These items as they stand in their rows, without an audience check."""
        statement = (
            f"select json::text, kept::text from read.{self.table} "  # noqa: S608 - fixed fragments
            "where account_id = %(account_id)s and id = any(%(ids)s::uuid[])"
        )
        values = {"account_id": account_id, "ids": list(ids)}
        return [Stored(*row) for row in await reader.all(statement, values, account_id=account_id)]

    def narrowed(self, wanted: ItemFilter) -> tuple[str, dict[str, Any]]:
        """The condition of a filter and its values."""
        values: dict[str, Any] = {
            name: list(value) if isinstance(value := getattr(wanted, name), tuple) else value  # type: ignore[arg-type]
            for name in self.conditions
            if getattr(wanted, name) is not None
        }
        fragments = [self.conditions[name] for name in values]
        fragments.append("audience && %(reads)s::uuid[]")
        fragments.append("state <> 'purged'" if "states" in values else "state in ('active', 'archived')")
        return " and ".join(fragments), values
