"""Parts of an installation, killed at random moments; the supervisor starts them again."""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Generator, Mapping
from pathlib import Path
from typing import Protocol

import psycopg

from bench.faults.stages import Target
from bench.faults.strikes import FAULTS
from infrastructure.local.product import Installation
from infrastructure.local.setup.progress import SetupFailed

KILLED = ("kill worker", "kill PostgreSQL", "kill Valkey")
# A part that ends five times within a minute is given up, and that is another question.
PAUSE = (7.0, 10.0)
MOST_MISSED = 10
# For all that is to be done, without anything more being done.
STILL_SECONDS = 180.0


class Progress(Protocol):
    @property
    def done(self) -> bool: ...


Look = Callable[[Path], Progress]


@contextlib.contextmanager
def standing(
    name: str, environ: Mapping[str, str], module: str = "infrastructure.local.up"
) -> Generator[Installation]:
    """An installation of its own; `module` is what starts it."""
    folder = Path(tempfile.mkdtemp(prefix=f"coffer-{name}-"))
    folder.chmod(0o711)
    product = Installation(folder, environ, module=module)
    try:
        product.start()
        yield product
        product.stop()
    finally:
        with contextlib.suppress(SetupFailed):
            product.stop()
        shutil.rmtree(folder, ignore_errors=True)


async def kill_in_turn(target: Target, kills: int, look: Look) -> Counter[str]:
    """Each kind as often as the others, in random order.

    Raises: TimeoutError, where a part does not come back.
    """
    faults = {fault.name: fault for fault in FAULTS if fault.name in KILLED}
    assert faults.keys() == set(KILLED)
    struck: Counter[str] = Counter()
    names: list[str] = []
    missed = 0
    while struck.total() < kills:
        if missed > MOST_MISSED:
            raise TimeoutError(f"{names[-1]}: that part does not come back.")
        await asyncio.sleep(random.uniform(*PAUSE))  # noqa: S311 - nobody's secret
        if not names:
            names = random.sample(KILLED, k=len(KILLED))
        # A part that is just coming back is killed the next time.
        missed += 1
        with contextlib.suppress(LookupError, ProcessLookupError):
            for strike in faults[names[-1]].steps:
                await strike(target)
            struck[names.pop()] += 1
            missed = 0
            say(f"{struck.total()} kills, {await _progress(target.product.data, look)}")
    return struck


async def until_done(data: Path, look: Look) -> None:
    """Raises: TimeoutError, where nothing goes on."""
    before, since = None, time.monotonic()
    while time.monotonic() - since < STILL_SECONDS:
        now = await _progress(data, look)
        if now is not None and now.done:
            return
        if now != before:
            before, since = now, time.monotonic()
            say(str(now))
        await asyncio.sleep(2)
    raise TimeoutError(f"Nothing goes on: {before}")


async def _progress(data: Path, look: Look) -> Progress | None:
    """None while the database is away."""
    with contextlib.suppress(psycopg.OperationalError, KeyError):
        return await asyncio.to_thread(look, data)
    return None


def say(what: str) -> None:
    """A run takes its time, and those who wait for it see how far it is."""
    print(f"  {what}", file=sys.stderr, flush=True)
