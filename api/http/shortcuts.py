"""Routes that are asked so often that they are answered in front of the framework's own stack.

Each stays a route of the framework too, for its description and for everything that is not plain.
"""

from __future__ import annotations

from collections.abc import Mapping

from litestar.types import ASGIApp, Receive, Scope, Send


class Shortcuts:
    """Leads a plain GET to its shortcut and everything else to the framework.

    Plain is a request for exactly this path, without a query, that does not ask to wait for a position. Where
    pages of other origins are allowed (`cors`), one that names its origin is not plain either.
    """

    def __init__(self, app: ASGIApp, routes: Mapping[str, ASGIApp], *, cors: bool) -> None:
        self._app = app
        self._routes = {(path, path.encode()): answer for path, answer in routes.items()}
        self._not_plain = frozenset({b"x-min-position"} | ({b"origin"} if cors else set[bytes]()))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "GET" and not scope["query_string"]:
            answer = self._routes.get((scope["path"], scope["raw_path"]))
            if answer is not None and not any(name in self._not_plain for name, _ in scope["headers"]):
                scope["path_template"] = scope["path"]
                await answer(scope, receive, send)
                return
        await self._app(scope, receive, send)
