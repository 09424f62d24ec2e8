"""What holds for every route under `/api/auth`, before any of them is asked: limits, origin, body."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send
from litestar.types.asgi_types import HTTPRequestEvent

from api.http.given import ClientAddress
from api.http.head import Head
from api.http.identity.bodies import JSON, check_members, decoded
from api.http.identity.errors import AuthRefused, response_of, too_many
from api.http.identity.origins import CALLBACKS, check_origin, check_redirects
from api.http.pacing import Pacing, told, too_fast
from api.http.session import neighbourhood
from api.http.session_first import needs_session
from application.identity.ports import Limits, Rule
from application.pace import Allowance, Pace

BASE = "/api/auth"
FORMS = frozenset({"/sign-in/email", "/sign-up/email"})

_CODES = Rule(3, 60)
_PASSWORDS = Rule(3, 10)
_REST = Rule(100, 10)
# The same for who is known: a bucket of their own, that fills while they go on.
_KNOWN = Pace("protocol", _REST.most / _REST.seconds, _REST.most)
# What stands below the base and is not the protocol's but the product's: these keep to the product's pace,
# session by session: a browser that works asks for keys all the time.
_PRODUCT = ("/keys/", "/device/", "/audit-logs/", "/suspicious-activities", "/invite", "/delete-invite-user")


def rule_for(path: str) -> Rule:
    """The limit of a path, per client (auth-wire.md section 10)."""
    if path.startswith(("/email-otp/", "/forget-password/")):
        return _CODES
    if path in ("/sign-in/email-otp", "/request-password-reset"):
        return _CODES
    if path.startswith(("/sign-in/", "/sign-up/", "/change-password", "/change-email")) or path == "/confirm":
        return _PASSWORDS
    return _REST


class AuthGuard(ASGIMiddleware):
    """The order is that of the wire: a path that is none, then limits, then the origin, then the body.
    Where a session is needed, that there is none comes before the body.

    `on_limited` hears of the first refusal of each window, with the path and the client's address.
    """

    scopes = (ScopeType.HTTP,)

    def __init__(
        self,
        *,
        limits: Limits,
        pacing: Pacing,
        trusted: frozenset[str],
        address_of: ClientAddress,
        signed_in: Callable[[Request[Any, Any, Any]], Awaitable[object]],
        now: Callable[[], datetime],
        on_limited: Callable[[str, str | None], Awaitable[None]],
    ) -> None:
        self._limits = limits
        self._pacing = pacing
        self._trusted = trusted
        self._address_of = address_of
        self._signed_in = signed_in
        self._now = now
        self._on_limited = on_limited

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        path = scope["path"]
        if not path.startswith(f"{BASE}/"):
            await next_app(scope, receive, send)
            return
        request, own = Request[Any, Any, Any](scope, receive, send), path.removeprefix(BASE)
        try:
            if _is_odd(scope):
                raise AuthRefused(404, None, "")
            allowed = await self._pace(request, own)
            if allowed is None:
                await self.count(request)
            else:
                send = told(send, allowed)
                if allowed.wait:
                    await _answer(too_fast(request, allowed), request, scope, receive, send)
                    return
            raw = await self._checked(request, own)
        except AuthRefused as refusal:
            await _answer(response_of(refusal), request, scope, receive, send)
            return
        await next_app(scope, receive if raw is None else _replay(raw, receive), send)

    async def _pace(self, request: Request[Any, Any, Any], path: str) -> Allowance | None:
        """What the product's pace allows; None where the table of the wire holds. Without a session a
        call is nobody's work, wherever it goes."""
        if not path.startswith(_PRODUCT) or not self._pacing.knows(request):
            return None
        return await self._pacing.ask(request)

    async def count(self, request: Head) -> None:
        """Hold a client to the table of the wire: strangers by their address, which they may share with a
        whole house, a session by itself. What tries a password or a code counts by the address always."""
        path = request.scope["path"].removeprefix(BASE)
        if rule_for(path) == _REST and self._pacing.knows(request):
            allowed = await self._pacing.keep(request, (_KNOWN,))
            if allowed is not None and allowed.wait:
                raise too_many(allowed.wait)
            return
        address = self._address_of(request)
        verdict = await self._limits.take(f"{neighbourhood(address)} {path}", (rule_for(path),), self._now())
        if verdict.wait:
            if verdict.first:
                await self._on_limited(path, address)
            raise too_many(verdict.wait)

    async def _checked(self, request: Request[Any, Any, Any], path: str) -> bytes | None:
        """The body to go on with: a form as JSON, None for a method without one."""
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return None
        check_origin(path, Headers.from_scope(request.scope), self._trusted)
        try:
            return await self._body(request, path)
        except AuthRefused:
            # Only of what is refused anyway: whoever comes with a form that is right is asked by the route.
            if needs_session(request.route_handler):
                await self._signed_in(request)
            raise

    async def _body(self, request: Request[Any, Any, Any], path: str) -> bytes:
        raw = b"".join([chunk async for chunk in request.stream()])
        media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        body = decoded(raw, media_type, form_allowed=path in FORMS or path.startswith(CALLBACKS))
        shape = _shape_of(request)
        if shape is not None:
            check_members(body, shape)
        if body is None:
            return raw
        check_redirects(body, self._trusted)
        return raw if media_type == JSON else msgspec.json.encode(body)


def _is_odd(scope: Scope) -> bool:
    """Whether the path only leads here because the router overlooks a slash too many."""
    said = scope["raw_path"].partition(b"?")[0] or scope["path"].encode()
    return said.endswith(b"/") or b"//" in said


def _shape_of(request: Request[Any, Any, Any]) -> type[msgspec.Struct] | None:
    """What the route's handler takes as its body, where that is one needed structure."""
    data = request.route_handler.parsed_fn_signature.parameters.get("data")
    if data is None or data.has_default:
        return None
    shape = data.annotation
    return shape if isinstance(shape, type) and issubclass(shape, msgspec.Struct) else None


def _replay(raw: bytes, receive: Receive) -> Receive:
    """The body again for the handler; after it, whatever the client sends."""
    messages: list[HTTPRequestEvent] = [{"type": "http.request", "body": raw, "more_body": False}]

    async def again() -> Any:
        return messages.pop() if messages else await receive()

    return again


async def _answer(
    response: Response[Any], request: Request[Any, Any, Any], scope: Scope, receive: Receive, send: Send
) -> None:
    if response.status_code == 404:
        response = Response(content=b"", status_code=404)
    await response.to_asgi_response(None, request)(scope, receive, send)  # pyright: ignore[reportUnknownMemberType]
