"""Deletes expired rows of sign-in: codes, pending sign-ups, former secrets and known browsers."""

from __future__ import annotations

from psycopg_pool import AsyncConnectionPool

from infrastructure.postgres import AT_LEISURE, connection_of

# A secret outlives its session for a month, so that its use after the end can be noticed.
_STATEMENTS = (
    "delete from identity.one_time_code where expires_at < now() - interval '1 day'",
    "delete from identity.pending_registration where expires_at < now()",
    "delete from identity.former_secret where ends_at < now()",
    "delete from identity.known_browser where seen_at < now() - interval '400 days'",
    """
    delete from identity.session_secret as k using read.sessions as s
    where s.id = k.session_id and s.expires_at < now() - interval '30 days'
    """,
)


class Housekeeping:
    def __init__(self, pool: AsyncConnectionPool) -> None:
        self._pool = pool

    async def drop_what_is_due(self) -> None:
        async with connection_of(self._pool, seconds=AT_LEISURE) as connection:
            for statement in _STATEMENTS:
                await connection.execute(statement.encode())
