"""A call without a live session is refused before its body or its query is checked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter

from api.http.session import SESSION, Cookies
from application.access import signed_in
from application.ports import Context

Guard = Callable[[ASGIConnection[Any, Any, Any, Any], BaseRouteHandler], Awaitable[None]]
Ask = Callable[[Request[Any, Any, Any]], Awaitable[Any]]


def needs_session(handler: BaseRouteHandler) -> bool:
    """Whether the route needs a session; a public one has `security=[]`."""
    return getattr(handler, "security", None) != []


def _takes_query(handler: BaseRouteHandler) -> bool:
    parameters = handler.parsed_fn_signature.parameters.values()
    return any(isinstance(parameter.kwarg_definition, QueryParameter) for parameter in parameters)


def session_first(
    context_of: Callable[[Request[Any, Any, Any]], Awaitable[Context]], known: Ask, cookies: Cookies
) -> Guard:
    """Build the guard that runs before a request is taken apart.

    A handler that takes a `context` gets the one that is found here. A handler that takes `visits` looks the
    session up itself, and the middleware of `/api/auth` checks its body (`identity/guard.py`): here it is
    enough to look for a cookie. A query is checked before the handler runs, so with one, `known` looks the
    session up here as well.
    """

    async def guard(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
        if not needs_session(handler) or not isinstance(connection, Request):
            return
        taken = handler.parsed_fn_signature.parameters
        if "context" in taken:
            signed_in(await context_of(connection))
        elif "visits" in taken and (cookies.read(connection, SESSION) is None or _takes_query(handler)):
            await known(connection)

    return guard
