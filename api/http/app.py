"""The HTTP application: routes, dependencies, failures and policy, put together."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from inspect import iscoroutinefunction
from typing import Any

from litestar import Litestar
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.types import ControllerRouterHandler, Middleware, Scope

from api.http.again import say_when
from api.http.cors import cors_for
from api.http.deadlines import InTime
from api.http.description import Lists, Refusals
from api.http.errors import Troubles, handlers, no_troubles
from api.http.policy import BrowserPolicy
from api.http.request_ids import Named
from api.http.requests import StrictRequest
from api.http.session_first import Guard
from api.http.shortcuts import Shortcut, Shortened
from api.http.writes import OwnWrites

MAX_BODY = 2 * 1024 * 1024  # domain.md section 8
VERSION = "0.1.0"

AfterException = Callable[[Exception, Scope], Awaitable[None]]
Lifespan = Callable[[Litestar], AbstractAsyncContextManager[None]]


def create_app(
    *,
    routes: Sequence[ControllerRouterHandler],
    dependencies: Mapping[str, Callable[..., Any]],
    lifespan: Sequence[Lifespan],
    trusted_origins: frozenset[str],
    middleware: Sequence[Middleware] = (),
    guards: Sequence[Guard] = (),
    shortcuts: Mapping[str, Shortcut] | None = None,
    after_exception: Sequence[AfterException] = (),
    troubles: Troubles = no_troubles,
    object_store: str | None = None,
    https: bool = False,
) -> Litestar:
    """Build the application. `object_store` is the origin of presigned addresses when it is not ours;
    `shortcuts` are what answers the plain question at a path (see `Shortened`). `troubles` says which
    failures are refusals of the world around us and no faults."""
    policy = BrowserPolicy(object_store=object_store, https=https)
    return Shortened(
        shortcuts={path: shortcut(policy) for path, shortcut in (shortcuts or {}).items()},
        route_handlers=list(routes),
        dependencies={
            name: Provide(value) if iscoroutinefunction(value) else Provide(value, sync_to_thread=False)
            for name, value in dependencies.items()
        },
        exception_handlers=handlers(troubles),
        after_exception=list(after_exception),
        lifespan=list(lifespan),
        middleware=[Named(), InTime(), OwnWrites(trusted=trusted_origins), *middleware],
        guards=list(guards),
        cors_config=cors_for(trusted_origins),
        before_send=[policy.before_send, say_when],
        request_class=StrictRequest,
        request_max_body_size=MAX_BODY,
        plugins=[Lists(), Refusals()],
        openapi_config=OpenAPIConfig(
            title="Coffer",
            version=VERSION,
            description="Private administration, encrypted on the client, with a verifiable audit log.",
            path="/openapi",
            use_handler_docstrings=True,
            render_plugins=[],
        ),
        debug=False,
    )
