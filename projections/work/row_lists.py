"""Lists of sealed items read in two steps: which rows, by an index, and then their contents, some at a time.

An answer that is written while it is read holds a portion of its rows in memory, and no connection while
its reader takes them in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from projections.kernel import Reader
from projections.work.item_lists import ANSWERED, ItemFilter, ItemList, Order, Place

# A row may hold 256 KiB of ciphertext, so a portion is bounded by both.
MOST_ROWS = 256
MOST_BYTES = 1024 * 1024


class Spot(NamedTuple):
    """A row of an answer before its contents are read. `seq` is the position that last changed it."""

    id: UUID
    place: str | None
    seq: int
    size: int
    audience: str | None
    """As PostgreSQL writes it, see `ids_in`. None where the reader may not open it any more, as the next."""
    people: str | None


class Contents(NamedTuple):
    """A row as ready JSON, and what that does not say (`item_json`); no `kept` where it is closed by now."""

    id: UUID
    json: str
    kept: str | None


# Read without touching what is stored out of line.
_SIZE = "pg_column_size(json)"
_OPEN = "audience && %(reads)s::uuid[]"
_EVER = "account_id = %(account_id)s and ever_for && %(reads)s::uuid[]"


@dataclass(frozen=True)
class RowList:
    """The same rows as those of an `ItemList`, under the same conditions."""

    items: ItemList

    @property
    def _named(self) -> str:
        """Whom the header names: nobody of what the reader may not open any more."""
        people = f"({self.items.people})::text"
        return f"case when {_OPEN} then audience::text end, case when {_OPEN} then {people} end"

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
    ) -> list[Spot]:
        """At most `limit` items after a place, in a total order."""
        condition, values = self.items.narrowed(wanted)
        column, kind = self.items.sorts[sort.field, sort.dir]
        beyond = ""
        if after is not None:
            sign = ">" if sort.dir == "asc" else "<"
            beyond = f" and ({column}, id) {sign} (%(after)s::{kind}, %(after_id)s::uuid)"
            values |= {"after": after.value, "after_id": after.id}
        statement = (
            f"select id, ({column})::text as place, seq, {_SIZE}, {self._named} "  # noqa: S608 - fixed
            f"from read.{self.items.table} where account_id = %(account_id)s and {condition}{beyond} "
            f"order by {column} {sort.dir}, id {sort.dir} limit %(limit)s"
        )
        return await self._spots(reader, account_id, reads, statement, {**values, "limit": limit})

    async def changed_since(
        self, reader: Reader, account_id: UUID, reads: frozenset[Any], *, since: int, limit: int
    ) -> list[Spot]:
        """What changed after a position, oldest first."""
        statement = (
            f"select id, null, seq, {_SIZE}, {self._named} "  # noqa: S608 - fixed
            f"from read.{self.items.table} where {_EVER} and seq > %(since)s order by seq limit %(limit)s"
        )
        return await self._spots(reader, account_id, reads, statement, {"since": since, "limit": limit})

    async def known(
        self, reader: Reader, account_id: UUID, reads: frozenset[Any], ids: Sequence[UUID]
    ) -> list[Spot]:
        """Those of these items that one of the roles could ever open, in the order asked for."""
        statement = (
            f"select id, null, seq, {_SIZE}, {self._named} "  # noqa: S608 - fixed
            f"from read.{self.items.table} "
            "join unnest(%(ids)s::uuid[]) with ordinality as asked(id, place) using (id) "
            f"where {_EVER} order by asked.place"
        )
        return await self._spots(reader, account_id, reads, statement, {"ids": list(ids)})

    async def contents(
        self,
        reader: Reader,
        account_id: UUID,
        reads: frozenset[Any],
        ids: Sequence[UUID],
        wanted: ItemFilter | None,
    ) -> list[Contents]:
        """The contents of these rows, in that order.

        They are asked under the condition of the answer once more (that of `wanted`, or of what a role
        could ever open): what has left it in between is left out, as if it had been asked for a moment later.
        """
        condition, values = (_EVER, {}) if wanted is None else self.items.narrowed(wanted)
        statement = (
            f"select id, {ANSWERED}, case when audience && %(reads)s::uuid[] then kept::text end "  # noqa: S608 - fixed
            f"from read.{self.items.table} "
            "where account_id = %(account_id)s and id = any(%(some)s::uuid[]) "
            f"and {condition}"
        )
        values |= {"account_id": account_id, "reads": list(reads), "some": list(ids)}
        rows = await reader.all(statement, values, account_id=account_id)
        found = {row[0]: Contents(*row) for row in rows}
        return [found[id] for id in ids if id in found]

    async def _spots(
        self,
        reader: Reader,
        account_id: UUID,
        reads: frozenset[Any],
        statement: str,
        values: dict[str, Any],
    ) -> list[Spot]:
        values |= {"account_id": account_id, "reads": list(reads)}
        return [Spot(*row) for row in await reader.all(statement, values, account_id=account_id)]


def ids_in(arrays: Iterable[str | None]) -> set[UUID]:
    """All ids of these arrays. Most rows have the same one, and each is read once."""
    return {UUID(id) for array in set(arrays) if array for id in array.strip("{}").split(",") if id}


def portions(spots: Iterable[Spot]) -> Iterable[list[Spot]]:
    """The rows in portions that are read and written as one; a row that is too large for one stands alone."""
    portion, size = list[Spot](), 0
    for spot in spots:
        if portion and (len(portion) == MOST_ROWS or size + spot.size > MOST_BYTES):
            yield portion
            portion, size = [], 0
        portion.append(spot)
        size += spot.size
    if portion:
        yield portion
