"""The tables of a read model that is folded once more: beside those that readers see, then in their place.

All of it is done as the owner of the tables, by one session at a time.
"""

from __future__ import annotations

import psycopg
from psycopg import sql

from infrastructure.collecting import no_backup_runs
from infrastructure.rows.schema import (
    bare_for,
    completed_for,
    place_name,
    place_of,
    rebuilt_schema_of,
    replaced_schema_of,
    schema_of,
)
from projections.kernel import Projection

# Who rebuilds holds it: two at once would clear away what the other has made.
REBUILD_LOCK = 0x636F6666_726562
_SUFFIX = "_rebuilt"
# Less than the second after which PostgreSQL ends one of two who wait for each other: so that is no reader.
_AT_ONCE = "200ms"
_LEFT = "select nspname from pg_namespace where nspname ~ '^(rebuilt|replaced)_.+_[0-9]+$'"


def rebuilt_place(projection: Projection) -> str:
    """The name under which what is folded once more keeps its place in the log."""
    return place_name(projection) + _SUFFIX


def make(owner: psycopg.Connection, projection: Projection) -> None:
    """Empty tables for the rows that `complete` follows, with a place at the beginning of each log."""
    for statement in bare_for(projection, rebuilt_schema_of(projection)):
        owner.execute(statement)
    owner.execute("insert into es.tracking select %s, log_id, 0 from es.head", (rebuilt_place(projection),))


def complete(owner: psycopg.Connection, projection: Projection) -> None:
    """Keys and indexes over the rows that are there."""
    for statement in completed_for(projection, rebuilt_schema_of(projection)):
        owner.execute(statement)


def begin_again(owner: psycopg.Connection, projection: Projection) -> None:
    """From the beginning of each log. The tables are empty."""
    owner.execute("update es.tracking set position = 0 where follower = %s", (rebuilt_place(projection),))


def analyze(owner: psycopg.Connection, projection: Projection) -> None:
    """So that nobody plans for empty tables."""
    for table in projection.tables:
        place = place_of(projection, table, rebuilt_schema_of(projection))
        owner.execute(sql.SQL("analyze {}").format(place))


def exchange(owner: psycopg.Connection, projection: Projection) -> bool:
    """Let readers see them from now on, while nobody writes either. False, and nothing is changed, when
    somebody reads or copies for longer than a moment."""
    place, rebuilt = place_name(projection), rebuilt_place(projection)
    try:
        with owner.transaction():
            if not no_backup_runs(owner):
                return False
            owner.execute(f"set local lock_timeout = '{_AT_ONCE}'".encode())
            rename_schema(owner, schema_of(projection), replaced_schema_of(projection))
            rename_schema(owner, rebuilt_schema_of(projection), schema_of(projection))
            for table in projection.tables:
                # The view stays the same one, with the rights on it: nobody finds it missing.
                text = "create or replace view {} with (security_invoker = true) as select * from {}"
                shown = sql.Identifier("read", table.name)
                owner.execute(sql.SQL(text).format(shown, place_of(projection, table)))
                owner.execute("select analytics.show(%s, %s)", (schema_of(projection), table.name))
            owner.execute("delete from es.tracking where follower = %s", (rebuilt,))
            owner.execute("delete from es.parked where follower = %s", (place,))
            owner.execute("update es.parked set follower = %s where follower = %s", (place, rebuilt))
    except (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected):
        return False
    return True


def clear(owner: psycopg.Connection) -> None:
    """Drop what a rebuild leaves: what it has replaced, and what it has not come to show."""
    for (schema,) in owner.execute(_LEFT).fetchall():
        owner.execute(sql.SQL("drop schema {} cascade").format(sql.Identifier(schema)))
    followers = f"%\\{_SUFFIX}"
    owner.execute("delete from es.tracking where follower like %s", (followers,))
    owner.execute("delete from es.parked where follower like %s", (followers,))


def rename_schema(owner: psycopg.Connection, schema: str, name: str) -> None:
    owner.execute(
        sql.SQL("alter schema {} rename to {}").format(sql.Identifier(schema), sql.Identifier(name))
    )
