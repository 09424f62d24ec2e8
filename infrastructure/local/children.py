"""The processes that a supervisor has started: noticed when they end, stopped, and reaped."""

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from infrastructure.local.part_log import PartLog
from infrastructure.local.processes import Program, kill_group, spawn

T = TypeVar("T")

STOP_PATIENCE = 10.0


@dataclass(eq=False)
class Child:
    name: str
    program: Program
    process: subprocess.Popen[bytes]
    # What was started in the same step is stopped side by side.
    step: int
    stop_patience: float = STOP_PATIENCE
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    # Set while its end is not expected: called when it ends by itself.
    mourn: Callable[[str], None] | None = None


class Children:
    """Use it inside of a running event loop, on the main thread."""

    def __init__(self) -> None:
        self._all: list[Child] = []
        self._aside = 0
        asyncio.get_running_loop().add_signal_handler(signal.SIGCHLD, self.look)

    def start(
        self,
        name: str,
        program: Program,
        log: PartLog | None,
        step: int,
        *,
        speaks: bool = False,
        stop_patience: float = STOP_PATIENCE,
    ) -> Child:
        """Without a log a program speaks to the terminal; one that `speaks` does, and logs its errors."""
        output = None if log is None else log.open()
        try:
            process = spawn(program, output, only_errors=speaks)
            child = Child(name, program, process, step, stop_patience)
        finally:
            if output is not None:
                os.close(output)
        self._all.append(child)
        return child

    def of_step(self, step: int) -> list[Child]:
        return [child for child in self._all if child.step == step]

    async def end(self, child: Child) -> None:
        child.mourn = None
        if not child.ended.is_set():
            child.process.send_signal(child.program.stop_signal)
            try:
                await asyncio.wait_for(child.ended.wait(), child.stop_patience)
            except TimeoutError:
                kill_group(child.process.pid)
                await child.ended.wait()
        self.forget(child)

    def forget(self, child: Child) -> None:
        """What an ended one started in its session must not outlive it."""
        kill_group(child.process.pid)
        if child in self._all:
            self._all.remove(child)

    async def aside(self, work: Callable[[], T]) -> T:
        """Do something in a thread of its own, which may start programs and wait for them."""
        self._aside += 1
        try:
            return await asyncio.to_thread(work)
        finally:
            self._aside -= 1
            self.look()

    def kill_all(self) -> None:
        for child in self._all:
            if not child.ended.is_set():
                kill_group(child.process.pid)

    def look(self) -> None:
        """A child has ended: find out which. One signal may stand for several."""
        for child in tuple(self._all):
            if not child.ended.is_set() and child.process.poll() is not None:
                child.ended.set()
                if child.mourn is not None:
                    self.forget(child)
                    child.mourn(how_it_ended(child))
        # Not while another thread may wait for a child of its own.
        if os.getpid() == 1 and not self._aside:
            self._reap_orphans()

    def _reap_orphans(self) -> None:
        """As the first process of a container we inherit everybody whose parent is gone."""
        ours = {child.process.pid for child in self._all}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError, ValueError):
                state, parent = (
                    stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[:2]
                )
                pid = int(stat.parent.name)
                if state == "Z" and parent == "1" and pid not in ours:
                    os.waitpid(pid, os.WNOHANG)


def how_it_ended(child: Child) -> str:
    code = child.process.returncode
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"
