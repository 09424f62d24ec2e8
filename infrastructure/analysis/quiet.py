"""What PostgreSQL tells everybody who may sign in, told to the product and to monitoring only.

Sizes of tables, counts of their rows, locks, transactions and the write-ahead log are of all accounts
together: who knows those of one account can work out the rest. Advisory locks and large objects are more
than anybody needs who only reads.
"""

from __future__ import annotations

from typing import LiteralString

import psycopg
from psycopg import sql

TOLD = ("coffer_app", "coffer_projector", "pg_monitor")

# By the names of functions of `pg_catalog`.
_FUNCTIONS = (
    r"^pg_stat_(get|have)_",
    r"^pg_(relation|table|total_relation|indexes|database|tablespace)_size$",
    r"^pg_(lock_status|blocking_pids|safe_snapshot_blocking_pids|prepared_xact)$",
    r"^pg_(try_)?advisory_",
    r"^(pg_current_xact_id|pg_current_snapshot|txid_current|txid_status|pg_xact_|pg_last_committed_xact)",
    r"^(age|mxid_age)$",
    r"^pg_(current|last)_wal_",
    r"^pg_(walfile|wal_|available_wal|switch_wal|last_xact_replay|control_|get_wal|get_multixact)",
    r"^pg_(sequence_last_value|get_sequence_data|notification_queue_usage|logical_emit_message)$",
    r"^(lo_|loread$|lowrite$)",
)
# A connection asks it whether it speaks with a replica; it says nothing more to those who may not monitor.
_KEPT = "^pg_stat_get_wal_receiver$"
# Of `pg_class`: how large a table is, and how old.
_COLUMNS: LiteralString = "^(relpages|reltuples|relallvisible|relallfrozen|relfrozenxid|relminmxid)$"

_OPEN = """
select p.oid::regprocedure::text from pg_proc as p
where p.pronamespace = 'pg_catalog'::regnamespace and p.proname ~ %(closed)s and p.proname !~ %(kept)s
    and not (p.proname = 'age' and p.proargtypes[0] <> 'xid'::regtype)
    and has_function_privilege('public', p.oid, 'execute')
"""
_ASKED = {"closed": "|".join(_FUNCTIONS), "kept": _KEPT}
_COLUMNS_OF = """
select a.attname::text, a.attname ~ %s from pg_attribute as a
where a.attrelid = 'pg_catalog.pg_class'::regclass and a.attnum > 0 order by a.attnum
"""
_LOUD = """
select has_column_privilege('coffer_analyst', 'pg_catalog.pg_class', 'reltuples', 'select')
    or has_database_privilege('coffer_analyst', current_database(), 'temporary')
"""


def is_quiet(connection: psycopg.Connection) -> bool:
    """Whether an analyst's login learns nothing from the statistics of this database."""
    open_ones = connection.execute(_OPEN, _ASKED).fetchone()
    return open_ones is None and connection.execute(_LOUD).fetchone() == (False,)


def be_quiet(owner: psycopg.Connection) -> None:
    """Take all of it back from everybody. Only a superuser can: for others nothing is changed."""
    if owner.execute("select rolsuper from pg_roles where rolname = current_user").fetchone() != (True,):
        return
    told = sql.SQL(", ").join(map(sql.Identifier, TOLD))
    for (function,) in owner.execute(_OPEN, _ASKED).fetchall():
        named = sql.SQL(function)  # as PostgreSQL writes it
        owner.execute(sql.SQL("revoke execute on function {} from public").format(named))
        owner.execute(sql.SQL("grant execute on function {} to {}").format(named, told))
    if owner.execute(_LOUD).fetchone() == (True,):
        _hide_sizes(owner, told)
        _keep_out_temporary_tables(owner)


def _hide_sizes(owner: psycopg.Connection, told: sql.Composed) -> None:
    """Close columns of the catalogue; programs that ask for them find a catalogue with nothing in them."""
    columns = owner.execute(_COLUMNS_OF, (_COLUMNS,)).fetchall()
    plain = sql.SQL(", ").join(sql.Identifier(name) for name, hidden in columns if not hidden)
    owner.execute("revoke select on pg_catalog.pg_class from public")
    owner.execute(sql.SQL("grant select ({}) on pg_catalog.pg_class to public").format(plain))
    owner.execute(sql.SQL("grant select on pg_catalog.pg_class to {}").format(told))
    shown = sql.SQL(", ").join(
        sql.SQL("0 as {}" if hidden else "{}").format(sql.Identifier(name)) for name, hidden in columns
    )
    # Found before the real one, because an analyst's search path names this schema first.
    text = "create or replace view analytics.pg_class as select {} from pg_catalog.pg_class"
    owner.execute(sql.SQL(text).format(shown))
    owner.execute("grant select on analytics.pg_class to coffer_analyst")


def _keep_out_temporary_tables(owner: psycopg.Connection) -> None:
    """Nor temporary functions, which could be tried on rows."""
    row = owner.execute("select current_database()").fetchone()
    assert row is not None
    place = sql.Identifier(row[0])
    owner.execute(sql.SQL("revoke temporary on database {} from public").format(place))
    told = sql.SQL(", ").join(map(sql.Identifier, TOLD[:2]))
    owner.execute(sql.SQL("grant temporary on database {} to {}").format(place, told))
