"""Connections to PostgreSQL with the settings every part of the product wants.

Nobody else takes connections from a pool (`tests/contracts/test_who_holds_connections.py`): here they are
proved before they are used, nobody waits for an answer for ever, and trouble becomes a refusal with a reason.
"""

from __future__ import annotations

import asyncio
import select
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any, Literal, Self, TypeVar

import msgspec
import psycopg
import structlog
from psycopg import AsyncConnection, errors, waiting
from psycopg.abc import PQGen, PQGenConn
from psycopg.pq import ConnStatus
from psycopg.types.json import set_json_loads
from psycopg_pool import AsyncConnectionPool, PoolClosed, PoolTimeout

from domain.errors import Unavailable
from infrastructure.disk import no_space

log = structlog.get_logger("coffer.store")

T = TypeVar("T")

ANSWER_SECONDS = 4.0
"""How long the database may take for what one caller asks of it: less than a request may take in all."""
AT_LEISURE = 60.0
"""For what nobody waits for."""

# A connection costs the server one to three megabytes: what a busy minute has opened is closed after it.
_IDLE_SECONDS = 60.0
# Left alone for longer, a connection is asked whether it is still there. A shorter while is not worth a round
# trip: what ended in it is seen without one.
_SURE_SECONDS = 5.0
_PROOF_SECONDS = 1.0
# A way to the server is looked for again after this, for as long as somebody waits for one.
_AGAIN_SECONDS = 0.5

# A read that takes longer is a fault and should not hold a connection. Nor should one whose asker is gone.
_SETTINGS = (
    "statement_timeout=10s",
    "lock_timeout=3s",
    "idle_in_transaction_session_timeout=10s",
    "client_connection_check_interval=1s",
    "TimeZone=UTC",
)

# A server that does not answer the way it is found, and one that went away without a word.
REACHED: dict[str, Any] = {
    "connect_timeout": 2,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 20_000,
}

# The database does not answer, not in time, or there is no connection to it (any more).
NO_ANSWER = (errors.OperationalError, errors.InterfaceError, PoolTimeout, PoolClosed)
_DISK_FULL = "53100"

# The same seen from the server, for who holds a lock there: nobody else can have it until the server has let
# go of a holder that is gone, or that has not said a word for a minute.
LET_GO = (
    "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=2 "
    "-c tcp_user_timeout=20000 -c idle_session_timeout=60s"
)

Plans = Literal["force_custom_plan", "force_generic_plan"]


# What psycopg has begun for the present attempt to connect: one generator for each address of the server.
_begun: ContextVar[list[PQGenConn[Any]]] = ContextVar("_begun")


class TooSlow(errors.OperationalError):
    """No answer in time. What was asked may have been carried out, or still be."""


class TimedConnection(AsyncConnection):
    """A connection that is given up when an answer does not come by `until`, and when nobody waits for it.

    psycopg would ask the server to stop, and wait for that: of a server that hangs, or that cannot be
    reached, that asks too much.
    """

    until = 0.0
    used_at = 0.0

    @classmethod
    async def connect(cls, *given: Any, **named: Any) -> Self:
        """Connect; a connection that is only half made is closed when this fails or is cancelled.

        psycopg leaves that to the garbage collector. Until then PostgreSQL keeps it open for its
        `authentication_timeout` (60 s), and whoever drops a database waits for it.
        """
        begun: list[PQGenConn[Any]] = []
        outer = _begun.set(begun)
        try:
            return await super().connect(*given, **named)
        except BaseException:
            for way in begun:
                way.close()
            raise
        finally:
            _begun.reset(outer)

    @classmethod
    def _connect_gen(cls, conninfo: str = "") -> PQGenConn[Self]:
        way = super()._connect_gen(conninfo)
        _begun.get().append(way)
        return way

    async def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:  # noqa: ASYNC109 - psycopg's
        left = timeout if not self.until else max(0.05, self.until - time.monotonic())
        try:
            return await waiting.wait_async(gen, self.pgconn.socket, interval=interval, timeout=left)
        except errors._WaitTimeout as late:  # pyright: ignore[reportPrivateUsage] - the only sign of it
            if not self.until:
                raise  # whoever listens says for how long
            self.pgconn.finish()
            raise TooSlow("The database did not answer in time.") from late
        except asyncio.CancelledError:
            self.pgconn.finish()
            raise


class PatientConnection(psycopg.Connection):
    """The same for a thread: it waits `seconds` for each answer, and then gives the connection up."""

    seconds = ANSWER_SECONDS

    def wait(self, gen: PQGen[T], interval: float = 0.1, timeout: float | None = None) -> T:
        try:
            return super().wait(gen, interval, self.seconds if timeout is None else timeout)
        except errors._WaitTimeout as late:  # pyright: ignore[reportPrivateUsage] - the only sign of it
            if timeout is not None:
                raise  # whoever listens says for how long
            self.pgconn.finish()
            raise TooSlow("The database did not answer in time.") from late


async def _configure(connection: AsyncConnection) -> None:
    # JSON that a read model keeps ready is passed on as it is, so it stays bytes.
    set_json_loads(msgspec.Raw, connection)
    if isinstance(connection, TimedConnection):
        connection.used_at = time.monotonic()


def open_pool(
    url: str,
    *,
    size: int,
    least: int = 1,
    timeout: float = ANSWER_SECONDS,
    plans: Plans = "force_custom_plan",
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
        connection_class=TimedConnection,
        min_size=least,
        max_size=size,
        max_idle=_IDLE_SECONDS,
        timeout=timeout,
        # Longer and longer pauses between attempts would outlast the trouble: whoever waits asks anew.
        reconnect_timeout=_AGAIN_SECONDS,
        open=False,
        configure=_configure,
        kwargs={"autocommit": True, "options": options, "application_name": "coffer", **REACHED},
    )


async def take(pool: AsyncConnectionPool, seconds: float | None = None) -> AsyncConnection:
    """A connection that is proved to be there, for whoever holds it and then gives it `back`.

    Connections that ended while nobody used them (a restart, a failover) are replaced. Raises what
    psycopg raises.
    """
    until = time.monotonic() + (pool.timeout if seconds is None else seconds)
    while True:
        left = until - time.monotonic()
        try:
            connection = await pool.getconn(timeout=max(0.01, min(left, _AGAIN_SECONDS)))
        except PoolTimeout:
            if left <= _AGAIN_SECONDS:
                raise
            continue
        try:
            if await _is_there(connection, until):
                return connection
            await connection.close()
        except BaseException:
            await back(pool, connection)
            raise
        await back(pool, connection)


async def back(pool: AsyncConnectionPool, connection: AsyncConnection) -> None:
    """Give a connection back that was taken."""
    if isinstance(connection, TimedConnection):
        connection.until, connection.used_at = 0.0, time.monotonic()
    await pool.putconn(connection)


async def ask(
    pool: AsyncConnectionPool,
    question: Callable[[AsyncConnection], Awaitable[T]],
    *,
    seconds: float = ANSWER_SECONDS,
) -> T:
    """Ask something that may be asked again. Raises `Unavailable` when the database does not answer.

    A connection that ended just now is no answer: the question is asked once more, at most as often as there
    may be connections, which do not all end at once. One that was too slow is.
    """
    until = time.monotonic() + seconds
    for left in range(pool.max_size, -1, -1):
        asked: AsyncConnection | None = None
        try:
            async with _held(pool, until) as asked:
                return await question(asked)
        except NO_ANSWER as failure:
            if not left or asked is None or not asked.broken or isinstance(failure, TooSlow):
                raise no_answer(failure) from failure
    raise AssertionError("the last attempt returns or raises")


@asynccontextmanager
async def connection_of(
    pool: AsyncConnectionPool, *, seconds: float = ANSWER_SECONDS
) -> AsyncGenerator[AsyncConnection]:
    """A connection for what must not be asked twice.

    Raises `Unavailable` when the database does not answer."""
    try:
        async with _held(pool, time.monotonic() + seconds) as connection:
            yield connection
    except NO_ANSWER as failure:
        raise no_answer(failure) from failure


@asynccontextmanager
async def _held(pool: AsyncConnectionPool, until: float) -> AsyncGenerator[AsyncConnection]:
    connection = await take(pool, min(pool.timeout, until - time.monotonic()))
    if isinstance(connection, TimedConnection):
        connection.until = until
    try:
        async with connection:
            yield connection
    finally:
        await back(pool, connection)


async def _is_there(connection: AsyncConnection, until: float) -> bool:
    """Whether the server still holds the other end. It says so by itself when it ends a connection, so
    where nothing has come that need not be asked."""
    if connection.closed or not isinstance(connection, TimedConnection):
        return not connection.closed
    quiet = not has_news(connection.pgconn)
    if quiet and time.monotonic() - connection.used_at < _SURE_SECONDS:
        return True
    connection.until = min(until, time.monotonic() + _PROOF_SECONDS)
    try:
        await connection.execute("")
    except errors.OperationalError:
        return False
    finally:
        connection.until = 0.0
    return True


def has_news(server: psycopg.pq.abc.PGconn) -> bool:
    """Whether an idle connection has something to say: as a rule that it has ended."""
    if server.status != ConnStatus.OK:
        return True
    watched = select.poll()
    watched.register(server.socket, select.POLLIN)
    return bool(watched.poll(0))


def no_answer(failure: Exception) -> Unavailable:
    """The refusal for a database that did not do what it was asked, and not by a fault of ours."""
    return told_as(failure.sqlstate if isinstance(failure, psycopg.Error) else None)


def told_as(state: str | None) -> Unavailable:
    """The same, for what PostgreSQL calls the failure."""
    if state != _DISK_FULL:
        return unavailable()
    log.error("disk_full", of="database")
    return no_space()


def unavailable() -> Unavailable:
    return Unavailable("The store does not answer. Try again in a moment.", reason="store_unavailable")
