"""Keeping the parts of the stack together: started in steps, brought back, stopped in reverse."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from infrastructure.local.children import STOP_PATIENCE, Child, Children, how_it_ended
from infrastructure.local.part_log import PartLog
from infrastructure.local.processes import Program
from infrastructure.local.restarts import Patience, Restarts, State
from infrastructure.local.server import Readiness, ServerFailed

# After so many seconds of a stop it is said what is waited for.
_QUIET_STOP = 3.0


class PartFailed(Exception):
    """A part did not come up, or was given up; the text names it and holds its last words."""


def _nothing() -> None:
    return


@dataclass(frozen=True)
class Part:
    """One long-running program of the stack.

    `prepare` runs before every start, aside from the event loop. `needs` names the parts that have to be up
    for this one to start again; while it runs it finds its own way back to them. A start that is silent for
    `patience` seconds has failed; one that says it is coming is waited for. An `essential` part that is
    given up ends the whole stack, since nothing could be answered without it; without any other the rest goes
    on. What a part that `speaks` prints is for the terminal, and only its errors are for the log.
    """

    name: str
    program: Callable[[], Program]
    readiness: Callable[[], Readiness]
    log: Path
    prepare: Callable[[], None] = _nothing
    needs: tuple[str, ...] = ()
    essential: bool = True
    speaks: bool = False
    patience: float = 30.0
    # How long it may take to end when it is asked to.
    stop_patience: float = STOP_PATIENCE
    # How long a first start that ends early is tried again: a killed database needs a moment to let go.
    retry_for: float = 0.0


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

    def __init__(self, tell: Callable[[str], None], patience: Patience | None = None) -> None:
        self._tell = tell
        self._children = Children()
        self._restarts = Restarts(patience or Patience())
        self._kept: dict[str, tuple[Part, int]] = {}
        self._logs: dict[Path, PartLog] = {}
        self._reviving: set[asyncio.Task[None]] = set()
        self._steps = 0
        self._stopping = False
        self._lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def start(self, *parts: Part) -> None:
        """Start parts that do not need one another, and wait until all of them are ready to be used.

        From then on they are kept up: one that ends is started again as soon as what it needs is up.
        """
        self._steps += 1
        await side_by_side(*(self._start(part, self._steps) for part in parts))

    async def complete(self, name: str, program: Program, log: Path | None = None) -> None:
        """Run a program to its end; without a log it speaks to the terminal itself."""
        kept = None if log is None else self._log(log, name)
        child = self._children.start(name, program, kept, self._steps)
        await child.ended.wait()
        self._children.forget(child)
        if child.process.returncode != 0 and not self._stopping:
            raise PartFailed(f"{name} failed.\n{'' if kept is None else kept.last_words()}".rstrip())

    async def lost(self) -> str:
        """Wait until an essential part is given up; the text says which one and why."""
        return await asyncio.shield(self._lost)

    async def stop(self) -> None:
        """Stop everything in reverse order, so that each step outlives its dependants."""
        self._stopping = True
        for step in range(self._steps, -1, -1):
            await asyncio.gather(*(self._end(child) for child in self._children.of_step(step)))
        # One that was still preparing a start finds that there is to be none.
        await asyncio.gather(*self._reviving, return_exceptions=True)

    def hurry(self) -> None:
        """Called at the second stop signal: kill what still runs."""
        self._children.kill_all()

    async def _end(self, child: Child) -> None:
        loop = asyncio.get_running_loop()
        word = f"  {child.name} finishes what it is at. A second Ctrl-C does not wait for it."
        said = loop.call_later(_QUIET_STOP, self._tell, word)
        await self._children.end(child)
        said.cancel()

    async def _start(self, part: Part, step: int) -> None:
        began = time.monotonic()
        while trouble := await self._attempt(part, step):
            if time.monotonic() > began + part.retry_for:
                raise PartFailed(f"{part.name} {trouble}.\n{self._last_words(part)}".rstrip())
            await asyncio.sleep(0.2)
        self._kept[part.name] = part, step
        self._restarts.add(part.name, part.needs, time.monotonic())
        self._tell(f"  {part.name:<34}{time.monotonic() - began:6.1f} s")

    async def _attempt(self, part: Part, step: int) -> str | None:
        """Start a part once and wait until it is ready; what came in between, if anything did."""
        await self._children.aside(part.prepare)
        if self._stopping:
            return "was stopped"
        log = self._log(part.log, part.name)
        child = self._children.start(
            part.name, part.program(), log, step, speaks=part.speaks, stop_patience=part.stop_patience
        )
        heard = told = time.monotonic()
        while not child.ended.is_set():
            said = await self._children.aside(part.readiness)
            now = time.monotonic()
            if said is Readiness.READY and not child.ended.is_set():
                child.mourn = lambda how: self._ended(part, how)
                return None
            if said is Readiness.COMING:
                heard = now
                if now > told + part.patience:
                    told = now
                    self._tell(f"{part.name} reads what it has kept, which takes a while. Nothing is lost.")
            elif now > heard + part.patience:
                await self._children.end(child)
                return f"did not answer for {part.patience:.0f} s"
            await asyncio.sleep(0.03)
        self._children.forget(child)
        return f"did not start: it {how_it_ended(child)}"

    def _log(self, path: Path, name: str) -> PartLog:
        """One for all lives of a part, and for all commands that share a file."""
        return self._logs.setdefault(path, PartLog(path, name))

    def _last_words(self, part: Part) -> str:
        return self._log(part.log, part.name).last_words()

    # Bringing back

    def _ended(self, part: Part, how: str) -> None:
        """A part has ended by itself, or could not be started again."""
        if self._stopping:
            return
        if self._restarts.ended(part.name, time.monotonic()) is State.GIVEN_UP:
            self._give_up(part, how)
        else:
            self._tell(f"{part.name} {how}. Starting it again.")
        # What else has ended at the same moment is told of first.
        asyncio.get_running_loop().call_soon(self._bring_back)

    def _bring_back(self) -> None:
        """Start what is due, and look again when the next one is."""
        if self._stopping:
            return
        now = time.monotonic()
        for name in self._restarts.due(now):
            self._restarts.starting(name)
            task = asyncio.ensure_future(self._revive(*self._kept[name]))
            self._reviving.add(task)
            task.add_done_callback(self._revived)
        later = self._restarts.next_due()
        if later is not None:
            asyncio.get_running_loop().call_later(max(0.0, later - now), self._bring_back)

    async def _revive(self, part: Part, step: int) -> None:
        began = time.monotonic()
        try:
            trouble = await self._attempt(part, step)
        except (ServerFailed, OSError) as failure:
            trouble = f"could not be started: {failure}"
        if trouble is not None:
            self._ended(part, trouble)
        elif not self._stopping:
            self._restarts.came_up(part.name, time.monotonic())
            self._tell(f"{part.name} is back after {time.monotonic() - began:.1f} s.")
            self._bring_back()

    def _revived(self, task: asyncio.Task[None]) -> None:
        self._reviving.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None and not self._lost.done():
            self._lost.set_exception(fault)

    def _give_up(self, part: Part, how: str) -> None:
        patience = self._restarts.patience
        said = (
            f"{part.name} {how}. It ended {patience.deaths + 1} times before it had stood for "
            f"{patience.within:.0f} s, and is not started again."
        )
        if not part.essential:
            self._tell(f"{said} Everything else goes on. Why it ended stands in {part.log}")
        elif not self._lost.done():
            self._lost.set_result(f"{said}\n{self._last_words(part)}".rstrip())
