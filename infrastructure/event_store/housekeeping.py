"""What the event store keeps for a while only: answers for seven days, keys with an end until it."""

from __future__ import annotations

import psycopg


def drop_what_is_due(connection: psycopg.Connection) -> None:
    connection.execute("delete from es.idempotency where created_at < now() - interval '7 days'")
    connection.execute("delete from es.subject_key where expires_on < (now() at time zone 'UTC')::date")
