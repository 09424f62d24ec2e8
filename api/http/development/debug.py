"""`/debug`: what this process is, at a glance. It holds no secret and no content."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from litestar import Request, get
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from api.http.development.from_here import Guard
from api.http.health import Lag
from domain.kernel import Value


class DebugRoute(Value, frozen=True):
    method: str
    path: str
    operation_id: str | None


class DebugSetting(Value, frozen=True):
    """`value` is null for what is not set, and dots stand for every secret."""

    name: str
    value: str | None


class NamedEvent(Value, frozen=True):
    """A fact of the log by its place and name: what it says stays there."""

    position: int
    name: str


class Standing(Value, frozen=True):
    """How far the log and the followers are."""

    position: int
    followers: Sequence[Lag]
    events: Sequence[NamedEvent]


class Debug(Value, frozen=True):
    version: str
    routes: Sequence[DebugRoute]
    settings: Sequence[DebugSetting]
    position: int
    followers: Sequence[Lag]
    events: Sequence[NamedEvent]
    """The newest fifty, the newest first."""


LookUp = Callable[[], Awaitable[Standing]]


def debug(look_up: LookUp, settings: Sequence[DebugSetting], version: str, guard: Guard) -> HTTPRouteHandler:
    """The route, for development mode only."""

    @get(
        "/debug",
        operation_id="getDebug",
        tags=["development"],
        opt={"any_account": True, "paced": False},
        security=[],
        guards=[guard],
    )
    async def get_debug(request: Request[Any, Any, Any]) -> Debug:
        """Routes, settings without secrets, positions, and the names of the newest events."""
        routes = [
            DebugRoute(method, route.path, _operation(handler))
            for route in request.app.routes
            if isinstance(route, HTTPRoute)
            for handler in route.route_handlers
            for method in sorted(handler.http_methods)
        ]
        routes.sort(key=lambda route: (route.path, route.method))
        stands = await look_up()
        return Debug(version, routes, settings, stands.position, stands.followers, stands.events)

    return get_debug


def _operation(handler: HTTPRouteHandler) -> str | None:
    named = handler.operation_id
    return named if isinstance(named, str) else None
