"""How fast all read models of the product are rebuilt from the whole log, by the product's own rebuild.

Accounts write by the product's deciders, all read models follow, and then everything is rebuilt, in turns:
`filled` is folding the log and writing all rows with their indexes, `wholeRebuild` also comparing them with
what is shown and putting them in its place. `copied` is what it is held against: after each turn PostgreSQL
alone takes the same rows by `COPY`, ready as they come, and makes the same indexes. CPU is counted by
process: the bench folds, PostgreSQL the rest.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from uuid import uuid4

import psycopg
from psycopg import sql

from api.composition.following import FROM_NOW_ON
from bench.database import Database, fresh_database, with_server
from bench.figures import emit, spread
from bench.processes import cpu_by_part
from bench.replay import HISTORY, follow, write
from domain.ids import AccountId
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.event_store.rebuilding import Rebuilding, a_rebuild
from infrastructure.rows.schema import bare_for, completed_for, place_of
from projections.catalogue import PROJECTIONS
from projections.kernel import Projection, Table

_TO_MB = 1024**2 if sys.platform == "darwin" else 1024
_COPIES = "copies_of_rows"
Rows = list[tuple[Projection, Table, list[bytes]]]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coffer bench rebuild", description=__doc__)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--accounts", type=int, default=32)
    parser.add_argument("--turns", type=int, default=3)
    with_server(parser)
    given = parser.parse_args(argv)
    with fresh_database(given.server_url) as database:
        ensure_projections(database.owner, PROJECTIONS, FROM_NOW_ON)
        accounts = [AccountId(uuid4()) for _ in range(given.accounts)]
        asyncio.run(write(database, accounts, given.events))
        follow(database)
        report = _measure(database, given.turns)
    emit("rebuild", report)
    return 0


def _measure(database: Database, turns: int) -> dict[str, Any]:
    with psycopg.connect(database.owner) as owner:
        (events,) = owner.execute("select sum(position)::bigint from es.head").fetchone() or (0,)
    filled, whole, copied = _Turns(events), _Turns(events), _Turns(events)
    for _ in range(turns):
        before = _now()
        with a_rebuild(database.owner, database.projector, HISTORY, PROJECTIONS, PROJECTIONS) as rebuilding:
            filled.timed(rebuilding.fill)
            _finish(rebuilding)
        whole.took(before)
        _copied(database.owner, copied)
    return {
        "readModels": len(PROJECTIONS),
        "events": events,
        "mostMemoryMb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // _TO_MB,
        "filled": filled.figures(),
        "wholeRebuild": whole.figures(),
        "copied": copied.figures(),
        "cpuOfFilledToCopied": round(filled.cpu() / copied.cpu(), 2),
    }


def _finish(rebuilding: Rebuilding) -> None:
    found = rebuilding.compare()
    if different := [one.name for one in found if one.differences or one.left]:
        raise RuntimeError(f"Not equal: {different}")
    rebuilding.show([one.name for one in found])


def _copied(owner_url: str, turns: _Turns) -> None:
    with psycopg.connect(owner_url, autocommit=True) as owner:
        rows = [
            (projection, table, _rows_of(owner, projection, table))
            for projection in PROJECTIONS
            for table in projection.tables
        ]
        turns.timed(lambda: _copy(owner, rows))


def _rows_of(owner: psycopg.Connection, projection: Projection, table: Table) -> list[bytes]:
    # Row security binds the owner, who may leave it for the moment of one transaction.
    place = place_of(projection, table)
    with owner.transaction(force_rollback=True):
        owner.execute(sql.SQL("alter table {} no force row level security").format(place))
        statement = sql.SQL("copy {} to stdout (format binary)").format(place)
        with owner.cursor() as cursor, cursor.copy(statement) as copy:
            return [bytes(data) for data in copy]


def _copy(owner: psycopg.Connection, rows: Rows) -> None:
    with owner.transaction(force_rollback=True):
        for projection in PROJECTIONS:
            for statement in bare_for(projection, f"{_COPIES}_{projection.name}"):
                owner.execute(statement)
        for projection, table, data in rows:
            place = place_of(projection, table, f"{_COPIES}_{projection.name}")
            statement = sql.SQL("copy {} from stdin (format binary)").format(place)
            with owner.cursor() as cursor, cursor.copy(statement) as copy:
                for part in data:
                    copy.write(part)
        for projection in PROJECTIONS:
            for statement in completed_for(projection, f"{_COPIES}_{projection.name}"):
                owner.execute(statement)


class _Moment(NamedTuple):
    at: float
    cpu: dict[str, float]


def _now() -> _Moment:
    return _Moment(time.perf_counter(), cpu_by_part())


class _Turns:
    """What was spent in all turns of one kind, each over all events."""

    def __init__(self, events: int) -> None:
        self._events = events
        self._seconds: list[float] = []
        self._cpu: list[dict[str, float]] = []

    def timed(self, work: Callable[[], None]) -> None:
        before = _now()
        work()
        self.took(before)

    def took(self, before: _Moment) -> None:
        self._seconds.append(time.perf_counter() - before.at)
        self._cpu.append({name: spent - before.cpu[name] for name, spent in cpu_by_part().items()})

    def cpu(self) -> float:
        return statistics.median(sum(one.values()) for one in self._cpu)

    def figures(self) -> dict[str, Any]:
        return {
            "seconds": round(statistics.median(self._seconds), 2),
            "cpuSeconds": {
                name: round(statistics.median(one[name] for one in self._cpu), 2) for name in self._cpu[0]
            },
            "eventsPerCpuSecond": spread([self._events / sum(one.values()) for one in self._cpu]),
        }
