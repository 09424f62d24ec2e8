"""A connection to Valkey held by one caller: one command, then its answer."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from hiredis import Reader
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import NoScriptError, ResponseError
from redis.exceptions import TimeoutError as TooSlow


class ValkeyLine(asyncio.Protocol):
    """Takes over what redis-py has connected, and hears the answer where it arrives: streams, locks and tasks
    on the way to the caller take longer than Valkey does.

    A line is `broken` when its server went away, also while nobody asked, and when an answer was not waited
    for to its end.
    """

    def __init__(self, connection: AbstractConnection) -> None:
        self._connection = connection
        # Nothing public leads to it.
        transport = connection._writer.transport  # pyright: ignore
        self._transport = cast("asyncio.Transport", transport)
        self._taken_from = self._transport.get_protocol()
        self._transport.set_protocol(self)
        self._replies = Reader(replyError=_refusal)
        self._answer: asyncio.Future[Any] | None = None
        self._loop = asyncio.get_running_loop()

    @property
    def broken(self) -> bool:
        return self._transport.is_closing()

    async def ask(self, command: bytes, seconds: float) -> Any:
        """The answer to a packed command. Raises `RedisError`: what Valkey refuses, that it went away, and
        that it took longer than `seconds`."""
        answer = self._answer = self._loop.create_future()
        if self.broken:
            raise NoConnection("The connection was lost.")
        alarm = self._loop.call_later(seconds, self._fail, TooSlow(f"Valkey took longer than {seconds} s."))
        self._transport.write(command)
        try:
            return await answer
        except asyncio.CancelledError as cancelled:
            self._fail(cancelled)
            raise
        finally:
            alarm.cancel()

    async def release(self) -> AbstractConnection:
        """Give the connection back, disconnected."""
        self._transport.abort()
        await self._connection.disconnect(nowait=True)
        return self._connection

    def data_received(self, data: bytes) -> None:
        self._replies.feed(data)
        reply = self._replies.gets()
        if reply is False or self._answer is None or self._answer.done():
            return
        if isinstance(reply, Exception):
            self._answer.set_exception(reply)
        else:
            self._answer.set_result(reply)

    def connection_lost(self, exc: Exception | None) -> None:
        self._fail(NoConnection("The connection was lost."))
        # It waits for that when the pool is closed.
        self._taken_from.connection_lost(exc)

    def _fail(self, failure: BaseException) -> None:
        """Close the connection: the next request must not get the answer of this one."""
        self._transport.abort()
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(failure)


def _refusal(text: str) -> ResponseError:
    return (NoScriptError if text.startswith("NOSCRIPT") else ResponseError)(text)
