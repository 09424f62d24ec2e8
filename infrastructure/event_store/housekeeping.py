"""What is kept for a while only: answers for seven days, changes and notices for ninety, keys to an end."""

from __future__ import annotations

import psycopg
from psycopg import sql

from infrastructure.rows.comparing import AGE, AGED


def drop_what_is_due(connection: psycopg.Connection) -> None:
    connection.execute("delete from es.idempotency where created_at < now() - interval '7 days'")
    # A new version of the read model is filled beside the old one.
    for place in connection.execute(
        "select schemaname, tablename from pg_tables where tablename = any(%s) and schemaname ^@ 'p_'",
        (list(AGED),),
    ).fetchall():
        statement = sql.SQL("delete from {} where at < now() - {}::interval")
        connection.execute(statement.format(sql.Identifier(*place), AGE))
    connection.execute("delete from oversight.detector_state where until < now()")
    connection.execute("delete from es.subject_key where expires_on < (now() at time zone 'UTC')::date")
