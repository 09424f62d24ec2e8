"""What a row says when it is read, without reading it: defaults of its columns, and values in their types."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from infrastructure.rows.schema import columns_of
from projections.kernel import Table

Reader = Callable[[Any], Any]

_DEFAULT = re.compile(r"\bdefault (?:(?P<truth>true|false)|(?P<number>\d+)|'(?P<text>[^']*)')$")


def empty_row(table: Table) -> dict[str, Any]:
    """A row in which nothing is set but what its columns are set to by default."""
    return dict(_shape_of(table).defaults)


def as_read(table: Table, values: Mapping[str, Any]) -> dict[str, Any]:
    """The same values as a statement gives them back."""
    readers = _shape_of(table).readers
    return {
        name: value if value is None or (reader := readers.get(name)) is None else reader(value)
        for name, value in values.items()
    }


class _Shape(NamedTuple):
    table: Table
    defaults: Mapping[str, Any]
    readers: Mapping[str, Reader]


# By identity: a description of a table holds mappings, which have no hash.
_shapes: dict[int, _Shape] = {}


def _shape_of(table: Table) -> _Shape:
    shape = _shapes.get(id(table))
    if shape is None or shape.table is not table:
        columns = columns_of(table)
        readers = {name: _READERS.get(kind.split(" ")[0]) for name, kind in columns.items()}
        shape = _shapes[id(table)] = _Shape(
            table,
            {name: _default(kind) for name, kind in columns.items()},
            {name: reader for name, reader in readers.items() if reader is not None},
        )
    return shape


def _default(kind: str) -> Any:
    if "default" not in kind:
        return None
    found = _DEFAULT.search(kind)
    if found is None:
        raise ValueError(f"The default of {kind!r} is of no kind that is known here.")
    if found["truth"]:
        return found["truth"] == "true"
    if found["number"]:
        return int(found["number"])
    if kind.split(" ")[0].endswith("[]"):
        if found["text"] != "{}":
            raise ValueError(f"The default of {kind!r} is of no kind that is known here.")
        return []
    return found["text"]


def _uuid(value: Any) -> UUID:
    return value if isinstance(value, UUID) else UUID(value)


def _json(value: Any) -> Any:
    """Of a tuple a list, of a struct its members: what was written and read."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else str(value)


_READERS: Mapping[str, Reader] = {
    "json": _json,
    "jsonb": _json,
    "uuid": _uuid,
    "uuid[]": lambda value: [_uuid(one) for one in value],
    "text": _text,
    "text[]": list,
    "integer[]": list,
    "bytea": bytes,
}
