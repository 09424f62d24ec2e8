"""How long an installed Coffer takes to start and to stop, and how much memory it holds when idle.

It runs `./run` on a folder of its own: once to install and fill the folder, then as often as asked. Memory is
proportional: run it while no other Coffer runs on the machine, or what both have loaded counts half.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.figures import emit
from bench.installed import empty_folder, running
from bench.memory import memory_by_name
from infrastructure.local.places import CHECKOUT


class Turn(NamedTuple):
    start: float
    stop: float
    memory: dict[str, dict[str, float]] | None


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coffer bench start", description=__doc__)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--idle", type=float, default=10.0, help="seconds from ready to the look at memory")
    given = parser.parse_args(argv)
    with empty_folder() as folder:
        data = folder / "data"
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


def _turn(data: Path, idle: float) -> Turn:
    with running(CHECKOUT, data) as stack:
        time.sleep(idle)
        memory = memory_by_name(stack.pid) if Path("/proc").is_dir() else None
    return Turn(stack.start_seconds, stack.stop_seconds, memory)


def _sum_of(turn: Turn) -> float:
    return turn.memory["all"]["pssMiB"] if turn.memory else 0.0


def _spread(seconds: Sequence[float]) -> dict[str, float]:
    return {"median": round(statistics.median(seconds), 2), "worst": round(max(seconds), 2)}
