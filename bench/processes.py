"""Processor time of a process and of all that it started."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(*pids: int) -> float:
    """User and system time in seconds, with all children: those that live, and those that ended."""
    total = 0.0
    for one in _with_descendants(pids):
        # The name in the second field may hold blanks and brackets.
        with contextlib.suppress(FileNotFoundError):
            fields = Path(f"/proc/{one}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            total += sum(map(int, fields[11:15])) / _TICKS
    return total


def below(pid: int, name: str) -> int:
    """The first process of this name among those that a process started, and that these started."""
    for one in _with_descendants([pid]):
        if Path(f"/proc/{one}/comm").read_text(encoding="utf-8").strip() == name:
            return one
    raise LookupError(f"There is no {name}.")


def _with_descendants(pids: Iterable[int]) -> Iterator[int]:
    waiting = list(pids)
    while waiting:
        yield (one := waiting.pop(0))
        with contextlib.suppress(FileNotFoundError):
            children = Path(f"/proc/{one}/task/{one}/children").read_text(encoding="utf-8")
            waiting += map(int, children.split())
