"""Reading read models: one statement, one round trip, the rows of one tenant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from infrastructure.postgres import ask

_SEEN_BY = "select set_config('app.account_id', %s, true), set_config('app.user_id', %s, true)"


class PostgresReader:
    """Implements `projections.kernel.Reader`.

    Columns of type json and jsonb come as `msgspec.Raw`: ready to be joined into an answer, or to be
    decoded by `msgspec.json.decode`.
    """

    def __init__(self, pool: AsyncConnectionPool) -> None:
        self._pool = pool

    async def all(
        self,
        sql: str,
        params: Mapping[str, Any] | None = None,
        *,
        account_id: UUID | None = None,
        user_id: UUID | None = None,
    ) -> list[tuple[Any, ...]]:
        return await ask(self._pool, lambda connection: _rows(connection, sql, params, account_id, user_id))

    async def one(
        self,
        sql: str,
        params: Mapping[str, Any] | None = None,
        *,
        account_id: UUID | None = None,
        user_id: UUID | None = None,
    ) -> tuple[Any, ...] | None:
        rows = await self.all(sql, params, account_id=account_id, user_id=user_id)
        return rows[0] if rows else None


async def _rows(
    connection: AsyncConnection,
    sql: str,
    params: Mapping[str, Any] | None,
    account_id: UUID | None,
    user_id: UUID | None,
) -> list[tuple[Any, ...]]:
    if account_id is None and user_id is None:
        cursor = await connection.execute(sql, params, prepare=True)  # pyright: ignore[reportArgumentType]
        return await cursor.fetchall()
    seen_by = ("" if account_id is None else str(account_id), "" if user_id is None else str(user_id))
    # All of it is sent before the first answer is awaited. The settings end with the transaction, so a
    # connection never carries one tenant over to the next.
    async with connection.pipeline():
        await connection.execute("begin read only")
        await connection.execute(_SEEN_BY, seen_by, prepare=True)
        cursor = await connection.execute(sql, params, prepare=True)  # pyright: ignore[reportArgumentType]
        await connection.execute("commit")
    return await cursor.fetchall()
