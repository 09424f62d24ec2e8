"""What is read for whoever brings a session's cookie: one statement each, many of them in one round trip.

Nothing is remembered between two reads, so what is revoked is gone for the next request.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, LiteralString, NamedTuple, NewType, cast

from psycopg import AsyncConnection, AsyncCursor
from psycopg_pool import AsyncConnectionPool

from infrastructure.grouped import Grouped
from infrastructure.postgres import ask

BehindCookie = NewType("BehindCookie", str)
"""A statement that sees nothing but what the cookie opens."""

# Usually one round trip is under way; a second one does not wait for an answer that is slow to come.
AT_ONCE = 2
_MOST = 32


def behind_cookie(columns: str, more: str = "") -> BehindCookie:
    """Select `columns` from the session `s` that the cookie opens, joined with `more`; `%(now)s` is now.

    `session_of` lets the rest of the statement see the rows of the session's person and account. Everything
    there hangs on `s`, so a cookie that opens nothing sees nothing, whoever was asked for before it in the
    same round trip.
    """
    opened = "with s as materialized (select * from identity.session_of(%(hash)s, %(now)s))"
    return BehindCookie(f"{opened}\nselect {columns}\nfrom s\n{more}")


class _Question(NamedTuple):
    statement: BehindCookie
    cookie_hash: str
    now: datetime


class CookieReader:
    """Reads behind cookies, on connections whose plans are made once: every step goes by a key."""

    def __init__(self, pool: AsyncConnectionPool) -> None:
        self._pool = pool
        self._grouped: Grouped[_Question, tuple[Any, ...] | None] = Grouped(
            self._together, most=_MOST, at_once=AT_ONCE
        )

    async def one(self, statement: BehindCookie, cookie_hash: str, now: datetime) -> tuple[Any, ...] | None:
        """The row; None when the cookie opens nothing."""
        return await self._grouped(_Question(statement, cookie_hash, now))

    async def _together(self, questions: Sequence[_Question]) -> Sequence[tuple[Any, ...] | None]:
        return await ask(self._pool, lambda connection: _rows(connection, questions))


async def _rows(
    connection: AsyncConnection, questions: Sequence[_Question]
) -> Sequence[tuple[Any, ...] | None]:
    if len(questions) == 1:
        return [await (await _asked(connection, questions[0])).fetchone()]
    # All are sent before the first answer is awaited. Each is a statement with a view of the data of its own.
    async with connection.pipeline():
        cursors = [await _asked(connection, question) for question in questions]
    return [await cursor.fetchone() for cursor in cursors]


async def _asked(connection: AsyncConnection, question: _Question) -> AsyncCursor[tuple[Any, ...]]:
    values = {"hash": question.cookie_hash, "now": question.now}
    return await connection.execute(cast("LiteralString", question.statement), values, prepare=True)
