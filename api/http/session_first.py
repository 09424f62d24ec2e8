"""Who has no session is told so, before anything is said about the form of what they sent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from api.http.session import SESSION, Cookies
from application.access import signed_in
from application.ports import Context

Guard = Callable[[ASGIConnection[Any, Any, Any, Any], BaseRouteHandler], Awaitable[None]]
Ask = Callable[[Request[Any, Any, Any]], Awaitable[Any]]


def needs_session(handler: BaseRouteHandler) -> bool:
    """Whether the route is for those who are signed in; one for anybody says `security=[]`."""
    return getattr(handler, "security", None) != []


def session_first(
    context_of: Callable[[Request[Any, Any, Any]], Awaitable[Context]], known: Ask, cookies: Cookies
) -> Guard:
    """Build the guard that runs before a request is taken apart.

    A handler that wants the circumstances of the call gets the very ones that are found here. One that finds
    the session by itself (`known`) is not asked twice: here it is only told of calls without a cookie.
    """

    async def guard(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
        if not needs_session(handler) or not isinstance(connection, Request):
            return
        taken = handler.parsed_fn_signature.parameters
        if "context" in taken:
            signed_in(await context_of(connection))
        elif "visits" in taken and cookies.read(connection, SESSION) is None:
            await known(connection)

    return guard
