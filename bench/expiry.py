"""Whether each warning of a document comes once, when the parts that warn are killed at random moments.

An installation of its own is filled with documents whose stage has begun, and begins to warn of all of them.
Meanwhile its worker, its PostgreSQL and its Valkey are killed, one after the other, and started again by the
supervisor. In the end it is counted what became of each document in the log, in the bell, and at the carrier
of mail.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import psycopg

from bench.expiring.fill import disclose, fill
from bench.expiring.reckoning import Progress, Reckoning, progress_of, reckon
from bench.faults.stages import Target
from bench.faults.strikes import FAULTS
from bench.figures import emit
from infrastructure.local.data_folder import environment_of_running
from infrastructure.local.product import Installation
from infrastructure.local.setup.progress import SetupFailed

KILLED = ("kill worker", "kill PostgreSQL", "kill Valkey")
# A part that ends five times within a minute is given up, and that is another question.
PAUSE = (7.0, 10.0)
MOST_MISSED = 10
# For all that is due, without any warning more.
STILL_SECONDS = 180.0


@dataclass(frozen=True)
class Outcome:
    kills: Mapping[str, int]
    seconds: float
    reckoning: Reckoning


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coffer bench expiry", description=__doc__)
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--accounts", type=int, default=100)
    parser.add_argument("--kills", type=int, default=50)
    given = parser.parse_args(argv)
    outcome = asyncio.run(suffer(given.documents, given.accounts, given.kills, os.environ))
    told = {"kills": outcome.kills, "seconds": round(outcome.seconds), **asdict(outcome.reckoning)}
    emit("expiry", {"documents": given.documents, "accounts": given.accounts, **told})
    return 0 if outcome.reckoning.clean else 1


@contextlib.contextmanager
def _standing(environ: Mapping[str, str]) -> Generator[Installation]:
    folder = Path(tempfile.mkdtemp(prefix="coffer-expiry-"))
    folder.chmod(0o711)
    product = Installation(folder, environ, module="bench.expiring.stack")
    try:
        product.start()
        yield product
        product.stop()
    finally:
        with contextlib.suppress(SetupFailed):
            product.stop()
        shutil.rmtree(folder, ignore_errors=True)


async def suffer(documents: int, accounts: int, kills: int, environ: Mapping[str, str]) -> Outcome:
    """An installation of its own, through all of it."""
    with _standing(environ) as product:
        told = environment_of_running(product.data)
        filled = await fill(told, documents, accounts)
        _say(f"{documents} documents are filed")
        await disclose(told)
        target, began = Target(product), time.monotonic()
        struck = await _kill(target, kills)
        await _until_done(product.data)
        seconds = time.monotonic() - began
        return Outcome(struck, seconds, await reckon(product.data, filled, target.deaths))


async def _kill(target: Target, kills: int) -> Counter[str]:
    """Each kind as often as the others, in an order and at moments that nobody chose."""
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
            _say(f"{struck.total()} kills, {await _progress(target.product.data)}")
    return struck


async def _until_done(data: Path) -> None:
    before, since = None, time.monotonic()
    while time.monotonic() - since < STILL_SECONDS:
        now = await _progress(data)
        if now is not None and now.done:
            return
        if now != before:
            before, since = now, time.monotonic()
            _say(str(now))
        await asyncio.sleep(2)
    raise TimeoutError(f"Nothing goes on: {before}")


async def _progress(data: Path) -> Progress | None:
    """None while the database is away."""
    with contextlib.suppress(psycopg.OperationalError, KeyError):
        return await asyncio.to_thread(progress_of, data)
    return None


def _say(what: str) -> None:
    """A run takes its time, and whoever waits for it sees how far it is."""
    print(f"  {what}", file=sys.stderr, flush=True)
