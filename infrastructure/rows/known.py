"""Rows that are known whole without asking for them: those that were read, and those that were made since."""

from __future__ import annotations

from collections.abc import Iterable

from infrastructure.rows.keys import Place, place_in
from infrastructure.rows.shapes import shape_of
from infrastructure.rows.values import Row
from projections.kernel import Table

Names = tuple[str, ...]


class KnownRows:
    """Of one table."""

    def __init__(self, table: Table) -> None:
        self._columns = len(shape_of(table).columns)
        self._rows: dict[Place, Row | None] = {}
        # By columns and their values: the places of all rows that have these, where that is known.
        self._alike: dict[Names, dict[Place, set[Place]]] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, place: Place) -> bool:
        return place in self._rows

    def __getitem__(self, place: Place) -> Row | None:
        return self._rows[place]

    def get(self, place: Place) -> Row | None:
        return self._rows.get(place)

    def __setitem__(self, place: Place, row: Row | None) -> None:
        for names, alike in self._alike.items():
            old, new = _values(self._rows.get(place), names), _values(row, names)
            if old == new:
                continue
            if old is not None and old in alike:
                alike[old].discard(place)
            if new is not None and new in alike:
                alike[new].add(place)
        self._rows[place] = row

    def is_whole(self, row: Row) -> bool:
        """Whether these are all columns, so that it does not matter what the row was."""
        return len(row) == self._columns

    def having(self, names: Names, values: Place) -> list[Row] | None:
        """All rows with these values, in the order of their keys; None where not all of them are known."""
        places = self._alike.get(names, {}).get(values)
        if places is None:
            return None
        return [row for place in sorted(places) if (row := self._rows[place]) is not None]

    def unlearn(self) -> None:
        """A row that is not known has changed: it may be alike others now, or no more."""
        self._alike.clear()

    def learn(self, names: Names, values: Place, places: Iterable[Place]) -> None:
        """These rows, which are known, are all that have these values."""
        self._alike.setdefault(names, {})[values] = set(places)


def _values(row: Row | None, names: Names) -> Place | None:
    return None if row is None else place_in([row[name] for name in names])
