"""Where writes under `/api/auth` may come from, and where they may send the browser (auth-wire.md 9)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from litestar.datastructures import Headers

from api.http.identity.errors import AuthRefused

# What a provider's page posts to us brings no cookies; it is bound to the browser by what it brings.
CALLBACKS = "/callback/"

REDIRECTS: Mapping[str, tuple[str, str]] = {
    "callbackURL": ("INVALID_CALLBACK_URL", "Invalid callbackURL"),
    "errorCallbackURL": ("INVALID_ERROR_CALLBACK_URL", "Invalid errorCallbackURL"),
    "newUserCallbackURL": ("INVALID_NEW_USER_CALLBACK_URL", "Invalid newUserCallbackURL"),
    "redirectTo": ("INVALID_REDIRECT_URL", "Invalid redirectURL"),
}

_CONTROL = re.compile(r"[\x00-\x20\x7f-\x9f\\]")
_HIDDEN_SLASH = re.compile(r"%(2f|5c)", re.IGNORECASE)


def origin_of(url: str) -> str | None:
    """`scheme://host[:port]` of an absolute web address."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + ("" if port in (None, usual) else f":{port}")


def check_origin(path: str, headers: Headers, trusted: frozenset[str]) -> None:
    """Refuse a write that a foreign page sent, with this browser's cookies or without them, to sign a victim
    in as another user (login CSRF). A program that is no browser says nothing of where it comes from.
    """
    if "cookie" not in headers:
        if path.startswith(CALLBACKS):
            return
        if headers.get("sec-fetch-site") == "cross-site" and headers.get("sec-fetch-mode") == "navigate":
            raise AuthRefused(
                403,
                "CROSS_SITE_NAVIGATION_LOGIN_BLOCKED",
                "Cross-site navigation login blocked. This request appears to be a CSRF attack.",
            )
        if not any(name.startswith("sec-fetch-") or name in ("origin", "referer") for name in headers):
            return
    said = headers.get("origin") or origin_of(headers.get("referer") or "")
    if not said or said == "null":
        raise AuthRefused(403, "MISSING_OR_NULL_ORIGIN", "Missing or null Origin")
    if said not in trusted:
        raise AuthRefused(403, "INVALID_ORIGIN", "Invalid origin")


def check_redirects(body: Mapping[str, Any], trusted: frozenset[str]) -> None:
    """Refuse to send a browser anywhere but to our own pages."""
    for name, (code, message) in REDIRECTS.items():
        target = body.get(name)
        if target is None:
            continue
        if not isinstance(target, str):
            raise AuthRefused(400, None, message)
        if not is_ours(target, trusted):
            raise AuthRefused(403, code, message)


def is_ours(target: str, trusted: frozenset[str]) -> bool:
    """Whether every browser that is sent there ends at one of these origins."""
    if _CONTROL.search(target):
        return False
    if not target.startswith("/"):
        return origin_of(target) in trusted and "@" not in urlsplit(target).netloc
    path = re.split(r"[?#]", target, maxsplit=1)[0]
    return not target.startswith("//") and _HIDDEN_SLASH.search(path) is None
