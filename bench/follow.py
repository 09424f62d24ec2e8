"""How soon a fact can be read after its append, and how fast read models catch up."""

from __future__ import annotations

import argparse
import asyncio
import threading
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from application.ports import Append, Context, StreamAppend
from bench.database import Database, fresh_database, with_server
from bench.figures import emit, percentiles
from domain.ids import AccountId, UserId
from domain.kernel import Actor, Decider, Event, Moment, Recorded
from infrastructure.event_store.follower import run_followers
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.personal_data.keys import KeyWrapping, SubjectKeys
from infrastructure.postgres import open_pool
from infrastructure.rows.progress import Progress
from projections.kernel import Projection, Rows, Table

ACCOUNT = AccountId(UUID(int=1))
USER = UserId(UUID(int=2))
WRAPPING = KeyWrapping(b"b" * 32)


class Weighed(Event, frozen=True, tag="sample.weighed"):
    sealed: str
    number: int


def _decided(_command: int, _state: int | None, _moment: Moment) -> list[Weighed]:
    return []


def _added(state: int | None, event: Weighed) -> int:
    return (state or 0) + event.number


SAMPLE: Decider[int, int, Weighed] = Decider("sample", (Weighed,), _decided, _added)
REGISTRY = EventRegistry((SAMPLE,))


def _read_model(number: int) -> Projection:
    table = Table(
        f"sample_{number}",
        {
            "id": "uuid not null",
            "number": "integer not null",
            "sealed": "text not null",
            "json": "jsonb not null",
        },
        indexes=("account_id, number, id",),
    )

    def apply(rows: Rows, fact: Recorded) -> None:
        event = fact.event
        if isinstance(event, Weighed):
            shown = {"id": fact.entity_id, "sealed": event.sealed, "number": event.number}
            rows.put(table, fact.entity_id, number=event.number, sealed=event.sealed, json=shown)

    return Projection(table.name, 1, (table,), apply, (Weighed,))


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coffer bench follow", description=__doc__)
    parser.add_argument("--appends", type=int, default=500, help="for the time until an append can be read")
    parser.add_argument("--facts", type=int, default=50_000, help="for catching up")
    parser.add_argument("--read-models", type=int, default=8, help="that follow while the time is taken")
    with_server(parser)
    given = parser.parse_args(argv)
    models = [_read_model(number) for number in range(given.read_models)]
    with fresh_database(given.server_url) as database:
        ensure_projections(database.owner, models)
        readable = asyncio.run(_until_readable(database, models, given.appends))
        caught_up = asyncio.run(_catch_up(database, _read_model(1_000), given.facts))
    emit("follow", {"readModels": given.read_models, "appendToReadable": readable, "catchUp": caught_up})
    return 0


class _Following:
    """The follower process, as a thread."""

    def __init__(self, database: Database, models: Sequence[Projection]) -> None:
        self._stop, self.ready = threading.Event(), threading.Event()
        self._thread = threading.Thread(
            target=run_followers,
            args=(database.projector, REGISTRY, WRAPPING, models),
            kwargs={"stop": self._stop, "ready": self.ready.set},
        )

    def __enter__(self) -> _Following:
        self._thread.start()
        self.ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()


async def _until_readable(database: Database, models: Sequence[Projection], appends: int) -> dict[str, Any]:
    pool = open_pool(database.app, size=8)
    store = PostgresEventStore(database.app, pool, REGISTRY, SubjectKeys(pool, WRAPPING))
    progress = Progress(database.app)
    parts = (pool, store, progress)
    for part in parts:
        await part.open()
    appending, reading = list[float](), list[float]()
    with _Following(database, models):
        for number in range(appends):
            started = time.perf_counter()
            position = (await store.append(_unit(number))).position
            appended = time.perf_counter()
            while await progress.wait(position) < position:
                pass
            appending.append(appended - started)
            reading.append(time.perf_counter() - appended)
    for part in reversed(parts):
        await part.close()
    return {"append": percentiles(appending), "thenReadable": percentiles(reading)}


async def _catch_up(database: Database, model: Projection, facts: int) -> dict[str, Any]:
    """A read model that is added later reads the whole log."""
    pool = open_pool(database.app, size=8)
    store = PostgresEventStore(database.app, pool, REGISTRY, SubjectKeys(pool, WRAPPING))
    progress = Progress(database.app)
    for part in (pool, store):
        await part.open()
    per_append, position = 200, 0
    for start in range(0, facts, per_append * 8):
        units = [_unit(start + offset * per_append, per_append) for offset in range(8)]
        position = max(appended.position for appended in await asyncio.gather(*map(store.append, units)))
    await store.close()
    await pool.close()
    ensure_projections(database.owner, [model])
    await progress.open()
    started = time.perf_counter()
    with _Following(database, [model]):
        while await progress.wait(position, 0.02) < position:
            pass
    seconds = time.perf_counter() - started
    await progress.close()
    return {"facts": position, "perSecond": round(position / seconds)}


def _unit(number: int, count: int = 1) -> Append:
    context = Context(Actor("user", USER, ACCOUNT), datetime.now(UTC), uuid4(), uuid4())
    sealed = "x" * 360
    streams = (
        StreamAppend(SAMPLE, ACCOUNT, uuid4(), 0, tuple(Weighed(sealed, number + i) for i in range(count))),
    )
    return Append(context, streams)
