"""How long an installed Coffer takes to start and to stop, and how much memory it holds when idle.

It runs `./run` on a folder of its own: once to install and fill the folder, then as often as asked. Memory is
proportional: run it while no other Coffer runs on the machine, or what both have loaded counts half.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import statistics
import subprocess
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from bench.figures import emit
from bench.memory import memory_by_name
from infrastructure.local.places import CHECKOUT
from infrastructure.local.ports import free_port

# What a running Coffer has told this process is not for the one that is measured.
_FOREIGN = re.compile(r"DATABASE_URL|REDIS_URL|SMTP_URL|S3_.*|COFFER_.*")
_READY = "Coffer is ready:"
_PATIENCE_SECONDS = 30.0


class Turn(NamedTuple):
    start: float
    stop: float
    memory: dict[str, dict[str, float]] | None


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coffer bench start", description=__doc__)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--idle", type=float, default=10.0, help="seconds from ready to the look at memory")
    given = parser.parse_args(argv)
    with _folder() as data:
        first = _turn(data, 0)
        turns = [_turn(data, given.idle) for _ in range(given.turns)]
    # The one in the middle: a sum of medians would be of no stack that ever ran.
    middle = sorted(turns, key=_sum_of)[len(turns) // 2]
    report: dict[str, Any] = {
        "turns": given.turns,
        "firstStartSeconds": round(first.start, 2),
        "startSeconds": _spread([turn.start for turn in turns]),
        "stopSeconds": _spread([turn.stop for turn in turns]),
        "idleMemory": middle.memory,
    }
    emit("start", report)
    return 0


@contextmanager
def _folder() -> Generator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="coffer-bench-"))
    # The account of the database passes through.
    folder.chmod(0o711)
    try:
        yield folder / "data"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _turn(data: Path, idle: float) -> Turn:
    command = [str(CHECKOUT / "run"), "--port", str(free_port()), "--data", str(data)]
    environ = {name: value for name, value in os.environ.items() if not _FOREIGN.fullmatch(name)}
    began = time.perf_counter()
    stack = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True)  # noqa: S603 - the door of this checkout
    try:
        _wait_until_ready(stack)
        start = time.perf_counter() - began
        time.sleep(idle)
        memory = memory_by_name(stack.pid) if Path("/proc").is_dir() else None
    finally:
        asked = time.perf_counter()
        stack.send_signal(signal.SIGINT)
        stack.communicate(timeout=_PATIENCE_SECONDS)
    return Turn(start, time.perf_counter() - asked, memory)


def _wait_until_ready(stack: subprocess.Popen[str]) -> None:
    assert stack.stdout is not None
    said = list[str]()
    for line in stack.stdout:
        said.append(line)
        if line.startswith(_READY):
            return
    raise SystemExit(f"./run ended before it was ready:\n{''.join(said)}")


def _sum_of(turn: Turn) -> float:
    return turn.memory["all"]["pssMiB"] if turn.memory else 0.0


def _spread(seconds: Sequence[float]) -> dict[str, float]:
    return {"median": round(statistics.median(seconds), 2), "worst": round(max(seconds), 2)}
