"""Tables that were empty and that nobody else writes: every row is in memory, or there is none."""

from __future__ import annotations

from uuid import UUID

import psycopg

from infrastructure.rows.account_rows import AccountRows
from infrastructure.rows.copying import copy_in
from infrastructure.rows.keys import Place, place_in
from infrastructure.rows.shapes import shape_of
from infrastructure.rows.values import OpenedRow, Row, as_kept
from projections.kernel import Projection, Table

Names = tuple[str, ...]


class WholeTable:
    """Its methods take a whole key as `full_key` gives it, and the values that belong to it.

    A row is never changed in place: what was there before a batch is put back by `undo`.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.shape = shape_of(table)
        self._columns = len(self.shape.columns)
        self._readers = self.shape.readers
        self._rows: dict[Place, Row] = {}
        # As they were before the batch.
        self._before: dict[Place, Row | None] = {}
        # By columns and their values: the places of all rows that have these, where somebody asked.
        self._alike: dict[Names, dict[Place, set[Place]]] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def put(self, key: Row, values: Row) -> None:
        place = place_in(key.values())
        values = {**key, **as_kept(self._readers, values)}
        before = self._rows.get(place)
        if len(values) != self._columns:
            values = {**(before or self.shape.defaults), **values}
        if place not in self._before:
            self._before[place] = before
        if self._alike:
            self._move(place, before, values)
        self._rows[place] = values

    def patch(self, key: Row, values: Row) -> None:
        place = place_in(key.values())
        row = self._rows.get(place)
        if row is not None:
            self._set(place, {**row, **as_kept(self._readers, values)})

    def delete(self, key: Row) -> None:
        place = place_in(key.values())
        if place in self._rows:
            self._set(place, None)

    def get(self, key: Row) -> OpenedRow | None:
        row = self._rows.get(place_in(key.values()))
        return None if row is None else OpenedRow(self.shape, row)

    def select(self, where: Row) -> list[OpenedRow]:
        where = as_kept(self._readers, dict(where))
        names = tuple(sorted(where))
        places = self._alike_by(names).get(place_in([where[name] for name in names]), ())
        return [OpenedRow(self.shape, self._rows[place]) for place in sorted(places)]

    def begin(self) -> None:
        """What was changed so far stays."""
        self._before.clear()

    def undo(self) -> None:
        """Back to where it was at the last `begin`."""
        for place, row in list(self._before.items()):
            self._set(place, row)
        self._before.clear()

    def copy(self, connection: psycopg.Connection, schema: str) -> None:
        if self._rows:
            copy_in(connection, schema, self.shape, self._rows.values())

    def _set(self, place: Place, row: Row | None) -> None:
        before = self._rows.get(place)
        if place not in self._before:
            self._before[place] = before
        self._move(place, before, row)
        if row is None:
            self._rows.pop(place, None)
        else:
            self._rows[place] = row

    def _move(self, place: Place, before: Row | None, row: Row | None) -> None:
        """Among those that are alike."""
        for names, alike in self._alike.items():
            old, new = _values(before, names), _values(row, names)
            if old != new:
                if old is not None:
                    alike[old].discard(place)
                if new is not None:
                    alike.setdefault(new, set()).add(place)

    def _alike_by(self, names: Names) -> dict[Place, set[Place]]:
        found = self._alike.get(names)
        if found is None:
            found = self._alike[names] = {}
            for place, row in self._rows.items():
                found.setdefault(place_in([row[name] for name in names]), set()).add(place)
        return found


class WholeRows:
    """All rows of a read model, until they are copied out."""

    def __init__(self, projection: Projection) -> None:
        self._tables = {table.name: WholeTable(table) for table in projection.tables}

    def __len__(self) -> int:
        return sum(map(len, self._tables.values()))

    def of(self, account_id: UUID | None, position: int) -> AccountRows:
        return AccountRows(self._tables, account_id, position)

    def begin(self) -> None:
        for table in self._tables.values():
            table.begin()

    def undo(self) -> None:
        for table in self._tables.values():
            table.undo()

    def copy(self, connection: psycopg.Connection, schema: str) -> None:
        """Write all of them into empty tables, outside of pipelines."""
        for table in self._tables.values():
            table.copy(connection, schema)


def _values(row: Row | None, names: Names) -> Place | None:
    return None if row is None else place_in([row[name] for name in names])
