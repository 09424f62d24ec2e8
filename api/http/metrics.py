"""Numbers for Prometheus: requests by route, how long they took, and how far the followers are behind."""

from __future__ import annotations

import time
from typing import cast

from litestar import Response, get
from litestar.enums import ScopeType
from litestar.handlers import HTTPRouteHandler
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from api.http.health import CheckAll, Checks

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The numbers of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "coffer_requests", "Requests answered.", ("route", "method", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "coffer_request_seconds",
            "Time to answer.",
            ("route", "method"),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.lag = Gauge(
            "coffer_follower_lag", "Positions behind the log.", ("follower",), registry=self.registry
        )
        self.parked = Gauge(
            "coffer_parked_accounts",
            "Accounts a follower could not go on with.",
            ("follower",),
            registry=self.registry,
        )
        self._kinds: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def answered(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count one answer. Routes, methods and statuses are few, so each kind's numbers are found once."""
        kind = (route, method, status)
        if kind not in self._kinds:
            count, times = (
                self.requests.labels(route, method, str(status)),
                self.seconds.labels(route, method),
            )
            self._kinds[kind] = (count, times)
        count, times = self._kinds[kind]
        count.inc()
        times.observe(seconds)

    def note(self, checks: Checks) -> None:
        """Take over how far the followers are."""
        for model in checks.read_models:
            self.lag.labels(model.name).set(model.lag)
            self.parked.labels(model.name).set(model.parked)


class Measured(ASGIMiddleware):
    """Counts and times every request. The label is the route, never the address: that would hold ids."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        began = time.perf_counter()
        status = 500

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await next_app(scope, receive, noting)
        finally:
            route = str(scope["path_template"]) if "path_template" in scope else "unknown"
            method = cast("HTTPScope", scope)["method"]
            self._metrics.answered(route, method, status, time.perf_counter() - began)


def metrics_page(metrics: Metrics, check: CheckAll) -> HTTPRouteHandler:
    """The numbers at `/metrics` of the application itself, in development."""

    @get("/metrics", include_in_schema=False)
    async def read() -> Response[bytes]:
        metrics.note(await check())
        return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE)

    return read
