"""The web application: every context put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from litestar import Litestar

from api.composition import accounts, development, identity, mailing, oversight, vault, work
from api.composition.foundation import Foundation, lay_foundation, lifespan_of, wall_clock
from api.composition.health import checks_of
from api.http.app import VERSION, create_app
from api.http.denials import noting_denials
from api.http.development.demo_page import PATH as DEMO_PAGE
from api.http.given import fresh_provider
from api.http.health import health
from api.http.metrics import Measured, Metrics, metrics_page
from api.http.metrics_port import MetricsPort
from api.http.pacing import Paced
from api.http.reference import reference
from api.http.shortcuts import Shortcut
from api.http.web_app import web_app
from application.commands import Route
from infrastructure.settings import Settings
from infrastructure.troubles import trouble_of


def compose(settings: Settings, clock: Callable[[], datetime] = wall_clock) -> Litestar:
    """Build the application. Nothing is connected before it starts."""
    catalogue: dict[type[Any], Route] = {}
    base = lay_foundation(settings, catalogue, clock)
    door = identity.Door(base)
    check, metrics = checks_of(base), Metrics()
    measured = Measured(metrics)
    slices = [
        identity.slice_of(base, door),
        accounts.slice_of(base, door),
        vault.slice_of(base),
        work.slice_of(base),
        oversight.slice_of(base, door),
        mailing.slice_of(base, door),
        development.slice_of(base, door, check),
    ]
    parts = [*base.parts, *(opened for part in slices for opened in part.parts)]
    if settings.metrics_port is not None:
        ports = range(settings.metrics_port, settings.metrics_port + settings.workers)
        parts.append(MetricsPort(metrics, check, settings.metrics_host, ports))
    dependencies = common_dependencies(base)
    for part in slices:
        _add(catalogue, part.routes)
        _add(dependencies, part.dependencies)
    return create_app(
        routes=[
            *(handler for part in slices for handler in part.handlers),
            health(check, VERSION),
            *([metrics_page(metrics, check)] if settings.in_development else []),
            *reference(),
            *web_app(
                settings.web_dir,
                name="coffer",
                version=VERSION,
                demo=DEMO_PAGE if settings.in_development else None,
            ),
        ],
        dependencies=dependencies,
        lifespan=[lifespan_of(parts)],
        trusted_origins=frozenset({settings.public_url, *settings.trusted_origins}),
        middleware=[
            measured,
            Paced(door.pacing),
            *(middleware for part in slices for middleware in part.middleware),
        ],
        guards=[guard for part in slices for guard in part.guards],
        shortcuts={
            path: _measured(measured, shortcut)
            for part in slices
            for path, shortcut in part.shortcuts.items()
        },
        after_exception=[noting_denials(base.commands)],
        troubles=trouble_of,
        object_store=settings.s3_public_endpoint,
        https=settings.public_url.startswith("https:"),
    )


def common_dependencies(base: Foundation) -> dict[str, Any]:
    """What routes of every context may ask for."""
    return {
        "commands": _given(base.commands),
        "reader": _given(base.reader),
        "fresh": fresh_provider(base.progress),
    }


def _measured(measured: Measured, shortcut: Shortcut) -> Shortcut:
    return lambda policy: partial(measured.handle, next_app=shortcut(policy))


def _given(value: Any) -> Callable[[], Any]:
    return lambda: value


def _add(known: dict[Any, Any], more: Mapping[Any, Any]) -> None:
    """Two contexts that claim the same command or name are a fault of the composition."""
    if taken := known.keys() & more.keys():
        raise TypeError(f"Composed twice: {', '.join(map(str, taken))}")
    known.update(more)
