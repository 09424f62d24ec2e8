"""The rows of followers: folded in memory over a batch, written by one statement per table and shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, LiteralString
from uuid import UUID

import msgspec
import psycopg
from psycopg.rows import dict_row

from infrastructure.rows.keys import full_key
from infrastructure.rows.schema import key_of, schema_of
from infrastructure.rows.statements import delete_from, patch_in, put_into, select_from
from infrastructure.rows.values import as_read, empty_row
from projections.kernel import Projection, Table

Key = tuple[Any, ...]
Row = dict[str, Any]
Written = dict[str, set[Key]]


@dataclass
class _Change:
    """What the batch has made of one row so far."""

    op: Literal["put", "patch", "delete"]
    values: Row
    # The row was deleted in this batch and is made anew: nothing of the old one may stay.
    anew: bool = False


class FoldedRows:
    """Pending changes of one read model, in its own schema unless another is named. `flush` writes them; `of`
    gives a fact its view.

    `written` are the keys that were ever put into tables which were empty at first and which nobody else
    writes: there is nothing under any other key, and nothing has to be asked to know that.
    """

    def __init__(
        self,
        connection: psycopg.Connection,
        projection: Projection,
        schema: str | None = None,
        *,
        written: Written | None = None,
    ) -> None:
        self._connection = connection
        self._schema = schema or schema_of(projection)
        self._tables = {table.name: table for table in projection.tables}
        self._pending: dict[str, dict[Key, _Change]] = {}
        # Rows read in this batch, kept up to date with the changes made since.
        self._known: dict[str, dict[Key, Row | None]] = {}
        self._written = written

    def of(self, account_id: UUID | None, position: int) -> AccountRows:
        return AccountRows(self, account_id, position)

    def put(self, table: Table, key: Row, values: Row) -> None:
        place = tuple(key.values())
        pending = self._pending.setdefault(table.name, {})
        change = pending.get(place)
        if change is None:
            pending[place] = _Change("put", {**key, **values})
        elif change.op == "delete":
            pending[place] = _Change("put", {**key, **values}, anew=True)
        else:
            pending[place] = _Change("put", {**key, **change.values, **values}, change.anew)
        known = self._known.setdefault(table.name, {})
        if self._written is not None:
            if self._is_new(table, place):
                known.setdefault(place, None)
            self._written.setdefault(table.name, set()).add(place)
        if place in known:
            # Of a row that was not there the rest are its defaults.
            known[place] = {**(known[place] or {**empty_row(table), **key}), **as_read(table, values)}

    def patch(self, table: Table, key: Row, values: Row) -> None:
        place = tuple(key.values())
        pending = self._pending.setdefault(table.name, {})
        change = pending.get(place)
        if change is None:
            pending[place] = _Change("patch", {**key, **values})
        elif change.op != "delete":
            change.values.update(values)
        known = self._known.get(table.name, {})
        row = known.get(place)
        if row is not None:
            known[place] = {**row, **as_read(table, values)}

    def delete(self, table: Table, key: Row) -> None:
        place = tuple(key.values())
        self._pending.setdefault(table.name, {})[place] = _Change("delete", key)
        if table.name in self._known:
            self._known[table.name][place] = None

    def get(self, table: Table, key: Row) -> Row | None:
        place = tuple(key.values())
        known = self._known.setdefault(table.name, {})
        if place not in known and self._is_new(table, place):
            known[place] = None
        if place not in known:
            self._write(table)
            found = self._select(table, key)
            known[place] = found[0] if found else None
        return known[place]

    def _is_new(self, table: Table, place: Key) -> bool:
        return self._written is not None and place not in self._written.get(table.name, ())

    def select(self, table: Table, where: Row) -> list[Row]:
        self._write(table)
        return self._select(table, where)

    def flush(self) -> None:
        """Write everything that is pending."""
        for name in list(self._pending):
            self._write(self._tables[name])

    def _select(self, table: Table, where: Row) -> list[Row]:
        equal = tuple(name for name, value in where.items() if value is not None)
        empty = tuple(name for name, value in where.items() if value is None)
        statement = select_from(self._place(table), equal, empty, key_of(table))
        with self._connection.cursor(row_factory=dict_row) as cursor:
            return cursor.execute(statement, where, prepare=True).fetchall()

    def _write(self, table: Table) -> None:
        changes = self._pending.pop(table.name, {}).values()
        place, key = self._place(table), key_of(table)
        gone = [c.values for c in changes if c.op == "delete" or c.anew]
        if gone:
            self._execute(delete_from(place, key), [{name: row[name] for name in key} for row in gone])
        for columns, rows in _by_shape([c.values for c in changes if c.op == "put"]).items():
            self._execute(put_into(place, columns, key), rows)
        for columns, rows in _by_shape([c.values for c in changes if c.op == "patch"]).items():
            self._execute(patch_in(place, columns, key), rows)

    def _execute(self, statement: LiteralString, rows: list[Row]) -> None:
        self._connection.execute(statement, (_as_json(rows),), prepare=True)

    def _place(self, table: Table) -> str:
        return f'"{self._schema}"."{table.name}"'


class AccountRows:
    """Implements `projections.kernel.Rows` for one fact: its account's rows, stamped with its position."""

    def __init__(self, rows: FoldedRows, account_id: UUID | None, position: int) -> None:
        self._rows = rows
        self._account_id = account_id
        self._position = position

    def put(self, table: Table, key: Mapping[str, Any] | UUID, /, **values: Any) -> None:
        self._rows.put(table, full_key(table, key, self._account_id), {**values, "seq": self._position})

    def patch(self, table: Table, key: Mapping[str, Any] | UUID, /, **values: Any) -> None:
        self._rows.patch(table, full_key(table, key, self._account_id), {**values, "seq": self._position})

    def delete(self, table: Table, key: Mapping[str, Any] | UUID, /) -> None:
        self._rows.delete(table, full_key(table, key, self._account_id))

    def get(self, table: Table, key: Mapping[str, Any] | UUID, /) -> Mapping[str, Any] | None:
        return self._rows.get(table, full_key(table, key, self._account_id))

    def select(self, table: Table, /, **where: Any) -> Sequence[Mapping[str, Any]]:
        if table.account:
            owner = where.get("account_id", self._account_id)
            if owner is None or (self._account_id is not None and owner != self._account_id):
                raise ValueError(f"Rows of {table.name} are those of the fact's account.")
            where = {"account_id": owner, **where}
        return self._rows.select(table, where)


def _by_shape(rows: list[Row]) -> dict[tuple[str, ...], list[Row]]:
    shapes: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        shapes.setdefault(tuple(row), []).append(row)
    return shapes


def _as_json(rows: list[Row]) -> str:
    plain = [
        {name: "\\x" + value.hex() if isinstance(value, bytes) else value for name, value in row.items()}
        for row in rows
    ]
    return msgspec.json.encode(plain).decode()
