"""Processor time of a process and of all that it started."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(*pids: int) -> float:
    """User and system time in seconds, with all children: those that live, and those that ended."""
    total = 0.0
    for one in family(pids):
        # The name in the second field may hold blanks and brackets.
        with contextlib.suppress(FileNotFoundError):
            fields = Path(f"/proc/{one}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            total += sum(map(int, fields[11:15])) / TICKS
    return total


def cpu_by_part(**pids: int) -> dict[str, float]:
    """CPU seconds of this process alone, of each named one, and of PostgreSQL where it is our own."""
    parts = {"bench": time.process_time(), **{name: cpu_seconds(pid) for name, pid in pids.items()}}
    with contextlib.suppress(LookupError):
        parts["postgres"] = cpu_seconds(below(os.getpid(), "postgres"))
    return parts


def below(pid: int, name: str) -> int:
    """The first process of this name among those that a process started, and that these started."""
    for one in family([pid]):
        if Path(f"/proc/{one}/comm").read_text(encoding="utf-8").strip() == name:
            return one
    raise LookupError(f"There is no {name}.")


def running(pid: int, program: str) -> tuple[int, ...]:
    """All processes of this program among a process and those that it started, and that these started."""
    return tuple(
        one for one in family([pid]) if any(word.endswith(program) for word in _command(one).split("\0"))
    )


def _command(pid: int) -> str:
    with contextlib.suppress(FileNotFoundError):
        return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8", errors="replace")
    return ""


def family(pids: Iterable[int]) -> Iterator[int]:
    waiting = list(pids)
    while waiting:
        yield (one := waiting.pop(0))
        with contextlib.suppress(FileNotFoundError):
            waiting += children(one)


def children(pid: int) -> list[int]:
    """The processes that a process has started: each of its threads has its own."""
    notes = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for note in notes for child in note.read_text(encoding="utf-8").split()]
