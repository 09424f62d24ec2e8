"""A whole Coffer of its own, started as people start it: by `./run`, on a folder of its own."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from infrastructure.local.ports import free_port

# What a running Coffer has told this process is not for the one that is measured.
_FOREIGN = re.compile(r"DATABASE_URL|REDIS_URL|SMTP_URL|S3_.*|COFFER_.*")
_READY = "Coffer is ready:"
_PATIENCE_SECONDS = 30.0


@dataclass
class Running:
    """A stack that is ready, and how long it took to start; how long to stop is known once it has stopped."""

    pid: int
    url: str
    start_seconds: float
    stop_seconds: float = 0.0


@contextmanager
def empty_folder() -> Generator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="coffer-bench-"))
    # The account of the database passes through.
    folder.chmod(0o711)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running(checkout: Path, data: Path, told: Mapping[str, str] | None = None) -> Generator[Running]:
    """`./run` of a checkout, until the block ends.

    Raises:
        SystemExit: It does not start.
    """
    port = free_port()
    command = [str(checkout / "run"), "--port", str(port), "--data", str(data)]
    environ = {name: value for name, value in os.environ.items() if not _FOREIGN.fullmatch(name)}
    began = time.perf_counter()
    stack = subprocess.Popen(  # noqa: S603 - the door of a checkout
        command, env={**environ, **(told or {})}, stdout=subprocess.PIPE, text=True
    )
    try:
        _wait_until_ready(stack)
        found = Running(stack.pid, f"http://localhost:{port}", time.perf_counter() - began)
        yield found
    finally:
        asked = time.perf_counter()
        stack.send_signal(signal.SIGINT)
        stack.communicate(timeout=_PATIENCE_SECONDS)
    found.stop_seconds = time.perf_counter() - asked


def _wait_until_ready(stack: subprocess.Popen[str]) -> None:
    assert stack.stdout is not None
    said = list[str]()
    for line in stack.stdout:
        said.append(line)
        if line.startswith(_READY):
            return
    raise SystemExit(f"./run ended before it was ready:\n{''.join(said)}")
