"""Bodies on their way in: one that drips is cut, one that is not wanted is let run out, one that ends early
is nobody's fault."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from litestar.exceptions import HTTPException
from litestar.types import HTTPScope, Message, Receive, Send
from litestar.types.asgi_types import HTTPReceiveMessage

from api.http.given import SAFE_METHODS

# A phone at the edge of its network sends faster than this; nobody works with less.
PATIENCE_SECONDS = 10.0
SLOWEST_BYTES_PER_SECOND = 8 * 1024

# What is still on its way when the answer is given: read and thrown away, up to here.
_MOST_UNWANTED = 64 * 1024 * 1024
_UNWANTED_SECONDS = 10.0
# A sender that pauses for so long waits for the answer.
_QUIET_SECONDS = 1.0


class Gone(HTTPException):
    """The sender went away before all of the body was there. Nobody reads the answer."""

    status_code = 499


class TooSlow(HTTPException):
    """The body did not come at the slowest speed that is waited for."""

    status_code = 408


class Arriving:
    """One request and its body.

    A sender that does not look at the answer before everything is sent (as nearly all) sees the connection
    break where the server ends it first. So an answer that is given early, as of a body that is too large, is
    only ended when what is left has come, or the sender pauses.
    """

    def __init__(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._waited = 0.0
        self._received = 0
        self._is_whole = not _has_body(scope)
        self._is_gone = False

    async def receive(self) -> HTTPReceiveMessage:
        if self._is_whole:
            return cast("HTTPReceiveMessage", await self._receive())
        message = await self._next(PATIENCE_SECONDS + self._received / SLOWEST_BYTES_PER_SECOND)
        if message["type"] == "http.disconnect":
            raise Gone(detail="The sender went away.")
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.body" and not message.get("more_body") and not self._is_whole:
            # Before the end of the answer: the server takes that for the end of the request.
            await self._let_run_out()
        await self._send(message)

    async def _let_run_out(self) -> None:
        most, seconds = self._received + _MOST_UNWANTED, self._waited + _UNWANTED_SECONDS
        try:
            while not self._is_whole and not self._is_gone and self._received < most:
                await self._next(min(seconds, self._waited + _QUIET_SECONDS))
        except TooSlow:
            return

    async def _next(self, seconds: float) -> HTTPReceiveMessage:
        """The next piece, while no more than `seconds` were spent on waiting in all."""
        clock = asyncio.get_running_loop().time
        began = clock()
        limit = asyncio.timeout(max(0.0, seconds - self._waited))
        try:
            async with limit:
                message = cast("HTTPReceiveMessage", await self._receive())
        except TimeoutError:
            if not limit.expired():
                raise
            self._is_gone = True
            raise TooSlow(detail="The body came too slowly.") from None
        finally:
            self._waited += clock() - began
        if message["type"] == "http.disconnect":
            self._is_gone = True
        else:
            self._received += len(message["body"])
            self._is_whole = not message.get("more_body")
        return message


def _has_body(scope: HTTPScope) -> bool:
    if scope["method"] in SAFE_METHODS:
        return False
    named: dict[bytes, Any] = dict(scope["headers"])
    return b"transfer-encoding" in named or named.get(b"content-length", b"0") != b"0"
