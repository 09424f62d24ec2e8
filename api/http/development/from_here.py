"""Only this machine's own pages and programs may ask for what development mode shows and does.

These routes need no session, and one of them changes something by a GET, as the specification spells it. A
page of somebody else that is open in the same browser could send such a request.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from domain.errors import NotAllowed

_OWN = frozenset({"same-origin", "none"})

Connection = ASGIConnection[Any, Any, Any, Any]
Guard = Callable[[Connection, BaseRouteHandler], None]


def only_from_here(public_url: str) -> Guard:
    """Build the guard. A name that is led to this machine by a foreign name server is none of ours."""
    own = urlsplit(public_url).hostname

    def guard(connection: Connection, _: BaseRouteHandler) -> None:
        site = connection.headers.get("sec-fetch-site")
        host = urlsplit(f"//{connection.headers.get('host', '')}").hostname or ""
        if (site is not None and site not in _OWN) or (host != own and not _is_loopback(host)):
            raise NotAllowed("This request did not come from our own page.", reason="origin")

    return guard


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
