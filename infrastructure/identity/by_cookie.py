"""Reads by session cookie: one statement each, many of them in one round trip.

Nothing is remembered between two reads, so what is revoked is gone for the next request.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NewType

from psycopg import errors, postgres
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from infrastructure.grouped import Grouped
from infrastructure.postgres import NO_ANSWER, TooSlow, back, no_answer, take, unavailable
from infrastructure.prepared import Execution, PreparedLine, Statement

BehindCookie = NewType("BehindCookie", Statement)
"""A statement that sees nothing but what the cookie opens."""

NOW = "$2"
"""In a statement behind a cookie: the moment it is asked at."""

# Usually one round trip is under way; a second one does not wait for an answer that is slow to come.
AT_ONCE = 2
_MOST = 32
# A server that hangs is left alone for this long: not everybody has to wait for it again.
_LEFT_ALONE_SECONDS = 1.0
_TYPES = (postgres.types["text"].oid, postgres.types["timestamptz"].oid)


def behind_cookie(columns: str, more: str = "") -> BehindCookie:
    """Select `columns` from the session `s` that the cookie opens, joined with `more`.

    `session_of` lets the rest of the statement see the rows of the session's person and account. Everything
    there hangs on `s`, so an invalid cookie sees no rows, regardless of earlier statements in the same round
    trip.
    """
    opened = f"with s as materialized (select * from identity.session_of($1, {NOW}))"  # noqa: S608 - a constant
    return BehindCookie(Statement(f"{opened}\nselect {columns}\nfrom s\n{more}", _TYPES))


class CookieReader:
    """Reads behind cookies, over up to `AT_ONCE` connections that it takes from the pool and holds: what
    checking one out for each round trip takes is more than what the round trip does."""

    def __init__(self, pool: AsyncConnectionPool) -> None:
        self._pool = pool
        self._idle: list[PreparedLine] = []
        self._asked_again_at = 0.0
        self._grouped: Grouped[Execution, tuple[Any, ...] | None] = Grouped(
            self._together, most=_MOST, at_once=AT_ONCE
        )

    async def one(self, statement: BehindCookie, cookie_hash: str, now: datetime) -> tuple[Any, ...] | None:
        """The row; None when the cookie opens nothing. Raises `Unavailable` when the database does not
        answer."""
        return await self._grouped(Execution(statement, (cookie_hash.encode(), str(now).encode())))

    async def close(self) -> None:
        """Give the connections back."""
        while self._idle:
            await back(self._pool, await self._idle.pop().release())

    async def _together(self, executions: Sequence[Execution]) -> Sequence[tuple[Any, ...] | None]:
        if time.monotonic() < self._asked_again_at:
            raise unavailable()
        try:
            line = await self._line()
            try:
                return await self._asked(line, executions)
            except errors.OperationalError as failure:
                if not line.broken or isinstance(failure, TooSlow):
                    raise
            # It died just now (a restart, a failover): as in `ask` the question is asked once more.
            return await self._asked(await self._line(), executions)
        except NO_ANSWER as failure:
            if isinstance(failure, (TooSlow, PoolTimeout)):
                self._asked_again_at = time.monotonic() + _LEFT_ALONE_SECONDS
            raise no_answer(failure) from failure

    async def _line(self) -> PreparedLine:
        """One that nobody uses, else a new one."""
        while self._idle:
            line = self._idle.pop()
            if not line.broken:
                return line
            await back(self._pool, await line.release())
        return PreparedLine(await take(self._pool))

    async def _asked(
        self, line: PreparedLine, executions: Sequence[Execution]
    ) -> Sequence[tuple[Any, ...] | None]:
        try:
            return await line.first_rows(executions)
        finally:
            self._idle.append(line)
