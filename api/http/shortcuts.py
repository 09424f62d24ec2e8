"""Routes that are asked so often that they are answered in front of the framework.

Each stays a route of the framework too, for its description and for everything that is not plain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from litestar import Litestar
from litestar.types import ASGIApp, HTTPScope

from api.http.arriving import Arriving
from api.http.policy import BrowserPolicy

Shortcut = Callable[[BrowserPolicy], ASGIApp]
"""Makes what answers the plain question at a path, with the headers that every answer carries."""


class Shortened(Litestar):
    """The framework, with shortcuts in front of all of it.

    Plain is a request for exactly this path, without a query, that does not ask to wait for a position. Where
    pages of other origins are allowed, one that names its origin is not plain either.
    """

    def __init__(self, *, shortcuts: Mapping[str, ASGIApp], **configured: Any) -> None:
        super().__init__(**configured)  # pyright: ignore[reportUnknownMemberType]
        self._shortcuts = {(path, path.encode()): answer for path, answer in shortcuts.items()}
        foreign = {b"origin"} if self.cors_config is not None else set[bytes]()
        self._not_plain = frozenset({b"x-min-position"} | foreign)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            arriving = Arriving(scope, receive, send)
            receive, send = arriving.receive, arriving.send
        answer = self._shortcut(scope) if scope["type"] == "http" else None
        if answer is None:
            await super().__call__(scope, receive, send)
        else:
            # What the framework would put there, and what its middleware looks at.
            scope.setdefault("state", {})
            scope["path_template"] = scope["path"]
            await answer(scope, receive, send)

    def _shortcut(self, scope: HTTPScope) -> ASGIApp | None:
        if scope["query_string"] or scope["method"] != "GET":
            return None
        answer = self._shortcuts.get((scope["path"], scope["raw_path"]))
        if answer is None or not self._not_plain.isdisjoint(name for name, _ in scope["headers"]):
            return None
        return answer
