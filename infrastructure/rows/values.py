"""What a row says when it is read, without reading it: defaults of its columns, and values in their types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from infrastructure.rows.shapes import Readers, Shape, shape_of
from projections.kernel import Table

Row = dict[str, Any]


def empty_row(table: Table) -> Row:
    """A row in which nothing is set but what its columns are set to by default."""
    return dict(shape_of(table).defaults)


def as_kept(readers: Readers, values: Row) -> Row:
    """These values, changed to the types of their columns: of a tuple a list, and JSON encoded."""
    for name, value in values.items():
        if value is not None and (found := readers.get(name)) is not None:
            kind, reader = found
            if value.__class__ is not kind:
                values[name] = reader(value)
    return values


def opened(shape: Shape, row: Row) -> Row:
    """A row that was kept, as a statement gives it back. Each reader gets its own."""
    row = dict(row)
    for name in shape.json:
        if row.get(name) is not None:
            row[name] = msgspec.json.decode(row[name])
    return row


def as_read(table: Table, values: Mapping[str, Any]) -> Row:
    """The same values as a statement gives them back."""
    shape = shape_of(table)
    return opened(shape, as_kept(shape.readers, dict(values)))
