"""The rows of one table that a batch will ask for, read at its beginning: one statement per kind of name."""

from __future__ import annotations

import psycopg

from infrastructure.rows.kept import Kept
from infrastructure.rows.keys import Place, place_in, place_of
from infrastructure.rows.known import Names
from infrastructure.rows.shapes import shape_of
from infrastructure.rows.stored import StoredRows
from infrastructure.rows.values import Row, as_kept
from projections.kernel import Table


class Loading:
    """`need` says which, `ask` sends for them, and `answer` waits: all before the first change."""

    def __init__(self, table: Table, stored: StoredRows, kept: Kept) -> None:
        self._table = table
        self._shape = shape_of(table)
        self._stored = stored
        self._kept = kept
        self._key = tuple(sorted(self._shape.key))
        self._said: set[tuple[Names, Place]] = set()
        self._needed: dict[Names, dict[Place, Row]] = {}
        self._under_way: list[tuple[Names, psycopg.Cursor[Row]]] = []

    def need(self, where: Row) -> None:
        """The row with this key, or all that have these values."""
        names = tuple(sorted(where))
        said = (names, place_in([where[name] for name in names]))
        if said in self._said or None in said[1]:
            return  # no row that is named by nothing; those that have nothing there are few
        self._said.add(said)
        where = as_kept(self._shape.readers, dict(where))
        values, known = place_in([where[name] for name in names]), self._kept.asked(self._table)
        if self._is_key(names):
            place = place_of(self._shape, where)
            if place in known:
                return
        elif known.having(names, values) is not None:
            return
        self._needed.setdefault(names, {})[values] = {name: where[name] for name in names}

    def ask(self) -> None:
        for names, wanted in self._needed.items():
            self._under_way.append((names, self._stored.asked(self._table, list(wanted.values()))))

    def answer(self) -> None:
        known = self._kept.asked(self._table)
        for names, cursor in self._under_way:
            found, wanted = self._stored.answered(self._table, cursor), self._needed[names]
            for place, row in found.items():
                known[place] = row
            if self._is_key(names):
                for row in wanted.values():
                    if (place := place_of(self._shape, row)) not in found:
                        known[place] = None
                continue
            alike: dict[Place, list[Place]] = {values: [] for values in wanted}
            for place, row in found.items():
                alike[place_in([row[name] for name in names])].append(place)
            for values, places in alike.items():
                known.learn(names, values, places)
        self._needed, self._under_way = {}, []

    def _is_key(self, names: Names) -> bool:
        return names == self._key
