"""The rows of one table over a batch: what is known of them, and what has to be written at its end."""

from __future__ import annotations

from typing import LiteralString

from infrastructure.rows import changes
from infrastructure.rows.changes import Changes
from infrastructure.rows.kept import Kept
from infrastructure.rows.keys import Place, place_in
from infrastructure.rows.known import KnownRows
from infrastructure.rows.shapes import shape_of
from infrastructure.rows.statements import delete_from, patch_in, put_into
from infrastructure.rows.stored import StoredRows
from infrastructure.rows.values import OpenedRow, Row, as_kept, empty_row
from projections.kernel import Table


class FoldedTable:
    """Its methods take a whole key as `full_key` gives it, and the values that belong to it."""

    def __init__(self, table: Table, stored: StoredRows, kept: Kept) -> None:
        self.table = table
        self.shape = shape_of(table)
        self._stored = stored
        self._kept = kept
        self._pending: Changes = {}

    @property
    def _known(self) -> KnownRows | None:
        return self._kept.of(self.table)

    def put(self, key: Row, values: Row) -> None:
        place = place_in(key.values())
        values = {**key, **as_kept(self.shape.readers, values)}
        change = self._pending.get(place)
        if change is not None and change.op == "patch":
            # Whether there was a row to patch.
            self._row(place, key)
        changes.put(self._pending, place, values)
        if (known := self._known) is not None:
            self._keep_up(known, place, values)

    def patch(self, key: Row, values: Row) -> None:
        place = place_in(key.values())
        values = {**key, **as_kept(self.shape.readers, values)}
        if (known := self._known) is not None and place in known:
            row = known[place]
            if row is None:
                return
            known[place] = {**row, **values}
        elif known is not None:
            known.unlearn()
        changes.patch(self._pending, place, values)

    def delete(self, key: Row) -> None:
        place = place_in(key.values())
        self._pending[place] = changes.Change("delete", key)
        if (known := self._known) is not None:
            known[place] = None

    def get(self, key: Row) -> OpenedRow | None:
        row = self._row(place_in(key.values()), key)
        return None if row is None else OpenedRow(self.shape, row)

    def select(self, where: Row) -> list[OpenedRow]:
        where = as_kept(self.shape.readers, dict(where))
        names = tuple(sorted(where))
        values = place_in([where[name] for name in names])
        known = self._kept.asked(self.table)
        found = known.having(names, values)
        if found is None:
            # What is pending has to be found as well.
            self.write()
            stored = self._stored.having(self.table, where)
            for place, row in stored.items():
                known[place] = row
            known.learn(names, values, stored)
            found = known.having(names, values) or []
        return [OpenedRow(self.shape, row) for row in found]

    def write(self) -> None:
        pending, self._pending = self._pending, {}
        if not pending:
            return
        place, key = self._stored.place(self.table), self.shape.key
        gone = [change for change in pending.values() if change.op == "delete" or change.anew]
        if gone:
            rows = [{name: change.values[name] for name in key} for change in gone]
            self._execute(delete_from(place, key), rows)
        for columns, rows in changes.by_shape(pending.values(), "put").items():
            self._execute(put_into(place, columns, key), rows)
        for columns, rows in changes.by_shape(pending.values(), "patch").items():
            self._execute(patch_in(place, columns, key), rows)

    def _row(self, place: Place, key: Row) -> Row | None:
        known = self._kept.asked(self.table)
        if place not in known:
            found = self._stored.having(self.table, key).get(place)
            known[place] = changes.laid_over(self.table, self._pending, place, found)
        return known[place]

    def _keep_up(self, known: KnownRows, place: Place, values: Row) -> None:
        """A row that is put is known if it was before, or if all of it is put."""
        if known.is_whole(values):
            known[place] = values
        elif place in known:
            known[place] = {**(known.get(place) or empty_row(self.table)), **values}
        else:
            known.unlearn()

    def _execute(self, statement: LiteralString, rows: list[Row]) -> None:
        self._stored.execute(self.table, statement, rows)
