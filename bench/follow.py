"""How soon an event can be read after its append, and how fast read models catch up: all of the product's, in
its own process, over events that its deciders made.

The bench appends through the product's store, as an API process does. `live` waits after each append until
every read model shows it; `catchUp` appends without followers, and then starts them. Each is
done in turns; CPU is counted by process, of those that the bench, the followers and PostgreSQL are.
`copied` is what it is held against: after each turn PostgreSQL alone writes all rows of all read models
once more, one statement per table, into tables with the same indexes.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import signal
import statistics
import sys
import tempfile
import time
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from api.composition.following import FROM_NOW_ON
from application.catalogue import DECIDERS
from bench.database import Database, fresh_database, with_server
from bench.figures import emit, percentiles, spread
from bench.lives import Writer
from bench.processes import cpu_by_part
from bench.row_copies import copy_rows
from infrastructure.adopting import bind_secrets
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.local.places import CHECKOUT
from infrastructure.local.processes import Program, spawn, stop
from infrastructure.local.valkey import ValkeyServer
from infrastructure.personal_data.keys import KeyWrapping, SubjectKeys
from infrastructure.postgres import open_pool
from infrastructure.readiness import READY_FILE
from infrastructure.rows.progress import Progress
from infrastructure.settings import load_settings
from projections.catalogue import PROJECTIONS

_KEK = b"b" * 32
# So many people of so many accounts write at the same time while nobody follows.
_ACCOUNTS = 32
_PATIENCE_SECONDS = 60.0


@dataclass
class Turns:
    """What was seen in all turns of one kind."""

    events: int = 0
    per_second: list[float] = field(default_factory=list[float])
    cpu: dict[str, float] = field(default_factory=dict[str, float])

    def took(self, events: int, seconds: float, before: dict[str, float], after: dict[str, float]) -> None:
        self.events += events
        self.per_second.append(events / seconds)
        for name, spent in after.items():
            self.cpu[name] = self.cpu.get(name, 0.0) + spent - before[name]

    def figures(self) -> dict[str, Any]:
        return {
            "events": self.events,
            "perSecond": spread(self.per_second),
            "cpuMsPerEvent": {name: round(spent / self.events * 1e3, 3) for name, spent in self.cpu.items()},
        }


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coffer bench follow", description=__doc__)
    parser.add_argument("--appends", type=int, default=600, help="for the time until an append can be read")
    parser.add_argument("--events", type=int, default=9_000, help="for catching up")
    parser.add_argument("--turns", type=int, default=3)
    with_server(parser)
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder, fresh_database(given.server_url) as database:
        ensure_projections(database.owner, PROJECTIONS, FROM_NOW_ON)
        with ValkeyServer(Path(folder), durable=False) as valkey:
            environ = _environment(database, valkey.url, Path(folder))
            bind_secrets(database.owner, load_settings(environ))
            report = asyncio.run(_measure(database, environ, given))
        _check(database)
    emit("follow", {"readModels": len(PROJECTIONS), **report})
    return 0


async def _measure(database: Database, environ: dict[str, str], given: argparse.Namespace) -> dict[str, Any]:
    appending, reading = list[float](), list[float]()
    live, behind, copied = Turns(), Turns(), Turns()
    all_events = 0
    async with _store(database) as (store, progress):
        for _ in range(given.turns):
            with _followers(environ) as followers:
                before, began = cpu_by_part(followers=followers), time.perf_counter()
                for append in itertools.islice(Writer().appends(), given.appends // given.turns):
                    asked = time.perf_counter()
                    position = (await store.append(append)).position
                    appended = time.perf_counter()
                    await _reached(progress, position)
                    appending.append(appended - asked)
                    reading.append(time.perf_counter() - appended)
                live.took(
                    given.appends // given.turns,
                    time.perf_counter() - began,
                    before,
                    cpu_by_part(followers=followers),
                )
            written, position = await _write(store, given.events // given.turns)
            with _followers(environ) as followers:
                before, began = cpu_by_part(followers=followers), time.perf_counter()
                await _reached(progress, position)
                behind.took(written, time.perf_counter() - began, before, cpu_by_part(followers=followers))
            all_events += written + given.appends // given.turns
            before, began = cpu_by_part(), time.perf_counter()
            await asyncio.to_thread(copy_rows, database.owner)
            copied.took(all_events, time.perf_counter() - began, before, cpu_by_part())
    waits = {"append": percentiles(appending), "thenReadable": percentiles(reading)}
    share = statistics.median(behind.per_second) / statistics.median(copied.per_second)
    return {
        "live": {**waits, **live.figures()},
        "catchUp": behind.figures(),
        "copied": copied.figures(),
        "catchUpToCopied": round(share, 3),
    }


@contextlib.asynccontextmanager
async def _store(database: Database) -> AsyncIterator[tuple[PostgresEventStore, Progress]]:
    """The store as an API process composes it, and how far the read models are."""
    async with open_pool(database.app, size=8, plans="force_generic_plan") as pool:
        keys = SubjectKeys(pool, KeyWrapping(_KEK))
        store = PostgresEventStore(database.app, pool, EventRegistry(DECIDERS), keys, inline=PROJECTIONS)
        progress = Progress(database.app)
        await store.open()
        await progress.open()
        try:
            yield store, progress
        finally:
            await progress.close()
            await store.close()


async def _write(store: PostgresEventStore, events: int) -> tuple[int, int]:
    """Append events while the followers are stopped; returns their number and the position of the last."""
    writers = [Writer().appends() for _ in range(_ACCOUNTS)]
    rounds, position = -(-events // _ACCOUNTS), 0
    for _ in range(rounds):
        appended = await asyncio.gather(*(store.append(next(writer)) for writer in writers))
        position = max(one.position for one in appended)
    return rounds * _ACCOUNTS, position


async def _reached(progress: Progress, position: int) -> None:
    reached = -1
    while (now := await progress.wait(position, _PATIENCE_SECONDS)) < position:
        if now == reached:
            raise TimeoutError(f"The read models stand still at {now} of {position}.")
        reached = now


@contextlib.contextmanager
def _followers(environ: dict[str, str]) -> Iterator[int]:
    """The product's process that follows the log; its number, once it leads."""
    ready = Path(environ[READY_FILE])
    argv = (sys.executable, "-P", "-m", "api.cli", "followers")
    child = spawn(Program(argv, CHECKOUT, environ))
    try:
        while not ready.exists():
            if child.poll() is not None:
                raise RuntimeError("The followers ended before they were ready.")
            time.sleep(0.01)
        yield child.pid
    finally:
        stop(child, signal.SIGTERM)
        ready.unlink(missing_ok=True)


def _environment(database: Database, valkey: str, folder: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPYCACHEPREFIX") if name in os.environ}
    return {
        **kept,
        "PYTHONPATH": str(CHECKOUT),
        "COFFER_MODE": "development",
        "COFFER_PUBLIC_URL": "http://localhost:8000",
        "DATABASE_URL": database.app,
        "COFFER_PROJECTOR_DATABASE_URL": database.projector,
        "REDIS_URL": valkey,
        "COFFER_AUTH_SECRET": _key(b"a" * 32),
        "COFFER_KEK": _key(_KEK),
        "COFFER_BLOB_SECRET": _key(b"o" * 32),
        "COFFER_LOG_KEY_FILE": str(folder / "log-key.pem"),
        "COFFER_LOG_LEVEL": "warning",
        READY_FILE: str(folder / "ready"),
    }


def _key(key: bytes) -> str:
    return urlsafe_b64encode(key).rstrip(b"=").decode()


def _check(database: Database) -> None:
    """What could not be applied would have cost nothing."""
    with psycopg.connect(database.owner) as owner:
        parked = owner.execute("select follower, count(*) from es.parked group by 1").fetchall()
    if parked:
        raise RuntimeError(f"Read models parked accounts: {parked}")
