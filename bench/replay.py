"""How long one account takes to be folded once more, alone and beside others that have far more.

One account writes by the product's deciders, all read models follow, and the account is replayed to its
head, to the middle, and for one kind of item alone; its digests are compared with what is shown. Then other
accounts write, and all is measured again. CPU is counted by process: the bench folds, PostgreSQL the rest.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

import psycopg

from api.composition.following import FROM_NOW_ON
from application.catalogue import DECIDERS
from bench.database import Database, fresh_database, with_server
from bench.figures import emit
from bench.lives import Writer
from bench.processes import cpu_by_part
from domain.ids import AccountId
from infrastructure.event_store.batch import LogReader
from infrastructure.event_store.beside import compare_account
from infrastructure.event_store.completing import History
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.members import ReadModel
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.event_store.places import Places
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.replay import a_replay, up_to
from infrastructure.event_store.round import Round
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.personal_data.keys import KeyWrapping, SubjectKeys
from infrastructure.postgres import open_pool
from infrastructure.rows.digest import of_accounts
from projections.catalogue import PROJECTIONS
from projections.kernel import Projection

HISTORY = History(EventRegistry(DECIDERS), KeyWrapping(b"b" * 32))
_WRITERS = 32
MODELS = of_accounts(PROJECTIONS)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coffer bench replay", description=__doc__)
    parser.add_argument("--events", type=int, default=10_000, help="of the account that is replayed")
    parser.add_argument("--others", type=int, default=40_000, help="of other accounts, for the second time")
    parser.add_argument("--turns", type=int, default=3)
    with_server(parser)
    given = parser.parse_args(argv)
    account = AccountId(uuid4())
    with fresh_database(given.server_url) as database:
        ensure_projections(database.owner, PROJECTIONS, FROM_NOW_ON)
        asyncio.run(write(database, [account], given.events))
        alone = _measure(database, account, given)
        asyncio.run(write(database, [AccountId(uuid4()) for _ in range(_WRITERS)], given.others))
        beside = _measure(database, account, given)
    shares = {name: round(beside[name]["seconds"] / alone[name]["seconds"], 2) for name in alone}
    emit(
        "replay",
        {"readModels": len(MODELS), "alone": alone, "besideOthers": beside, "besideOthersToAlone": shares},
    )
    return 0


def _measure(database: Database, account: AccountId, given: argparse.Namespace) -> dict[str, Any]:
    follow(database)
    with psycopg.connect(database.projector) as connection:
        (head,) = connection.execute("select position from es.head where log_id = 0").fetchone() or (0,)
    contacts = [model for model in MODELS if model.name == "contacts"]
    return {
        "toTheHead": _timed(given.turns, lambda: _replay(database, account, MODELS, head)),
        "toTheMiddle": _timed(given.turns, lambda: _replay(database, account, MODELS, given.events // 2)),
        "oneKind": _timed(given.turns, lambda: _replay(database, account, contacts, head)),
        "compared": _timed(given.turns, lambda: _compare(database, account)),
    }


def _timed(turns: int, work: Callable[[], int]) -> dict[str, Any]:
    """The fastest turn, for a machine that does other things as well."""
    best: dict[str, Any] = {}
    for _ in range(turns):
        before, began = cpu_by_part(), time.perf_counter()
        events = work()
        seconds = time.perf_counter() - began
        cpu = {name: round(spent - before[name], 2) for name, spent in cpu_by_part().items()}
        if not best or seconds < best["seconds"]:
            best = {"events": events, "seconds": round(seconds, 3), "cpuSeconds": cpu}
    return best


def _replay(database: Database, account: AccountId, models: Sequence[Projection], position: int) -> int:
    with a_replay(database.projector, HISTORY, models, account) as replay:
        count = replay.fold(up_to(models, position))
        if replay.failed:
            raise RuntimeError(f"Not folded: {replay.failed}")
        return count


def _compare(database: Database, account: AccountId) -> int:
    found = list(compare_account(database.projector, HISTORY, PROJECTIONS, account))
    if different := [one.name for one in found if not one.equal]:
        raise RuntimeError(f"Not equal: {different}")
    return sum(one.live.rows for one in found)


async def write(database: Database, accounts: Sequence[AccountId], events: int) -> None:
    writers = [Writer(accounts[number % len(accounts)]).appends() for number in range(_WRITERS)]
    async with open_pool(database.app, size=8) as pool:
        keys = SubjectKeys(pool, HISTORY.wrapping)
        store = PostgresEventStore(database.app, pool, HISTORY.registry, keys, inline=PROJECTIONS)
        await store.open()
        try:
            for _ in range(-(-events // _WRITERS)):
                await asyncio.gather(*(store.append(next(writer)) for writer in writers))
        finally:
            await store.close()


def follow(database: Database) -> None:
    """What the followers' process does until there is nothing new."""
    with psycopg.connect(database.projector, autocommit=True) as connection:
        models = [ReadModel(projection) for projection in PROJECTIONS if projection.mode == "follows"]
        places = Places(connection, [model.name for model in models])
        places.read()
        reader = LogReader(connection, EventMapper(HISTORY.registry), HISTORY.wrapping)
        rounds = Round(connection, reader, places, models, [], [])
        while rounds.once():
            pass
