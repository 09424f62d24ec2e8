"""What keys leave behind for a while only."""

from __future__ import annotations

from psycopg_pool import AsyncConnectionPool

from infrastructure.postgres import AT_LEISURE, connection_of

_STATEMENTS = (
    # A share is of no use without its session; sessions also end where nobody thinks of keys.
    """
    delete from vault.unlock_share as u
    where u.expires_at < now()
        or exists (
            select from read.sessions as s
            where s.id = u.session_id and (s.ended or s.expires_at < now())
        )
    """,
    "delete from vault.recovery_read where day < current_date - 1",
)


class VaultChores:
    def __init__(self, pool: AsyncConnectionPool) -> None:
        self._pool = pool

    async def drop_what_is_due(self) -> None:
        async with connection_of(self._pool, seconds=AT_LEISURE) as connection:
            for statement in _STATEMENTS:
                await connection.execute(statement.encode())
