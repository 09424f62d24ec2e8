"""Prepared statements over one connection held by the caller, pipelined."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from psycopg import AsyncConnection, sql
from psycopg.adapt import Transformer
from psycopg.errors import OperationalError, error_from_result
from psycopg.pq import ExecStatus, Format
from psycopg.pq.abc import PGresult

from infrastructure.postgres import ANSWER_SECONDS, TimedConnection, TooSlow

_FAILURES = (ExecStatus.FATAL_ERROR, ExecStatus.PIPELINE_ABORTED)


class Statement(NamedTuple):
    """A statement with `$1`, `$2`, …, and the types of what is put there (their oids)."""

    sql: str
    types: tuple[int, ...]


class Execution(NamedTuple):
    """A statement with its values, as PostgreSQL reads them."""

    statement: Statement
    values: Sequence[bytes]


class PreparedLine:
    """Asks over libpq's pipeline itself: what a cursor gets ready for every statement is got ready once.

    One group at a time. What is asked together is one transaction; each statement has a view of the data of
    its own. A line is `broken` when its server went away, also while nobody asked, and when a group did not
    get all of its answers, or not in `seconds`.
    """

    def __init__(self, connection: AsyncConnection, seconds: float = ANSWER_SECONDS) -> None:
        self._connection = connection
        self._seconds = seconds
        self._server = connection.pgconn
        self._server.enter_pipeline_mode()
        self._rows = Transformer(connection)
        self._names: dict[Statement, bytes] = {}
        self._results: list[PGresult] = []
        self._answered: asyncio.Future[None] | None = None
        self._loop = asyncio.get_running_loop()
        # For as long as the line is held: to begin and to end it with each group asks the kernel twice.
        self._socket = self._server.socket
        self._loop.add_reader(self._socket, self._hear)

    @property
    def broken(self) -> bool:
        return self._connection.closed

    async def first_rows(self, executions: Sequence[Execution]) -> Sequence[tuple[Any, ...] | None]:
        """The first row of each, None where there is none. Raises what psycopg raises."""
        for statement, _ in executions:
            if statement not in self._names:
                await self._prepare(statement)

        def send() -> None:
            for statement, values in executions:
                self._server.send_query_prepared(self._names[statement], values, None, Format.BINARY)

        return [self._first_row(result) for result in await self._exchange(send)]

    async def release(self) -> AsyncConnection:
        """Give the connection back in its original state."""
        if not self.broken:
            self._loop.remove_reader(self._socket)
            self._server.exit_pipeline_mode()
            if isinstance(self._connection, TimedConnection):
                self._connection.until = time.monotonic() + self._seconds
            # Only its own: what was prepared before is still counted on by whoever did it.
            for name in self._names.values():
                await self._connection.execute(sql.SQL("deallocate {}").format(sql.Identifier(name.decode())))
        return self._connection

    async def _prepare(self, statement: Statement) -> None:
        name = b"line_%d" % len(self._names)
        await self._exchange(lambda: self._server.send_prepare(name, statement.sql.encode(), statement.types))
        self._names[statement] = name

    async def _exchange(self, send: Callable[[], None]) -> Sequence[PGresult]:
        """What came of everything that `send` sends. Where that is not all known, the connection is given
        up: whoever asks next must not be told answers of others."""
        self._answered, self._results = self._loop.create_future(), []
        too_slow = TooSlow("The database did not answer in time.")
        alarm = self._loop.call_later(self._seconds, self._fail, too_slow)
        try:
            send()
            self._server.pipeline_sync()
            self._flush()
            await self._answered
        except BaseException:
            self._give_up()
            raise
        finally:
            alarm.cancel()
            self._answered = None
        for result in self._results:
            if result.status in _FAILURES:
                raise error_from_result(result)
        return self._results

    def _flush(self) -> None:
        """Send what the socket takes, and the rest when it takes more."""
        if self._server.flush():
            self._loop.add_writer(self._socket, self._flush_rest)

    def _flush_rest(self) -> None:
        try:
            if not self._server.flush():
                self._loop.remove_writer(self._socket)
        except OperationalError as failure:
            self._fail(failure)

    def _hear(self) -> None:
        try:
            self._server.consume_input()
        except OperationalError as failure:
            self._fail(failure)
            return
        while self._answered is not None and not self._answered.done() and not self._server.is_busy():
            result = self._server.get_result()
            if result is None:
                # It stands between two statements, and for whatever is asked of a dead connection.
                if self.broken:
                    self._fail(OperationalError("The connection was lost."))
            elif result.status == ExecStatus.PIPELINE_SYNC:
                self._answered.set_result(None)
            else:
                self._results.append(result)

    def _fail(self, failure: OperationalError) -> None:
        self._give_up()
        if self._answered is not None and not self._answered.done():
            self._answered.set_exception(failure)

    def _give_up(self) -> None:
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)
        self._server.finish()

    def _first_row(self, result: PGresult) -> tuple[Any, ...] | None:
        if not result.ntuples:
            return None
        self._rows.set_pgresult(result)
        return self._rows.load_row(0, tuple)
