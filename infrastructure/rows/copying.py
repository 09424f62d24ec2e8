"""Rows into an empty table by `COPY`, in its binary form: PostgreSQL spends half of what statements take."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter
from typing import Any, cast
from uuid import UUID

import psycopg
from psycopg import sql

from infrastructure.rows.shapes import Shape
from infrastructure.rows.values import Row

Packer = Callable[[Any], bytes]

_UUID_OID = 2950


def copy_in(connection: psycopg.Connection, schema: str, shape: Shape, rows: Iterable[Row]) -> None:
    """Rows with all columns, of values in the types of these, JSON encoded. Raises what the database or the
    packing of a value says. A connection copies outside of pipelines only."""
    values_of = cast("Callable[[Row], tuple[Any, ...]]", itemgetter(*shape.columns))
    packed = [(number, _PACKED[kind]) for number, kind in enumerate(shape.kinds) if kind in _PACKED]
    statement = sql.SQL("copy {} ({}) from stdin (format binary)").format(
        sql.Identifier(schema, shape.table.name), sql.SQL(", ").join(map(sql.Identifier, shape.columns))
    )
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        copy.set_types(["bytea" if kind in _PACKED else _SENT[kind] for kind in shape.kinds])
        for row in rows:
            values = list(values_of(row))
            for number, pack in packed:
                if values[number] is not None:
                    values[number] = pack(values[number])
            copy.write_row(values)


def _uuid(value: UUID) -> bytes:
    return value.int.to_bytes(16, "big")


def _uuids(values: list[UUID]) -> bytes:
    if not values:
        return _no_uuids
    # One dimension from 1 on, and no element is missing.
    head = struct.pack(">iiiii", 1, 0, _UUID_OID, len(values), 1)
    return head + b"".join([b"\0\0\0\x10" + value.int.to_bytes(16, "big") for value in values])


_no_uuids = struct.pack(">iii", 0, 0, _UUID_OID)

# What is packed here: the driver cuts off numbers that are too large, and takes longer for the others.
_PACKED: Mapping[str, Packer] = {
    "smallint": struct.Struct(">h").pack,
    "integer": struct.Struct(">i").pack,
    "uuid": _uuid,
    "uuid[]": _uuids,
    "json": bytes,
    "jsonb": lambda value: b"\x01" + bytes(value),
}
_SENT: Mapping[str, str] = {
    "bigint": "int8",
    "boolean": "bool",
    "bytea": "bytea",
    "date": "date",
    "text": "text",
    "text[]": "text[]",
    "timestamptz": "timestamptz",
}
