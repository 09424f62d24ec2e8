"""`coffer query tables|columns|run|export`: the views for analysts, on the command line."""

from __future__ import annotations

import argparse
import re
import sys
from contextlib import nullcontext
from pathlib import Path
from uuid import UUID

import msgspec

from api.cli.commands import Subcommands, emit, subcommand, with_json
from domain.errors import InvalidArgument
from infrastructure.analysis.exporting import WRITERS, as_table, rows_of, write_parquet
from infrastructure.settings import load_settings
from projections.analysis import VIEWS
from projections.analysis.asking import MOST_ROWS, AnalyticsQuery, statement_of, view_of

_CONDITION = re.compile(r"([a-z_]+)(!=|<=|>=|=|<|>)(.*)", re.DOTALL)


def add(commands: Subcommands) -> None:
    text = "Query and export the views for analysts."
    inner = commands.add_parser("query", help=text, description=text).add_subparsers(
        required=True, metavar="COMMAND"
    )
    with_json(subcommand(inner, "tables", run_tables, "List the views."))
    columns = subcommand(inner, "columns", run_columns, "List the columns of a view, with what they mean.")
    running = subcommand(inner, "run", run_query, "Query a view: columns or what is reckoned of them.")
    exporting = subcommand(inner, "export", run_export, "Write a whole view into a file.")
    for command in (columns, running, exporting):
        command.add_argument("view")
    for command in (running, exporting):
        command.add_argument(
            "--account", type=UUID, metavar="ID", help="whose rows; an analyst's login knows"
        )
    running.add_argument(
        "--select", nargs="+", metavar="COLUMN", help="also count(*), sum(COLUMN), avg, min, max"
    )
    running.add_argument(
        "--where",
        nargs="+",
        default=[],
        metavar="COLUMN=VALUE",
        help="also !=, <, <=, >, >=; no value is null",
    )
    running.add_argument("--group-by", nargs="+", default=[], metavar="COLUMN")
    running.add_argument("--limit", type=int, default=1000, help=f"at most {MOST_ROWS}")
    exporting.add_argument("--format", choices=(*WRITERS, "parquet"), required=True)
    exporting.add_argument(
        "--out", type=Path, metavar="FILE", help="default: standard output, but for parquet"
    )
    for command in (columns, running):
        with_json(command)


def run_tables(arguments: argparse.Namespace) -> None:
    if arguments.json:
        emit({view.name: view.meaning for view in VIEWS})
        return
    for view in VIEWS:
        print(f"{view.name:<18}{view.meaning}")


def run_columns(arguments: argparse.Namespace) -> int:
    try:
        view = view_of(arguments.view)
    except InvalidArgument as wrong:
        return _wrong(wrong)
    if arguments.json:
        emit({name: column._asdict() for name, column in view.columns.items()})
        return 0
    for name, column in view.columns.items():
        print(f"{name:<23}{column.kind:<18}{column.meaning}")
    return 0


def run_query(arguments: argparse.Namespace) -> int:
    try:
        query = _query(arguments)
        statement = statement_of(query, limit=query.limit, strict=False)
    except (InvalidArgument, msgspec.ValidationError) as wrong:
        return _wrong(wrong)
    with rows_of(load_settings().analytics_database_url, arguments.account, statement) as rows:
        if arguments.json:
            emit([dict(zip(rows.columns, row, strict=True)) for row in rows.cells])
        else:
            for line in as_table(rows):
                print(line)
    return 0


def run_export(arguments: argparse.Namespace) -> int:
    if arguments.format == "parquet" and arguments.out is None:
        print("Name the file of Parquet with --out.", file=sys.stderr)
        return 2
    try:
        view = view_of(arguments.view)
    except InvalidArgument as wrong:
        return _wrong(wrong)
    statement = statement_of(AnalyticsQuery(view.name, tuple(view.columns)), limit=None)
    with rows_of(load_settings().analytics_database_url, arguments.account, statement) as rows:
        if arguments.format == "parquet":
            write_parquet(rows, view, arguments.out)
            return 0
        out = arguments.out
        with nullcontext(sys.stdout) if out is None else out.open("w", encoding="utf-8", newline="") as file:
            WRITERS[arguments.format](rows, file)
    return 0


def _query(arguments: argparse.Namespace) -> AnalyticsQuery:
    where = [_condition(text) for text in arguments.where]
    return msgspec.convert(
        {
            "view": arguments.view,
            "select": arguments.select or list(view_of(arguments.view).columns),
            "where": where,
            "groupBy": arguments.group_by,
            "limit": arguments.limit,
        },
        AnalyticsQuery,
    )


def _condition(text: str) -> dict[str, str | None]:
    found = _CONDITION.fullmatch(text)
    if found is None:
        raise InvalidArgument(f"{text} is no condition: write COLUMN=VALUE.", reason="wrong_type")
    column, op, value = found.groups()
    return {"column": column, "op": op, "value": value or None}


def _wrong(mistake: Exception) -> int:
    print(mistake, file=sys.stderr)
    return 2
