"""Who is signed in, for the plain question that every page asks again and again."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.types import Receive, Scope, Send
from litestar.types.asgi_types import HTTPResponseBodyEvent, HTTPResponseStartEvent

from api.http.errors import HANDLERS
from api.http.identity.errors import AUTH_HANDLERS
from api.http.identity.guard import AuthGuard
from api.http.identity.sessions import NO_STORE, current_of
from api.http.identity.visits import Visits

PATH = "/api/auth/get-session"

_HANDLERS = {**HANDLERS, **AUTH_HANDLERS}
_JSON = (b"content-type", b"application/json")
_ALIVE = [_JSON, *((name.lower().encode(), value.encode()) for name, value in NO_STORE.items())]


class PlainSession:
    """Answers `getSession` as its route does, by the same limits and the same reading; only the way of the
    framework from the request to there and back is left out."""

    def __init__(self, guard: AuthGuard, visits: Visits) -> None:
        self._guard = guard
        self._visits = visits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request[Any, Any, Any](scope, receive, send)
        try:
            await self._guard.count(request)
            visit = await self._visits.of(request)
        except Exception as failure:  # what the framework would do with it
            await _refuse(failure, request, scope, receive, send)
            return
        if visit is None:
            await _send(send, b"null", [_JSON])
            return
        cookies = [cookie.to_encoded_header() for cookie in visit.cookies]
        await _send(send, msgspec.json.encode(current_of(visit.view)), [*_ALIVE, *cookies])


async def _send(send: Send, body: bytes, headers: list[tuple[bytes, bytes]]) -> None:
    length = (b"content-length", str(len(body)).encode())
    start: HTTPResponseStartEvent = {
        "type": "http.response.start",
        "status": 200,
        "headers": [*headers, length],
    }
    rest: HTTPResponseBodyEvent = {"type": "http.response.body", "body": body, "more_body": False}
    await send(start)
    await send(rest)


async def _refuse(
    failure: Exception, request: Request[Any, Any, Any], scope: Scope, receive: Receive, send: Send
) -> None:
    handler = next(_HANDLERS[kind] for kind in type(failure).__mro__ if kind in _HANDLERS)
    response = handler(request, failure)
    await response.to_asgi_response(None, request)(scope, receive, send)
