"""The rows of followers: folded in memory over a batch, written by one statement per table and shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import psycopg

from infrastructure.rows.folded_table import FoldedTable
from infrastructure.rows.kept import Kept, Written
from infrastructure.rows.keys import full_key
from infrastructure.rows.loading import Loading
from infrastructure.rows.schema import schema_of
from infrastructure.rows.stored import StoredRows
from projections.kernel import Projection, Table

__all__ = ["AccountRows", "FoldedRows", "Written"]

Row = dict[str, Any]


class FoldedRows:
    """Pending changes of one read model, in its own schema unless another is named. `flush` writes them; `of`
    gives a fact its view. What is known from before is `kept`; where that is nothing, `written` may still say
    which rows there can be.
    """

    def __init__(
        self,
        connection: psycopg.Connection,
        projection: Projection,
        schema: str | None = None,
        *,
        written: Written | None = None,
        kept: Kept | None = None,
    ) -> None:
        self._kept = kept or Kept(written=written)
        stored = StoredRows(connection, schema or schema_of(projection))
        self._loading = {table.name: Loading(table, stored, self._kept) for table in projection.tables}
        self._tables = {table.name: FoldedTable(table, stored, self._kept) for table in projection.tables}

    def of(self, account_id: UUID | None, position: int) -> AccountRows:
        return AccountRows(self, account_id, position)

    def need(self, account_id: UUID | None, table: Table, where: Mapping[str, Any]) -> None:
        """Rows that a fact of this account will ask for; to be said before the first change."""
        self._loading[table.name].need(_of_account(table, where, account_id))

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


class AccountRows:
    """Implements `projections.kernel.Rows` for one fact: its account's rows, stamped with its position."""

    def __init__(self, rows: FoldedRows, account_id: UUID | None, position: int) -> None:
        self._rows = rows
        self._account_id = account_id
        self._position = position

    def put(self, table: Table, key: Mapping[str, Any] | UUID, /, **values: Any) -> None:
        values["seq"] = self._position
        rows = self._rows.table(table)
        rows.put(full_key(rows.shape, key, self._account_id), values)

    def patch(self, table: Table, key: Mapping[str, Any] | UUID, /, **values: Any) -> None:
        values["seq"] = self._position
        rows = self._rows.table(table)
        rows.patch(full_key(rows.shape, key, self._account_id), values)

    def delete(self, table: Table, key: Mapping[str, Any] | UUID, /) -> None:
        rows = self._rows.table(table)
        rows.delete(full_key(rows.shape, key, self._account_id))

    def get(self, table: Table, key: Mapping[str, Any] | UUID, /) -> Mapping[str, Any] | None:
        rows = self._rows.table(table)
        return rows.get(full_key(rows.shape, key, self._account_id))

    def select(self, table: Table, /, **where: Any) -> Sequence[Mapping[str, Any]]:
        return self._rows.table(table).select(_of_account(table, where, self._account_id))


def _of_account(table: Table, where: Mapping[str, Any], account_id: UUID | None) -> Row:
    if not table.account:
        return dict(where)
    owner = where.get("account_id", account_id)
    if owner is None or (account_id is not None and owner != account_id):
        raise ValueError(f"Rows of {table.name} are those of the fact's account.")
    return {"account_id": owner, **where}
