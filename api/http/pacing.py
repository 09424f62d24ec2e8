"""How fast one session may read and write (domain.md section 8): asked before every call of the product."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from litestar import Request, Response
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.handlers import HTTPRouteHandler
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from api.http.errors import AUTH, error_response
from api.http.given import SAFE_METHODS, ClientAddress
from api.http.head import Head
from api.http.session import SESSION, Cookies, neighbourhood
from application.pace import Allowance, Pace, Paces
from domain.errors import Unavailable

log = structlog.get_logger("coffer.http")

# Some lists are read by POST. Their operation ids begin like this, here as for the generated client.
_READS = ("list", "get", "search")

OnLimited = Callable[[str, str | None], Awaitable[None]]


@dataclass(frozen=True)
class ProductPaces:
    """The paces of the installation; `bundles` holds beside `reads` for what opens files and roles."""

    reads: Pace
    writes: Pace
    bundles: Pace

    def of(self, handler: HTTPRouteHandler, method: str) -> Sequence[Pace]:
        """What a route is measured by: nothing for pages and files, and where it says `paced: False`."""
        if handler.include_in_schema is False or not handler.opt.get("paced", True):
            return ()
        if method not in SAFE_METHODS and not str(handler.operation_id).startswith(_READS):
            return (self.writes,)
        return (self.reads, self.bundles) if handler.opt.get("is_bundle") else (self.reads,)


@dataclass(frozen=True)
class Pacing:
    """Asks for one call. A session has its pace wherever it is; who has none shares that of the address."""

    paces: ProductPaces
    limits: Paces
    cookies: Cookies
    address_of: ClientAddress
    on_limited: OnLimited
    """Hears of the first refusal in a minute, with the pace's name and the client's address."""
    is_dead: Callable[[str], bool]
    """Whether a session's token was found to open nothing: its bearer is a stranger like any other."""

    def knows(self, request: Head) -> bool:
        """Whether the request brings a session's cookie that we signed and that is not known to be dead."""
        return self._session_of(request) is not None

    def _session_of(self, request: Head) -> str | None:
        token = self.cookies.read(request, SESSION)
        return None if token is None or self.is_dead(token) else token

    async def ask(self, request: Request[Any, Any, Any]) -> Allowance | None:
        """What the pace allows; None where there is none to keep."""
        paces = self.paces.of(request.route_handler, request.method)
        if not paces:
            return None
        return await self.keep(request, paces)

    async def keep(self, request: Head, paces: Sequence[Pace]) -> Allowance | None:
        """The same, for these paces."""
        token, address = self._session_of(request), self.address_of(request)
        subject = f"address {neighbourhood(address)}" if token is None else f"session {token}"
        try:
            allowed = await self.limits.keep_to(subject, paces)
        except Unavailable:
            # This guards against haste. A part that is down must not take the rest with it.
            log.warning("pace_not_kept", path=request.scope["path"])
            return None
        if allowed.first:
            await self.on_limited(paces[-1].name, address)
        return allowed


def headers_of(allowed: Allowance) -> dict[str, str]:
    """`RateLimit-*`: how much there is at once, what is left of it, and in how many seconds all is back."""
    return {
        "RateLimit-Limit": str(allowed.limit),
        "RateLimit-Remaining": str(allowed.left),
        "RateLimit-Reset": str(allowed.full_in),
    }


def told(send: Send, allowed: Allowance) -> Send:
    """The same way out, with the headers on the answer."""

    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableScopeHeaders.from_message(message)
            for name, value in headers_of(allowed).items():
                headers[name] = value
        await send(message)

    return with_headers


def too_fast(request: Request[Any, Any, Any], allowed: Allowance) -> Response[Any]:
    """The refusal of a call that comes too early."""
    return error_response(
        request,
        "resource_exhausted",
        "Too many requests. Please try again later.",
        reason="rate_limited",
        details={"retryAfter": allowed.wait},
    )


class Paced(ASGIMiddleware):
    """Keeps calls of the product to their pace. Below `/api/auth` that is the guard's."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, pacing: Pacing) -> None:
        self._pacing = pacing

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        request = Request[Any, Any, Any](scope, receive, send)
        if request.method == "OPTIONS" or scope["path"].startswith(f"{AUTH}/"):
            await next_app(scope, receive, send)
            return
        allowed = await self._pacing.ask(request)
        if allowed is None:
            await next_app(scope, receive, send)
            return
        sending = told(send, allowed)
        if allowed.wait:
            response = too_fast(request, allowed)
            await response.to_asgi_response(None, request)(scope, receive, sending)  # pyright: ignore[reportUnknownMemberType]
            return
        await next_app(scope, receive, sending)
