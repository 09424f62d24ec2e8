"""The tables of a database as text that any version of PostgreSQL reads (`COPY`)."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import psycopg
from psycopg import sql

from infrastructure.backup.members import MemberWriter

# Keys, and what holds personal values for some days only, are kept apart: a backup must not bring back what
# was destroyed after it. Answers to repeated requests may say such values in the clear.
APART = (
    "es.subject_key",
    "es.idempotency",
    "messaging.mail_body",
    "messaging.mail_batch",
    "identity.pending_registration",
)
# Migrations fill their own table, and snapshots are taken anew.
LEFT_OUT = (*APART, "public.migration", "es.snapshot")
# Where the log ends is written last: a database without it is not taken for a whole one.
LAST = "es.head"

_TABLES = """
select n.nspname, c.relname, array(
    select a.attname::text from pg_attribute as a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum)
from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
where c.relkind = 'r' and c.relpersistence = 'p'
    -- What is being rebuilt follows from the log, like the one that readers see.
    and n.nspname !~ '^(pg|rebuilt|replaced)_' and n.nspname <> 'information_schema'
order by 1, 2
"""
_REFERENCES = """
select format('%s.%s', n.nspname, c.relname), format('%s.%s', rn.nspname, r.relname)
from pg_constraint as f
join pg_class as c on c.oid = f.conrelid join pg_namespace as n on n.oid = c.relnamespace
join pg_class as r on r.oid = f.confrelid join pg_namespace as rn on rn.oid = r.relnamespace
where f.contype = 'f'
"""
_NUMBERED = """
select n.nspname, c.relname, a.attname::text, s.seq
from pg_attribute as a
join pg_class as c on c.oid = a.attrelid join pg_namespace as n on n.oid = c.relnamespace
cross join lateral pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname::text) as s(seq)
where c.relkind = 'r' and s.seq is not null and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
"""


class TableRows(NamedTuple):
    """A table and the columns that its rows have, in their order."""

    schema: str
    name: str
    columns: tuple[str, ...]

    @property
    def full_name(self) -> str:
        return f"{self.schema}.{self.name}"


def tables_of(connection: psycopg.Connection) -> list[TableRows]:
    """Every table, those first that others refer to."""
    found = {
        table.full_name: table
        for table in (
            TableRows(schema, name, tuple(columns))
            for schema, name, columns in connection.execute(_TABLES).fetchall()
        )
    }
    needs: dict[str, set[str]] = {name: set() for name in found}
    for name, referred in connection.execute(_REFERENCES).fetchall():
        if name != referred:
            needs[name].add(referred)
    ordered: list[TableRows] = []
    while needs:
        ready = sorted(name for name, missing in needs.items() if not missing & needs.keys())
        assert ready  # tables that refer to one another in a circle could not be filled
        ordered += [found[name] for name in ready]
        for name in ready:
            del needs[name]
    return ordered


def copy_out(connection: psycopg.Connection, table: TableRows, archive: MemberWriter) -> None:
    archive.begin(f"table/{table.full_name}", columns=list(table.columns))
    packer = zlib.compressobj(1)
    with connection.cursor().copy(_statement("copy {} ({}) to stdout", table)) as rows:
        for block in rows:
            archive.data(packer.compress(block))
    archive.data(packer.flush())


def unpacked(data: Iterable[bytes]) -> Iterator[bytes]:
    unpacker = zlib.decompressobj()
    for block in data:
        yield unpacker.decompress(block)
    yield unpacker.flush()


def copy_in(connection: psycopg.Connection, table: TableRows, data: Iterable[bytes]) -> None:
    """Replace what a migration has put into the table."""
    place = sql.Identifier(table.schema, table.name)
    if connection.execute(sql.SQL("select 1 from {} limit 1").format(place)).fetchone():
        connection.execute(sql.SQL("delete from {}").format(place))
    with connection.cursor().copy(_statement("copy {} ({}) from stdin", table)) as rows:
        for block in unpacked(data):
            rows.write(block)


def go_on_numbering(connection: psycopg.Connection) -> None:
    """Let every column that numbers its rows go on after the highest number."""
    for schema, table, column, sequence in connection.execute(_NUMBERED).fetchall():
        highest = sql.SQL("select setval({}, coalesce(max({}), 0) + 1, false) from {}").format(
            sql.Literal(sequence), sql.Identifier(column), sql.Identifier(schema, table)
        )
        connection.execute(highest)


def _statement(text: Any, table: TableRows) -> sql.Composed:
    columns = sql.SQL(", ").join(map(sql.Identifier, table.columns))
    return sql.SQL(text).format(sql.Identifier(table.schema, table.name), columns)
