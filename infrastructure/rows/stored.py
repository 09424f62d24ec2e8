"""The rows of one read model as they are in the database, and how rows travel there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, LiteralString

import msgspec
import psycopg
from psycopg.rows import dict_row

from infrastructure.rows.keys import Place, place_of
from infrastructure.rows.shapes import shape_of
from infrastructure.rows.statements import select_any, select_from
from infrastructure.rows.values import Row
from projections.kernel import Table

Found = dict[Place, Row]


class StoredRows:
    """JSON comes encoded."""

    def __init__(self, connection: psycopg.Connection, schema: str) -> None:
        self._connection = connection
        self._schema = schema

    def place(self, table: Table) -> str:
        return f'"{self._schema}"."{table.name}"'

    def execute(self, table: Table, statement: LiteralString, rows: Sequence[Row]) -> None:
        """Write rows by a statement that takes them as one array."""
        self._connection.execute(statement, (as_json(table, rows),), prepare=True)

    def having(self, table: Table, where: Row) -> Found:
        """All rows with these values."""
        shape = shape_of(table)
        equal = tuple(name for name, value in where.items() if value is not None)
        empty = tuple(name for name, value in where.items() if value is None)
        statement = select_from(self.place(table), shape.columns, shape.json, equal, empty)
        with self._connection.cursor(row_factory=dict_row, binary=True) as cursor:
            return _found(table, cursor.execute(statement, where, prepare=True).fetchall())

    def asked(self, table: Table, wanted: Sequence[Row]) -> psycopg.Cursor[Row]:
        """A statement under way for the rows that have any of these values, none of which is null."""
        shape = shape_of(table)
        statement = select_any(self.place(table), shape.columns, shape.json, tuple(wanted[0]))
        cursor = self._connection.cursor(row_factory=dict_row, binary=True)
        return cursor.execute(statement, (as_json(table, wanted),), prepare=True)

    def answered(self, table: Table, cursor: psycopg.Cursor[Row]) -> Found:
        with cursor:
            return _found(table, cursor.fetchall())


def as_json(table: Table, rows: Sequence[Row]) -> str:
    """One array of all rows, as a statement takes it."""
    for name in shape_of(table).binary:
        rows = [_in_hex(row, name) for row in rows]
    return msgspec.json.encode(rows).decode()


def _in_hex(row: Row, name: str) -> Row:
    value: Any = row.get(name)
    return row if value is None else {**row, name: "\\x" + value.hex()}


def _found(table: Table, rows: Sequence[Row]) -> Found:
    shape = shape_of(table)
    for row in rows:
        for name in shape.json:
            if row[name] is not None:
                row[name] = msgspec.Raw(row[name])
    return {place_of(shape, row): row for row in rows}
