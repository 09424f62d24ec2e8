"""What is told of a table once: its key, its columns by kind, and the defaults of a row."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from infrastructure.rows.schema import columns_of, key_of
from projections.kernel import Table

Reader = Callable[[Any], Any]
Readers = Mapping[str, tuple[type | None, Reader]]

_DEFAULT = re.compile(r"\bdefault (?:(?P<truth>true|false)|(?P<number>\d+)|'(?P<text>[^']*)')$")


class Shape(NamedTuple):
    table: Table
    key: tuple[str, ...]
    alone: str | None
    """The member that a UUID names by itself."""
    columns: tuple[str, ...]
    kinds: tuple[str, ...]
    """The type of each column."""
    json: tuple[str, ...]
    binary: tuple[str, ...]
    readers: Readers
    """By column: how a value that a fold gives is given back by a statement, unless it is of this type
    already. JSON stays encoded."""
    defaults: Mapping[str, Any]
    of_key: tuple[tuple[str, type | None, Reader], ...]
    """The same readers, of the columns of the key."""


# By identity: a description of a table holds mappings, which have no hash.
_shapes: dict[int, Shape] = {}


def shape_of(table: Table) -> Shape:
    shape = _shapes.get(id(table))
    if shape is None or shape.table is not table:
        shape = _shapes[id(table)] = _made(table)
    return shape


def _made(table: Table) -> Shape:
    columns = columns_of(table)
    kinds = {name: kind.partition(" ")[0] for name, kind in columns.items()}
    named = [name for name in table.key if name != "account_id"]
    alone = "id" if "id" in table.key else named[0] if len(named) == 1 else None
    return Shape(
        table,
        key_of(table),
        alone,
        tuple(columns),
        tuple(kinds.values()),
        tuple(name for name, kind in kinds.items() if kind in ("json", "jsonb")),
        tuple(name for name, kind in kinds.items() if kind == "bytea"),
        {name: _READERS[kind] for name, kind in kinds.items() if kind in _READERS},
        {name: _default(kind) for name, kind in columns.items()},
        tuple((name, *_READERS[kinds[name]]) for name in key_of(table) if kinds[name] in _READERS),
    )


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


def _encoded(value: Any) -> msgspec.Raw:
    """Encoded once, for the statement that writes it and for those who read it before."""
    return msgspec.Raw(msgspec.json.encode(value))


def _uuids(value: Any) -> list[UUID]:
    return [one if isinstance(one, UUID) else UUID(one) for one in value]


_READERS: Mapping[str, tuple[type | None, Reader]] = {
    "json": (msgspec.Raw, _encoded),
    "jsonb": (msgspec.Raw, _encoded),
    "uuid": (UUID, UUID),
    "uuid[]": (None, _uuids),
    "text": (str, str),
    "text[]": (list, list),
    "integer[]": (list, list),
    "bytea": (bytes, bytes),
    "timestamptz": (datetime, datetime.fromisoformat),
    "date": (date, date.fromisoformat),
}
