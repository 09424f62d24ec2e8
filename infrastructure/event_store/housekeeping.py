"""What is kept for a while only: answers for seven days, changes for ninety, keys with an end until it."""

from __future__ import annotations

import psycopg
from psycopg import sql


def drop_what_is_due(connection: psycopg.Connection) -> None:
    connection.execute("delete from es.idempotency where created_at < now() - interval '7 days'")
    # A new version of the read model is filled beside the old one.
    for (schema,) in connection.execute(
        "select schemaname from pg_tables where tablename = 'changes' and schemaname like 'p\\_changes\\_%'"
    ).fetchall():
        statement = sql.SQL("delete from {} where at < now() - interval '90 days'")
        connection.execute(statement.format(sql.Identifier(schema, "changes")))
    connection.execute("delete from es.subject_key where expires_on < (now() at time zone 'UTC')::date")
