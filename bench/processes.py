"""Processor time of a process and of all that it started."""

from __future__ import annotations

import os
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid: int) -> float:
    """User and system time, with living children, in seconds."""
    total, waiting = 0.0, [pid]
    while waiting:
        one = waiting.pop()
        # The name in the second field may hold blanks and brackets.
        fields = Path(f"/proc/{one}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        total += (int(fields[11]) + int(fields[12])) / _TICKS
        children = Path(f"/proc/{one}/task/{one}/children").read_text(encoding="utf-8")
        waiting += map(int, children.split())
    return total
