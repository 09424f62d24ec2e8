"""What a row says when it is read, without reading it: defaults of its columns, and values in their types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

import msgspec

from infrastructure.rows.shapes import Readers, Shape, shape_of
from projections.kernel import Table

Row = dict[str, Any]


def empty_row(table: Table) -> Row:
    """A row in which nothing is set but what its columns are set to by default."""
    return dict(shape_of(table).defaults)


def as_kept(readers: Readers, values: Row) -> Row:
    """These values, changed to the types of their columns: of a tuple a list, and JSON encoded."""
    reader_of = readers.get
    for name, value in values.items():
        found = reader_of(name)
        if found is not None and value.__class__ is not found[0] and value is not None:
            values[name] = found[1](value)
    return values


class OpenedRow(Mapping[str, Any]):
    """A row that was kept, as a statement gives it back. JSON is decoded when it is asked for, so each reader
    gets its own, and `encoded` is how it stands there."""

    __slots__ = ("_json", "_row")
    __hash__ = None  # pyright: ignore[reportAssignmentType]

    def __init__(self, shape: Shape, row: Row) -> None:
        self._row, self._json = row, shape.json

    def __getitem__(self, name: str) -> Any:
        value = self._row[name]
        return value if value is None or name not in self._json else msgspec.json.decode(value)

    def encoded(self, name: str) -> bytes:
        return bytes(self._row[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._row)

    def __len__(self) -> int:
        return len(self._row)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and dict(self) == dict(cast("Mapping[str, Any]", other))


def as_read(table: Table, values: Mapping[str, Any]) -> Row:
    """The same values as a statement gives them back."""
    shape = shape_of(table)
    return dict(OpenedRow(shape, as_kept(shape.readers, dict(values))))
