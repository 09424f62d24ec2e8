"""`/metrics` on its own port, so that clients of the application cannot reach it."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable, Iterable
from threading import Thread
from wsgiref.simple_server import WSGIServer

from prometheus_client import start_http_server
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from api.http.health import CheckAll, Checks
from api.http.metrics import Metrics

PATIENCE = 10.0  # seconds; the checks have shorter ones of their own


class MetricsPort:
    """Serves the numbers of this process from when it is opened until it is closed.

    Every worker takes the first of `ports` that is free: each has numbers of its own, so each is a target.
    """

    def __init__(self, metrics: Metrics, check: CheckAll, host: str, ports: range) -> None:
        self._metrics = metrics
        self._check = check
        self._host = host
        self._ports = ports
        self._server: WSGIServer | None = None
        self._thread: Thread | None = None

    async def open(self) -> None:
        loop = asyncio.get_running_loop()

        def ask() -> None:
            checks = asyncio.run_coroutine_threadsafe(self._checked(), loop).result(PATIENCE)
            self._metrics.note(checks)

        for port in self._ports:
            try:
                registry = _Fresh(self._metrics, ask)
                self._server, self._thread = start_http_server(port, self._host, registry=registry)
            except OSError as taken:
                if taken.errno != errno.EADDRINUSE or port == self._ports[-1]:
                    raise
            else:
                return

    async def close(self) -> None:
        if self._server is not None and self._thread is not None:
            # In a thread: an answer that is being made needs the loop.
            await asyncio.to_thread(self._server.shutdown)
            self._server.server_close()
            self._thread.join(PATIENCE)

    async def _checked(self) -> Checks:
        return await self._check()


class _Fresh(Collector):
    """The numbers, after asking how far the followers are."""

    def __init__(self, metrics: Metrics, ask: Callable[[], None]) -> None:
        self._metrics = metrics
        self._ask = ask

    def collect(self) -> Iterable[Metric]:
        self._ask()
        return self._metrics.registry.collect()
