"""The answers that are kept for repeated requests."""

from __future__ import annotations

from uuid import UUID

from psycopg_pool import AsyncConnectionPool

from infrastructure.postgres import AT_LEISURE, connection_of

# Ids are written in one form everywhere.
_FORGET = """
delete from es.idempotency
where account_id = %(account)s and position(convert_to(%(id)s, 'UTF8') in response) > 0
"""


class KeptAnswers:
    """Implements `application.processes.forget_answers.Answers`."""

    def __init__(self, pool: AsyncConnectionPool) -> None:
        self._pool = pool

    async def forget(self, account_id: UUID, record_id: UUID) -> None:
        async with connection_of(self._pool, seconds=AT_LEISURE) as connection:
            await connection.execute(_FORGET, {"account": account_id, "id": str(record_id)})
