"""The protocol's reference server: Node's own, on a database that it is told."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
import time
from collections.abc import Generator
from pathlib import Path

from infrastructure.local.node import with_node
from infrastructure.local.places import CHECKOUT
from infrastructure.local.ports import free_port
from infrastructure.local.setup import peers

_READY = "ready"
_PATIENCE_SECONDS = 120


@contextlib.contextmanager
def reference_server(database: str, *, cached: bool) -> Generator[tuple[int, int]]:
    """Its port and its process, while it answers; `cached` has it remember sessions in a cookie."""
    port = free_port()
    environ = with_node({**os.environ, "DATABASE_URL": database, "PORT": str(port), "NODE_ENV": "production"})
    environ["COOKIE_CACHE"] = "on" if cached else "off"
    with tempfile.TemporaryDirectory(prefix="coffer-bench-") as folder:
        log = Path(folder) / "log"
        with log.open("wb") as output:
            child = subprocess.Popen(  # noqa: S603 - our own words
                (peers.NODE, str(peers.FOLDER / "reference_server.js")),
                cwd=CHECKOUT,
                env=environ,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        try:
            _await(child, log)
            yield port, child.pid
        finally:
            child.terminate()
            child.wait(timeout=30)


def _await(child: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while _READY not in (said := log.read_text(encoding="utf-8")):
        if child.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"The reference server did not start:\n{said}")
        time.sleep(0.05)
