"""A product route that is called with the cookie of an ended session notes that."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from litestar import Request

from api.http.session import SESSION, Cookies
from application.identity.dead_sessions import DeadSessions
from application.ports import Context

ContextOf = Callable[[Request[Any, Any, Any]], Awaitable[Context]]


def noticing_dead_sessions(context_of: ContextOf, cookies: Cookies, dead: DeadSessions) -> ContextOf:
    """Build the same dependency, which looks twice at cookies that open nothing."""

    async def context(request: Request[Any, Any, Any]) -> Context:
        found = await context_of(request)
        token = cookies.read(request, SESSION) if found.actor.user_id is None else None
        if token is not None:
            await dead.noticed(token, found)
        return found

    return context
