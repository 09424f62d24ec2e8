"""Processor time of a browser and the server behind it, by what each process is for."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from pathlib import Path

from bench.processes import TICKS, family

_PROC = Path("/proc")


def cpu_by_kind(root: int) -> dict[str, float]:
    """Milliseconds that all below `root` have taken so far; a page's main thread apart from its workers.

    Empty where there is no /proc. A thread that has ended still counts: its process keeps the sum.
    """
    taken = defaultdict[str, float](float)
    for pid in family([root]):
        with contextlib.suppress(OSError):
            kind = _kind((_PROC / str(pid) / "cmdline").read_bytes())
            whole = _milliseconds(_PROC / str(pid) / "stat")
            if kind == "page":
                # The main thread of a process has its number.
                main = _milliseconds(_PROC / str(pid) / "task" / str(pid) / "stat")
                taken["mainThread"] += main
                taken["workers"] += whole - main
            else:
                taken[kind] += whole
    return dict(taken)


def _kind(command: bytes) -> str:
    """Chromium writes the command of a process that it forked as one word."""
    if b"granian" in command:
        return "server"
    if b"--type=renderer" in command:
        return "page"
    if b"--utility-sub-type=network." in command:
        return "network"
    return "bench" if b"api.cli" in command else "browser"


def _milliseconds(stat: Path) -> float:
    # The name in the second field may hold blanks and brackets.
    fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS * 1000
