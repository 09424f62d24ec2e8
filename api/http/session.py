"""Cookies with a signature, the caller behind them, and the address a request comes from."""

from __future__ import annotations

import hmac
import ipaddress
from base64 import b64encode
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from socket import AF_INET, inet_pton
from typing import Any
from urllib.parse import quote

from litestar import Request
from litestar.datastructures import Cookie

from api.http.head import Head
from domain.kernel import Actor

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

SESSION = "better-auth.session_token"
ADMIN_SESSION = "better-auth.admin_session"
SESSION_CACHE = "better-auth.session_data"
DONT_REMEMBER = "better-auth.dont_remember"
PASSKEY = "better-auth.better-auth-passkey"
PENDING = "coffer.pending_registration"
BROWSER = "coffer.browser"

SESSION_AGE = 7 * 24 * 3600
# Longer than anybody may look, so that whoever was away for a while comes back to the own session.
ADMIN_SESSION_AGE = 2 * 3600
PENDING_AGE = 24 * 3600
PASSKEY_AGE = 300
BROWSER_AGE = 400 * 24 * 3600

# An IPv6 address with an IPv4 address in it, and the name of a network interface.
_LONGEST_ADDRESS = 64


class Cookies:
    """Writes and reads our cookies (auth-wire.md section 2). A wrong signature is no cookie."""

    def __init__(self, secret: bytes, *, https: bool) -> None:
        self._secret = secret
        self._https = https
        self._prefix = "__Secure-" if https else ""

    def read(self, request: Head, name: str) -> str | None:
        text = request.cookies.get(self._prefix + name) or ""
        value, _, signature = text.rpartition(".")
        if not value or not hmac.compare_digest(self._signature(value).encode(), signature.encode()):
            return None
        return value

    def has(self, request: Request[Any, Any, Any], name: str) -> bool:
        """Whether there is one of this name, whatever it is worth."""
        return self._prefix + name in request.cookies

    def set(self, name: str, value: str, age: int | None) -> Cookie:
        """A cookie for `age` seconds, or for as long as the browser stays open."""
        return self._cookie(name, quote(f"{value}.{self._signature(value)}", safe=""), age)

    def clear(self, name: str) -> Cookie:
        return self._cookie(name, "", 0)

    def session(self, token: str, *, remember: bool) -> list[Cookie]:
        """The session's cookie, and the mark that it ends with the browser."""
        mark = self.clear(DONT_REMEMBER) if remember else self.set(DONT_REMEMBER, "true", None)
        return [self.set(SESSION, token, SESSION_AGE if remember else None), mark]

    def no_session(self) -> list[Cookie]:
        return [self.clear(name) for name in (SESSION, SESSION_CACHE, DONT_REMEMBER)]

    def _cookie(self, name: str, value: str, age: int | None) -> Cookie:
        return Cookie(
            key=self._prefix + name,
            value=value,
            path="/",
            max_age=age,
            secure=self._https,
            httponly=True,
            samesite="lax",
        )

    def _signature(self, value: str) -> str:
        return b64encode(hmac.digest(self._secret, value.encode(), sha256)).decode()


def actor_provider(
    cookies: Cookies,
    actor_of: Callable[[str, datetime], Awaitable[Actor | None]],
    now: Callable[[], datetime],
) -> Callable[[Request[Any, Any, Any]], Awaitable[Actor]]:
    """Build what finds the actor of a request; without an active session the actor has no user."""

    async def provide(request: Request[Any, Any, Any]) -> Actor:
        token = cookies.read(request, SESSION)
        actor = None if token is None else await actor_of(token, now())
        return Actor(type="user") if actor is None else actor

    return provide


def client_address(trusted: Sequence[Network]) -> Callable[[Head], str | None]:
    """Build what finds the client's address. `X-Forwarded-For` is believed from these networks only: the
    client is the last address in it that is not one of them."""
    networks = {version: [each for each in trusted if each.version == version] for version in (4, 6)}

    @lru_cache(maxsize=4096)
    def known(address: str) -> bool:
        place = _place(address)
        return place is not None and any(place in network for network in networks[place.version])

    def address_of(request: Head) -> str | None:
        client = request.client
        if client is None:
            return None
        address = client.host
        if not known(address):
            return address
        hops = [hop.strip() for hop in (request.headers.get("X-Forwarded-For") or "").split(",")]
        while known(address) and hops:
            hop = hops.pop()
            if _place(hop) is None:
                break
            address = hop
        return address

    return address_of


def neighbourhood(address: str | None) -> str:
    """What one client can hardly leave: its IPv4 address, or the /64 that an IPv6 client is given."""
    if address is None:
        return "unknown"
    place = _place(address)
    if isinstance(place, ipaddress.IPv6Address):
        if place.ipv4_mapped is not None:
            return str(place.ipv4_mapped)
        return str(ipaddress.ip_network((place, 64), strict=False))
    # There is one way only to write an IPv4 address.
    return address


# One request asks several times, and a client comes again: reading an address takes longer than most of
# what is done with it.
@lru_cache(maxsize=4096)
def _place(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address as a number; None for what is none, or is too long to be kept."""
    if len(address) > _LONGEST_ADDRESS:
        return None
    try:
        # Most are of this kind, and the system reads it in a fifth of the time.
        return ipaddress.IPv4Address(inet_pton(AF_INET, address))
    except (OSError, ValueError):
        pass
    try:
        return ipaddress.ip_address(address)
    except ValueError:
        return None
