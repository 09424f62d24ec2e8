"""The head of a request: what finds out who asks, and from where, reads nothing else."""

from __future__ import annotations

from http.cookies import SimpleCookie
from typing import Protocol
from urllib.parse import unquote

from litestar.datastructures import Address
from litestar.types import Scope

_QUOTED = SimpleCookie()


class Names(Protocol):
    def get(self, key: str, /) -> str | None: ...


class Head(Protocol):
    """A request of the framework is one."""

    @property
    def scope(self) -> Scope: ...

    @property
    def client(self) -> Address | None: ...

    @property
    def headers(self) -> Names: ...

    @property
    def cookies(self) -> Names: ...


class PlainHead:
    """The same, read once from the scope, where making the framework's request would take longer than what
    is asked of it."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        # The framework too takes the first of each.
        self._values = dict(reversed([*scope["headers"]]))
        self.headers = self

    @property
    def client(self) -> Address | None:
        client = self.scope["client"]
        return None if client is None else Address(*client)

    @property
    def cookies(self) -> Names:
        return _PlainCookies(self.get("cookie") or "")

    def get(self, key: str, /) -> str | None:
        value = self._values.get(key.lower().encode())
        return None if value is None else value.decode("latin-1")


class _PlainCookies:
    def __init__(self, text: str) -> None:
        self._text = text

    def get(self, key: str, /) -> str | None:
        # The framework takes the last of each.
        for part in reversed(self._text.split(";")):
            name, equals, value = part.partition("=")
            if equals and name.strip() == key:
                value = value.strip()
                return unquote(_QUOTED.value_decode(value)[0] if value.startswith('"') else value)
        return None
