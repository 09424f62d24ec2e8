"""The API as `./coffer serve` runs it: its own process, its own port, real sockets."""

from __future__ import annotations

import contextlib
import http.client
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from infrastructure.local.places import CHECKOUT
from infrastructure.local.ports import free_port
from tests.support.door import KEY, SECRET
from tests.support.stack import seen_by


@dataclass(frozen=True)
class Served:
    port: int
    log: Path

    def logged(self) -> str:
        return self.log.read_text(encoding="utf-8")


@contextlib.contextmanager
def served(owner_url: str, valkey_url: str, folder: Path, **more: str) -> Iterator[Served]:
    """On a database as `./coffer migrate` leaves it. Nobody follows its log."""
    port, log = free_port(), folder / "api.log"
    environ = {
        "PATH": os.environ["PATH"],
        "COFFER_MODE": "development",
        "COFFER_PUBLIC_URL": f"http://localhost:{port}",
        "DATABASE_URL": seen_by("coffer_app", owner_url),
        "REDIS_URL": valkey_url,
        "COFFER_AUTH_SECRET": SECRET,
        "COFFER_KEK": KEY,
        "COFFER_BLOB_SECRET": SECRET,
        "COFFER_MAIL_DIR": str(folder),
        **more,
    }
    argv = [sys.executable, "-P", "-m", "api.cli", "serve", "--address", "127.0.0.1", "--port", str(port)]
    with log.open("wb") as file:
        child = subprocess.Popen(
            argv, cwd=CHECKOUT, env={**environ, "PYTHONPATH": str(CHECKOUT)}, stdout=file, stderr=file
        )
    try:
        deadline = time.monotonic() + 60
        while not _answers(port):
            assert child.poll() is None, log.read_text(encoding="utf-8")
            assert time.monotonic() < deadline, log.read_text(encoding="utf-8")
            time.sleep(0.05)
        yield Served(port, log)
    finally:
        child.terminate()
        child.wait(20)


def _answers(port: int) -> bool:
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        asked.request("GET", "/health")
        asked.getresponse().read()
    except OSError:
        return False
    finally:
        asked.close()
    return True
