"""What is kept for a while only: answers for seven days, changes and notices for ninety, keys to an end."""

from __future__ import annotations

import psycopg
from psycopg import sql

from infrastructure.rows.comparing import AGE, AGED

_KEPT_FOR_A_WHILE = """
select schemaname, tablename from pg_tables where tablename = any(%s) and schemaname ~ '^(p|rebuilt)_'
"""


def drop_what_is_due(connection: psycopg.Connection) -> None:
    connection.execute("delete from es.idempotency where created_at < now() - interval '7 days'")
    drop_aged(connection)
    connection.execute("delete from oversight.detector_state where until < now()")
    connection.execute("delete from es.subject_key where expires_on < (now() at time zone 'UTC')::date")


def drop_aged(connection: psycopg.Connection) -> None:
    """Of read models that keep rows for a while: new versions and what is rebuilt are filled beside them."""
    for place in connection.execute(_KEPT_FOR_A_WHILE, (list(AGED),)).fetchall():
        statement = sql.SQL("delete from {} where at < now() - {}::interval")
        connection.execute(statement.format(sql.Identifier(*place), AGE))
