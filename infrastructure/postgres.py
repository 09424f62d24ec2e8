"""Connections to PostgreSQL with the settings every part of the product wants."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Literal, TypeVar

import msgspec
from psycopg import AsyncConnection, errors
from psycopg.types.json import set_json_loads
from psycopg_pool import AsyncConnectionPool, PoolClosed, PoolTimeout

from domain.errors import Unavailable

T = TypeVar("T")

# A connection costs the server one to three megabytes: what a busy minute has opened is closed after it.
_IDLE_SECONDS = 60.0

# A read that takes longer is a fault and should not hold a connection.
_SETTINGS = (
    "statement_timeout=10s",
    "lock_timeout=3s",
    "idle_in_transaction_session_timeout=10s",
    "TimeZone=UTC",
)

# The database does not answer, not in time, or there is no connection to it.
_NO_ANSWER = (errors.OperationalError, PoolTimeout, PoolClosed)

Plans = Literal["force_custom_plan", "force_generic_plan"]


async def _configure(connection: AsyncConnection) -> None:
    # JSON that a read model keeps ready is passed on as it is, so it stays bytes.
    set_json_loads(msgspec.Raw, connection)


def open_pool(
    url: str, *, size: int, least: int = 1, timeout: float = 5.0, plans: Plans = "force_custom_plan"
) -> AsyncConnectionPool:
    """The pool that all parts of a process share. It connects when it is opened, keeps `least` connections
    and makes more when they are asked for. Connections commit every statement by itself.

    A holder of a connection never asks for a second one: then no number of callers can wait for one
    another in a circle, and one connection is enough for all of them, only slower.

    A plan made for one tenant does not fit the next, so every statement is planned for its values. Where
    statements go by keys only, there is but one good plan, and making it would take longer than following it.
    """
    options = " ".join(f"-c {setting}" for setting in (*_SETTINGS, f"plan_cache_mode={plans}"))
    return AsyncConnectionPool(
        url,
        min_size=least,
        max_size=size,
        max_idle=_IDLE_SECONDS,
        timeout=timeout,
        open=False,
        configure=_configure,
        kwargs={"autocommit": True, "options": options, "application_name": "coffer"},
    )


async def ask(pool: AsyncConnectionPool, question: Callable[[AsyncConnection], Awaitable[T]]) -> T:
    """Ask something that may be asked twice. Raises `Unavailable` when the database does not answer.

    A connection can have died while it was not used (a restart, a failover): then the others are looked
    at as well, and the question is asked once more.
    """
    for last in (False, True):
        asked: AsyncConnection | None = None
        try:
            async with pool.connection() as asked:
                return await question(asked)
        except _NO_ANSWER as failure:
            if last or asked is None or not asked.broken:
                raise unavailable() from failure
            await pool.check()
    raise AssertionError("the last attempt returns or raises")


@asynccontextmanager
async def connection_of(pool: AsyncConnectionPool) -> AsyncGenerator[AsyncConnection]:
    """A connection for what must not be asked twice.

    Raises `Unavailable` when the database does not answer."""
    try:
        async with pool.connection() as connection:
            yield connection
    except _NO_ANSWER as failure:
        raise unavailable() from failure


def unavailable() -> Unavailable:
    return Unavailable("The store does not answer. Try again in a moment.", reason="store_unavailable")
