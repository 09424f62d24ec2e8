"""What followers say to the tables of read models; each text is put together once.

Rows come as one JSON array, `%s`. Names are those that projections give their tables and columns.
"""

# ruff: noqa: S608 - all names are our own

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import LiteralString, cast

Names = tuple[str, ...]

# As many as there are tables with the shapes their rows are written in, and more.
_once = lru_cache(maxsize=4096)


@_once
def put_into(place: str, columns: Names, key: Names) -> LiteralString:
    """Make rows, or set these columns of those that are there."""
    rest = [name for name in columns if name not in key]
    return _text(
        f"insert into {place} as t ({_list(columns)}) "
        f"select {_list(columns)} from json_populate_recordset(null::{place}, %s) "
        f"on conflict ({_list(key)}) do update set {_pairs('{0} = excluded.{0}', rest)}"
    )


@_once
def patch_in(place: str, columns: Names, key: Names) -> LiteralString:
    """Set these columns of rows that are there."""
    rest = [name for name in columns if name not in key]
    return _text(
        f"update {place} as t set {_pairs('{0} = r.{0}', rest)} "
        f"from json_populate_recordset(null::{place}, %s) as r where {_pairs('t.{0} = r.{0}', key, ' and ')}"
    )


@_once
def delete_from(place: str, key: Names) -> LiteralString:
    return _text(
        f"delete from {place} as t using json_populate_recordset(null::{place}, %s) as r "
        f"where {_pairs('t.{0} = r.{0}', key, ' and ')}"
    )


@_once
def select_from(place: str, columns: Names, json: Names, equal: Names, empty: Names) -> LiteralString:
    """Rows with these values in the columns `equal`, given by name, and none in the columns `empty`."""
    conditions = [f"{_quoted(name)} = %({name})s" for name in equal]
    conditions += [f"{_quoted(name)} is null" for name in empty]
    return _text(
        f"select {_said(columns, json)} from {place} as t where {' and '.join(conditions) or 'true'}"
    )


@_once
def select_any(place: str, columns: Names, json: Names, names: Names) -> LiteralString:
    """Rows that have in these columns the values of any of the rows given."""
    return _text(
        f"select {_said(columns, json)} from json_populate_recordset(null::{place}, %s) as r "
        f"join {place} as t on {_pairs('t.{0} = r.{0}', names, ' and ')}"
    )


def _said(columns: Names, json: Names) -> str:
    """JSON as it is written."""
    return ", ".join(
        f"t.{_quoted(name)}::text as {_quoted(name)}" if name in json else f"t.{_quoted(name)}"
        for name in columns
    )


def _list(names: Iterable[str]) -> str:
    return ", ".join(map(_quoted, names))


def _pairs(pattern: str, names: Iterable[str], joint: str = ", ") -> str:
    return joint.join(pattern.format(_quoted(name)) for name in names)


def _quoted(name: str) -> str:
    return f'"{name}"'


def _text(statement: str) -> LiteralString:
    return cast("LiteralString", statement)
