"""Who is signed in, for the plain question that every page asks again and again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Request
from litestar.types import Message, Receive, Scope, Send
from litestar.types.asgi_types import HTTPResponseBodyEvent, HTTPResponseStartEvent

from api.http import deadlines
from api.http.errors import Troubles, handlers
from api.http.head import PlainHead
from api.http.identity.errors import AUTH_HANDLERS
from api.http.identity.guard import AuthGuard
from api.http.identity.sessions import NO_STORE, READ_POSITION, current_of
from api.http.identity.visits import Visits
from api.http.policy import BrowserPolicy, Header

PATH = "/api/auth/get-session"

_JSON = (b"content-type", b"application/json")
_NO_STORE = [(name.lower().encode(), value.encode()) for name, value in NO_STORE.items()]


class PlainSession:
    """Answers `getSession` as its route does, by the same limits and the same reading; only the way of the
    framework from the request to there and back is left out."""

    def __init__(
        self,
        guard: AuthGuard,
        visits: Visits,
        reached: Callable[[], int],
        troubles: Troubles,
        policy: BrowserPolicy,
    ) -> None:
        self._handlers = {**handlers(troubles), **AUTH_HANDLERS}
        self._guard = guard
        self._visits = visits
        self._reached = reached
        self._policy = policy
        self._of_nobody = policy.beside([_JSON])
        self._of_somebody = policy.beside([_JSON, *_NO_STORE])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        head = PlainHead(scope)
        reached = self._reached()
        limit = asyncio.timeout(deadlines.SECONDS)
        try:
            async with limit:
                await self._guard.count(head)
                seen = await self._visits.seen(head)
        except Exception as failure:  # what the framework would do with it
            if isinstance(failure, TimeoutError) and limit.expired():
                failure = deadlines.too_late(Request[Any, Any, Any](scope))
            await self._refuse(failure, scope, receive, send)
            return
        if seen is None:
            await _send(send, b"null", self._of_nobody)
            return
        cookies = [cookie.to_encoded_header() for cookie in seen.cookies]
        position = (READ_POSITION.lower().encode(), str(reached).encode())
        body = msgspec.json.encode(current_of(seen.view))
        await _send(send, body, [*self._of_somebody, position, *cookies])

    async def _refuse(self, failure: Exception, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_policy(message: Message) -> None:
            await self._policy.before_send(message, scope)
            await send(message)

        request = Request[Any, Any, Any](scope, receive, send)
        handler = next(self._handlers[kind] for kind in type(failure).__mro__ if kind in self._handlers)
        response = handler(request, failure)
        await response.to_asgi_response(None, request)(scope, receive, with_policy)


async def _send(send: Send, body: bytes, headers: list[Header]) -> None:
    length = (b"content-length", str(len(body)).encode())
    start: HTTPResponseStartEvent = {
        "type": "http.response.start",
        "status": 200,
        "headers": [*headers, length],
    }
    rest: HTTPResponseBodyEvent = {"type": "http.response.body", "body": body, "more_body": False}
    await send(start)
    await send(rest)
