"""Lists of entries: all of one kind that a reader can open, in their order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from projections.kernel import Reader
from projections.work.item_lists import Stored


class Entries(NamedTuple):
    """`version` is that of the aggregate, as far as it is read; `rows` are ready JSON."""

    version: int
    rows: list[str]


@dataclass(frozen=True)
class EntryList:
    """The list over one table, whose `shown` says which rows are answered, in fixed words."""

    table: str
    shown: str

    async def open_to(self, reader: Reader, account_id: UUID, reads: frozenset[Any]) -> Entries:
        statement = (
            "select coalesce(max(version), 0), array_agg(json::text order by rank, id) "  # noqa: S608 - fixed
            f"filter (where {self.shown} and (audience && %(reads)s::uuid[] or audience = '{{}}')) "
            f"from read.{self.table} where account_id = %(account_id)s"
        )
        values = {"account_id": account_id, "reads": list(reads)}
        row = await reader.one(statement, values, account_id=account_id)
        return Entries(row[0], row[1] or []) if row else Entries(0, [])

    async def rows(self, reader: Reader, account_id: UUID, ids: Sequence[UUID]) -> list[Stored]:
        """These entries as they stand in their rows, without an audience check."""
        statement = (
            f"select json::text, kept::text from read.{self.table} "  # noqa: S608 - fixed fragments
            "where account_id = %(account_id)s and id = any(%(ids)s::uuid[])"
        )
        values = {"account_id": account_id, "ids": list(ids)}
        return [Stored(*row) for row in await reader.all(statement, values, account_id=account_id)]
