"""The rows of followers: folded in memory over a batch, written by one statement per table and shape.

Those that are folded from nothing stay in memory, and are copied out at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import psycopg

from infrastructure.rows.account_rows import AccountRows, of_account
from infrastructure.rows.folded_table import FoldedTable
from infrastructure.rows.kept import Kept
from infrastructure.rows.loading import Loading
from infrastructure.rows.schema import schema_of
from infrastructure.rows.stored import StoredRows
from projections.kernel import Projection, Table


class FoldedRows:
    """Pending changes of one read model, in its own schema unless another is named. `flush` writes them; `of`
    gives a fact its view. What is known from before is `kept`.
    """

    def __init__(
        self,
        connection: psycopg.Connection,
        projection: Projection,
        schema: str | None = None,
        *,
        kept: Kept | None = None,
    ) -> None:
        self._kept = kept or Kept()
        stored = StoredRows(connection, schema or schema_of(projection))
        self._loading = {table.name: Loading(table, stored, self._kept) for table in projection.tables}
        self._tables = {table.name: FoldedTable(table, stored, self._kept) for table in projection.tables}

    def of(self, account_id: UUID | None, position: int) -> AccountRows:
        return AccountRows(self._tables, account_id, position)

    def need(self, account_id: UUID | None, table: Table, where: Mapping[str, Any]) -> None:
        """Rows that a fact of this account will ask for; to be said before the first change."""
        self._loading[table.name].need(of_account(table, where, account_id))

    def ask(self) -> None:
        """Send for all that is needed, without waiting for it."""
        for loading in self._loading.values():
            loading.ask()

    def answer(self) -> None:
        """Wait for what was asked."""
        for loading in self._loading.values():
            loading.answer()

    def table(self, table: Table) -> FoldedTable:
        return self._tables[table.name]

    def flush(self) -> None:
        """Write everything that is pending."""
        for table in self._tables.values():
            table.write()
        self._kept.trim()
