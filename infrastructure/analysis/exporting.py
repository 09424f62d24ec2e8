"""Views as files: CSV for spreadsheets, NDJSON for programs, Parquet for everything that reckons."""

from __future__ import annotations

import csv
import importlib.util
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple
from uuid import UUID

import msgspec
import psycopg
from psycopg import errors

from infrastructure.analysis.answering import cell
from infrastructure.postgres import REACHED
from infrastructure.refusals import CannotStart
from infrastructure.spreadsheets import harmless
from projections.analysis.asking import Cell, Statement
from projections.analysis.kernel import Kind, View

_AT_ONCE = 5_000
_ACCOUNT = "select set_config('app.account_id', %s, true)"
_KINDS: Mapping[Kind, str] = {
    "uuid": "UUID",
    "text": "VARCHAR",
    "date": "DATE",
    "timestamptz": "TIMESTAMPTZ",
    "integer": "INTEGER",
    "bigint": "BIGINT",
    "double precision": "DOUBLE",
    "boolean": "BOOLEAN",
}


class CannotExport(CannotStart):
    """What was asked for cannot be written; the text says why."""


class Rows(NamedTuple):
    columns: tuple[str, ...]
    cells: Iterator[tuple[Cell, ...]]


@contextmanager
def rows_of(url: str, account_id: UUID | None, statement: Statement) -> Generator[Rows]:
    """The answer, read as it is used. A login of an analyst has its account; others have to name one."""
    with psycopg.connect(url, application_name="coffer query", **REACHED) as connection:
        connection.execute("set transaction read only")
        if account_id is not None:
            connection.execute(_ACCOUNT, (str(account_id),))
        if connection.execute("select analytics.account()").fetchone() == (None,):
            raise CannotExport("Name the account with --account.")
        with connection.cursor("rows") as cursor:
            cursor.itersize = _AT_ONCE
            cursor.execute(statement.sql.encode(), statement.params)
            try:
                yield Rows(statement.columns, (tuple(map(cell, row)) for row in cursor))
            except errors.InsufficientPrivilege as refusal:
                raise CannotExport(refusal.diag.message_primary or "") from refusal


def write_csv(rows: Rows, file: IO[str]) -> None:
    writer = csv.writer(file)
    writer.writerow(rows.columns)
    writer.writerows([_safe(each) for each in row] for row in rows.cells)


def _safe(value: Cell) -> Cell:
    return harmless(value) if isinstance(value, str) else value


def write_ndjson(rows: Rows, file: IO[str]) -> None:
    for row in rows.cells:
        file.write(msgspec.json.encode(dict(zip(rows.columns, row, strict=True))).decode() + "\n")


def write_parquet(rows: Rows, view: View, file: Path) -> None:
    """With the types of the view. Raises `CannotExport` where DuckDB is not installed."""
    if importlib.util.find_spec("duckdb") is None:
        raise CannotExport("Parquet needs DuckDB, which is not installed here. Export CSV or NDJSON instead.")
    import duckdb

    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "rows.ndjson"
        with plain.open("w", encoding="utf-8") as lines:
            write_ndjson(rows, lines)
        columns = ", ".join(f"'{name}': '{_KINDS[column.kind]}'" for name, column in view.columns.items())
        read = f"read_json($plain, format = 'newline_delimited', columns = {{{columns}}})"
        with duckdb.connect() as writing:
            writing.execute("set TimeZone = 'UTC'")
            text = f"copy (select * from {read}) to $file (format parquet)"  # noqa: S608 - constants
            writing.execute(text, {"plain": str(plain), "file": str(file)})


Write = Callable[[Rows, IO[str]], None]
WRITERS: Mapping[str, Write] = {"csv": write_csv, "ndjson": write_ndjson}


def as_table(rows: Rows) -> Iterable[str]:
    """Lines for people: columns as wide as their widest cell."""
    cells = [rows.columns, *([_shown(each) for each in row] for row in rows.cells)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        yield "  ".join(each.ljust(width) for each, width in zip(row, widths, strict=True)).rstrip()


def _shown(value: Any) -> str:
    return "" if value is None else str(value)
