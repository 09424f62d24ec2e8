"""What messages say, while it is kept."""

from __future__ import annotations

from typing import LiteralString
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from infrastructure.postgres import AT_LEISURE, ask, connection_of

_READ = "select sealed from messaging.mail_body where message_id = %s"
# domain.md section 13
_DROP = "delete from messaging.mail_body where created_at < now() - interval '7 days'"
_READ_BATCH = "select sealed from messaging.mail_batch where batch_id = %s"
_DROP_BATCHES = "delete from messaging.mail_batch where created_at < now() - interval '7 days'"


class StoredBodies:
    """Implements `application.messaging.ports.Bodies`."""

    def __init__(self, pool: AsyncConnectionPool) -> None:
        self._pool = pool

    async def read(self, message_id: UUID) -> bytes | None:
        return await self._read(_READ, message_id)

    async def read_batch(self, batch_id: UUID) -> bytes | None:
        return await self._read(_READ_BATCH, batch_id)

    async def _read(self, statement: LiteralString, named: UUID) -> bytes | None:
        async def question(connection: AsyncConnection) -> tuple[bytes] | None:
            return await (await connection.execute(statement, (named,))).fetchone()

        row = await ask(self._pool, question)
        return None if row is None else row[0]

    async def drop_what_is_due(self) -> None:
        async with connection_of(self._pool, seconds=AT_LEISURE) as connection:
            await connection.execute(_DROP)
            await connection.execute(_DROP_BATCHES)
