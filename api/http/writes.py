"""Writes must come from our own pages and be JSON."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from api.http.given import SAFE_METHODS
from domain.errors import InvalidArgument, NotAllowed

# These have their own rules: auth-wire.md sections 1 and 9, and addresses that carry their own signature.
ELSEWHERE = ("/api/auth/", "/blobs/", "/unsubscribe/")


def origin_of(url: str) -> str | None:
    """`scheme://host[:port]` of an absolute URL, None for anything else."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme and parts.netloc else None


class OwnWrites(ASGIMiddleware):
    """Refuse unsafe methods with a cookie whose `Origin` (or `Referer`) is not ours, and bodies that
    are not JSON: both are what a foreign page could send without asking the browser first."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, *, trusted: frozenset[str]) -> None:
        self._trusted = trusted

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        if Request[Any, Any, Any](scope).method not in SAFE_METHODS and not scope["path"].startswith(
            ELSEWHERE
        ):
            headers = Headers.from_scope(scope)
            origin = headers.get("origin") or origin_of(headers.get("referer") or "")
            if "cookie" in headers and origin not in self._trusted:
                raise NotAllowed("This request did not come from our own page.", reason="origin")
            has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
            media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
            if has_body and media_type != "application/json":
                raise InvalidArgument("Send application/json.", reason="content_type")
        await next_app(scope, receive, send)
