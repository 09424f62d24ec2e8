"""Comparing a table with what the log makes of it: row by row, inside the database."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple
from uuid import UUID

import psycopg
from psycopg import sql

from infrastructure.rows.schema import SCRATCH, columns_of, key_of
from projections.kernel import Table

# Rows of these tables are dropped at this age (`event_store/housekeeping.py`).
AGED = ("changes", "notices")
AGE = "90 days"
# Of a key, only these are said: a text could be a name, or stand for one.
_SAYABLE = ("uuid", "bigint", "integer", "smallint")


class Difference(NamedTuple):
    """How a table differs from the log, by its first row that does, in the order of its key."""

    table: str
    rows: int
    how: Literal["missing", "surplus", "changed"]
    key: dict[str, Any]
    columns: tuple[str, ...]
    """Those that differ, of a row that is in both."""
    position: int
    """The event that last changed the row."""

    def __str__(self) -> str:
        key = " ".join(f"{name}={value}" for name, value in self.key.items())
        columns = f" in {', '.join(self.columns)}" if self.columns else ""
        return (
            f"{self.table}: {self.rows} {'row differs' if self.rows == 1 else 'rows differ'}; "
            f"the first is {self.how}{columns}: {key}, last changed at position {self.position}"
        )


def compare(
    connection: psycopg.Connection,
    table: Table,
    live: sql.Composable,
    account_id: UUID | None,
    folded: sql.Composable | None = None,
) -> tuple[int, Difference | None]:
    """How many rows a live table has, and how it differs from what was folded: the session's own table of
    that name, unless another is given."""
    which: list[sql.Composable] = [sql.SQL("true")]
    if account_id is not None:
        which.append(sql.SQL("account_id = {}").format(sql.Literal(account_id)))
    if table.name in AGED:
        which.append(sql.SQL("at >= now() - {}::interval").format(sql.Literal(AGE)))
    condition = sql.SQL(" and ").join(which)
    sides = {
        "live": sql.SQL("select * from {} where {}").format(live, condition),
        "scratch": sql.SQL("select * from {} where {}").format(
            folded or sql.Identifier(SCRATCH, table.name), condition
        ),
    }
    counted = connection.execute(sql.SQL("select count(*) from ({}) as l").format(sides["live"])).fetchone()
    found = connection.execute(_first_difference(table, sides["live"], sides["scratch"])).fetchone()
    count = 0 if counted is None else counted[0]
    if found is None:
        return count, None
    rows, how, position, columns, *key = found
    kinds = columns_of(table)
    said = {
        name: value if kinds[name].partition(" ")[0] in _SAYABLE else "…"
        for name, value in zip(key_of(table), key, strict=True)
    }
    return count, Difference(table.name, rows, how, said, tuple(sorted(columns or ())), position)


def _first_difference(table: Table, live: sql.Composable, scratch: sql.Composable) -> sql.Composed:
    key, columns = key_of(table), columns_of(table)
    differs = {name: _differs(name, kind) for name, kind in columns.items() if name not in key}
    return sql.SQL(
        "select count(*) over (), "
        "case when l.seq is null then 'missing' when s.seq is null then 'surplus' else 'changed' end, "
        "coalesce(l.seq, s.seq), "
        "case when l.seq is not null and s.seq is not null then array_remove(array[{columns}], null) end, "
        "{key} from ({live}) as l full join ({scratch}) as s using ({using}) "
        "where l.seq is null or s.seq is null or {differs} order by {using} limit 1"
    ).format(
        columns=sql.SQL(", ").join(
            sql.SQL("case when {} then {} end").format(one, sql.Literal(name))
            for name, one in differs.items()
        ),
        key=sql.SQL(", ").join(map(sql.Identifier, key)),
        using=sql.SQL(", ").join(map(sql.Identifier, key)),
        live=live,
        scratch=scratch,
        differs=sql.SQL(" or ").join(differs.values()),
    )


def _differs(name: str, kind: str) -> sql.Composed:
    # Of two texts in `json`, PostgreSQL does not say whether they are equal.
    cast = sql.SQL("::text" if kind.split()[0] == "json" else "")
    return sql.SQL("l.{0}{1} is distinct from s.{0}{1}").format(sql.Identifier(name), cast)
