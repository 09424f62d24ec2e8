"""Processor time by kind of process, while something happens."""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Generator
from pathlib import Path

from bench.memory import family, name_of

_TICKS = os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def counted(root: int, into: Counter[str]) -> Generator[None]:
    """Adds the processor time that each kind of process took during the block."""
    before = _cpu(root)
    yield
    after = _cpu(root)
    into.update({name: after[name] - before.get(name, 0.0) for name in after})  # pyright: ignore[reportCallIssue,reportArgumentType]


def _cpu(root: int) -> dict[str, float]:
    found: dict[str, float] = {}
    for pid in family(root):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            name = name_of(Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0"))
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            # Connections are one kind, whoever they serve.
            name = "postgres" if name.startswith("postgres") else name
            found[name] = found.get(name, 0.0) + sum(map(int, fields[11:13])) / _TICKS
    return found


def rounded(cpu: Counter[str]) -> dict[str, float]:
    ordered = sorted(cpu.items(), key=lambda one: -one[1])
    return {name: round(seconds, 2) for name, seconds in ordered if round(seconds, 2) > 0}
