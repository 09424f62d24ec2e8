"""Keeping the parts of the stack together: started in steps, watched, and stopped in reverse."""

import asyncio
import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from infrastructure.local.processes import Program, kill_group, spawn

STOP_PATIENCE = 10.0
_KEPT_LOG = 10 * 1024 * 1024


class PartFailed(Exception):
    """A part did not come up, or ended by itself; the text names it and holds its last words."""


@dataclass(frozen=True)
class Part:
    """One long-running program of the stack."""

    name: str
    program: Callable[[], Program]
    is_ready: Callable[[], bool]
    log: Path
    patience: float = 30.0
    # How long a start that ends early is tried again: a killed database needs a moment to let go.
    retry_for: float = 0.0


@dataclass
class _Running:
    name: str
    program: Program
    child: subprocess.Popen[bytes]
    ended: asyncio.Event
    # What was started in the same step stands side by side, and ends side by side.
    step: int
    # Once a part has been ready, its end is the end of all; a command is meant to end.
    watched: bool = False


async def side_by_side(*work: Awaitable[None]) -> None:
    """Do all of it at once; the first failure ends the others and is the failure of all."""
    tasks = [asyncio.ensure_future(each) for each in work]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Supervisor:
    """Owns every child process. Use it inside of a running event loop, on the main thread."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._running: list[_Running] = []
        self._steps = 0
        self._stopping = False
        self._all_started = False
        self._first_death: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().add_signal_handler(signal.SIGCHLD, self._look)

    async def start(self, *parts: Part) -> None:
        """Start parts that do not need one another, and wait until all of them are ready to be used."""
        self._steps += 1
        await side_by_side(*(self._start(part, self._steps) for part in parts))

    async def _start(self, part: Part, step: int) -> None:
        began = time.monotonic()
        while True:
            running = self._spawn(part.name, part.program(), _opened(part.log), step)
            if await self._comes_up(part, running, began + part.patience):
                break
            if time.monotonic() > began + part.retry_for:
                raise PartFailed(f"{part.name} did not start.\n{_last_words(part.log)}".rstrip())
            await asyncio.sleep(0.2)
        self._tell(f"  {part.name:<34}{time.monotonic() - began:6.1f} s")

    async def complete(self, name: str, program: Program, log: Path | None = None) -> None:
        """Run a program to its end; without a log it speaks to the terminal itself."""
        running = self._spawn(name, program, None if log is None else _opened(log), self._steps)
        await running.ended.wait()
        self._forget(running)
        if running.child.returncode != 0 and not self._stopping:
            raise PartFailed(f"{name} failed.\n{'' if log is None else _last_words(log)}".rstrip())

    async def first_death(self) -> str:
        """Wait for a part to end by itself; the text says which one and how."""
        self._all_started = True
        return await asyncio.shield(self._first_death)

    async def stop(self, *, patience: float = STOP_PATIENCE) -> None:
        """Stop everything in reverse order, so that each step outlives its dependants."""
        self._stopping = True
        for step in range(self._steps, -1, -1):
            await asyncio.gather(*(self._end(r, patience) for r in self._running if r.step == step))
        self._running.clear()

    def hurry(self) -> None:
        """Called at the second stop signal: kill what still runs."""
        for running in self._running:
            if not running.ended.is_set():
                kill_group(running.child.pid)

    # Children

    def _spawn(self, name: str, program: Program, log: IO[bytes] | None, step: int) -> _Running:
        with log if log is not None else contextlib.nullcontext():
            running = _Running(name, program, spawn(program, log), asyncio.Event(), step)
        self._running.append(running)
        return running

    async def _comes_up(self, part: Part, running: _Running, deadline: float) -> bool:
        while not running.ended.is_set():
            if await asyncio.to_thread(part.is_ready) and not running.ended.is_set():
                running.watched = True
                return True
            if time.monotonic() > deadline:
                await self._end(running, STOP_PATIENCE)
                words = _last_words(part.log)
                raise PartFailed(f"{part.name} was not ready within {part.patience:.0f} s.\n{words}".rstrip())
            await asyncio.sleep(0.03)
        self._forget(running)
        return False

    async def _end(self, running: _Running, patience: float) -> None:
        if not running.ended.is_set():
            running.child.send_signal(running.program.stop_signal)
            try:
                await asyncio.wait_for(running.ended.wait(), patience)
            except TimeoutError:
                kill_group(running.child.pid)
                await running.ended.wait()
        # What it started in its session must not outlive it.
        kill_group(running.child.pid)

    def _forget(self, running: _Running) -> None:
        kill_group(running.child.pid)
        if running in self._running:
            self._running.remove(running)

    def _look(self) -> None:
        """A child has ended: find out which. One signal may stand for several."""
        for running in self._running:
            if not running.ended.is_set() and running.child.poll() is not None:
                running.ended.set()
                self._mourn(running)
        # Not before: while parts are prepared, other threads wait for children of their own.
        if self._all_started and os.getpid() == 1:
            self._reap_orphans()

    def _mourn(self, running: _Running) -> None:
        if running.watched and not self._stopping and not self._first_death.done():
            self._first_death.set_result(f"{running.name} ended: {_how(running.child.returncode)}.")

    def _reap_orphans(self) -> None:
        """As the first process of a container we inherit everybody whose parent is gone."""
        ours = {running.child.pid for running in self._running}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError, ValueError):
                state, parent = (
                    stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[:2]
                )
                pid = int(stat.parent.name)
                if state == "Z" and parent == "1" and pid not in ours:
                    os.waitpid(pid, os.WNOHANG)


def _how(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


def _opened(log: Path) -> IO[bytes]:
    log.parent.mkdir(parents=True, exist_ok=True)
    if log.exists() and log.stat().st_size > _KEPT_LOG:
        log.replace(log.with_suffix(".previous.log"))
    return open(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab")


def _last_words(log: Path) -> str:
    if not log.exists():
        return ""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()[-8:]
    return "\n".join([*lines, f"(all of it: {log})"])
