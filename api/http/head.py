"""The head of a request: what finds out who asks, and from where, reads nothing else."""

from __future__ import annotations

from typing import Any, Protocol
from urllib.parse import unquote

from litestar import Request
from litestar.datastructures import Address
from litestar.types import Scope


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
    def cookies(self) -> dict[str, str]: ...


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
    def cookies(self) -> dict[str, str]:
        text = self.get("cookie") or ""
        # Nobody quotes cookies of ours. What a quoted one means is for the framework to say.
        if '"' in text:
            return Request[Any, Any, Any](self.scope).cookies
        pairs = (part.partition("=") for part in text.split(";"))
        return {name.strip(): unquote(value.strip()) for name, equals, value in pairs if equals}

    def get(self, key: str, /) -> str | None:
        value = self._values.get(key.lower().encode())
        return None if value is None else value.decode("latin-1")
