"""Every line that is written while a request is answered names the request."""

from __future__ import annotations

from typing import Any

import structlog
from litestar import Request
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from api.http.given import request_id_of


class Named(ASGIMiddleware):
    """Gives the request its id before anything else looks at it."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        request_id = request_id_of(Request[Any, Any, Any](scope))
        with structlog.contextvars.bound_contextvars(request_id=str(request_id)):
            await next_app(scope, receive, send)
