"""Whatever is appended together ends as if it had been appended one after the other."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterable
from typing import Any
from uuid import UUID, uuid4, uuid5

import psycopg
import pytest
from psycopg_pool import AsyncConnectionPool

from application.ports import Append, Appended, Guard, StreamAppend
from domain.errors import AlreadyExists, Stale
from domain.kernel import Claim, Decider, Event
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.personal_data.keys import SubjectKeys
from tests.support.notes import ACME, BETA, WRAPPING, context


class Marked(Event, frozen=True, tag="mark.made"):
    takes: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()

    def claims(self) -> Iterable[Claim]:
        return [Claim("account", "mark", name) for name in self.takes]

    def releases(self) -> Iterable[Claim]:
        return [Claim("account", "mark", name) for name in self.gives]


MARK: Decider[Any, Any, Any] = Decider("mark", (Marked,), lambda *_: [], lambda state, _: state)
PAGES = [uuid5(ACME, str(number)) for number in range(4)]
NAMES = ["a", "b", "c"]


class Model:
    """The store in a few lines: versions of streams and who holds which name."""

    def __init__(self) -> None:
        self.versions: dict[UUID, int] = {}
        self.holders: dict[tuple[UUID, str], UUID] = {}
        self.facts = 0

    def append(self, unit: Append) -> str:
        versions, holders, facts = dict(self.versions), dict(self.holders), self.facts
        for part in unit.streams:
            assert part.account_id is not None
            stream = MARK.stream(part.account_id, part.entity_id)
            if versions.get(stream, 0) != part.expected:
                return "version_conflict"
            versions[stream] = versions.get(stream, 0) + len(part.events)
            facts += len(part.events)
        for part in unit.streams:
            assert part.account_id is not None
            stream = MARK.stream(part.account_id, part.entity_id)
            for event in part.events:
                for claim in event.releases():
                    if holders.get((part.account_id, claim.value)) == stream:
                        del holders[part.account_id, claim.value]
                for claim in event.claims():
                    if holders.setdefault((part.account_id, claim.value), stream) != stream:
                        return "claim_taken"
        if any(versions.get(guard.stream_id, 0) != guard.version for guard in unit.guards):
            return "version_conflict"
        self.versions, self.holders, self.facts = versions, holders, facts
        return "done"


def some_unit(chance: random.Random, model: Model) -> Append:
    """Decided on what is true before the batch, so many of a batch are late."""
    account = chance.choice((ACME, ACME, BETA))
    pages = chance.sample(PAGES, chance.choice((1, 1, 2)))

    def version(page: UUID) -> int:
        return model.versions.get(MARK.stream(account, page), 0)

    def events() -> tuple[Marked, ...]:
        return tuple(
            Marked(
                tuple(chance.sample(NAMES, chance.choice((0, 0, 1)))),
                tuple(chance.sample(NAMES, chance.choice((0, 1, 2)))),
            )
            for _ in range(chance.choice((1, 1, 3)))
        )

    streams = tuple(StreamAppend(MARK, account, page, version(page), events()) for page in pages)
    others = [page for page in PAGES if page not in pages]
    guarded = chance.sample(others, chance.choice((0, 0, 1)))
    guards = tuple(Guard(MARK.stream(account, page), version(page), account) for page in guarded)
    return Append(context(account), streams, guards)


@pytest.fixture
async def store(app_database_url: str, pool: AsyncConnectionPool) -> AsyncIterator[PostgresEventStore]:
    keys = SubjectKeys(pool, WRAPPING)
    store = PostgresEventStore(app_database_url, pool, EventRegistry((MARK,)), keys)
    await store.open()
    yield store
    await store.close()


def outcome_of(answer: Appended | BaseException) -> str:
    if isinstance(answer, Stale | AlreadyExists):
        return answer.reason
    assert isinstance(answer, Appended), answer
    return "done"


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_a_batch_is_worth_its_units_in_order(
    store: PostgresEventStore, database_url: str, seed: int
) -> None:
    chance, model = random.Random(seed), Model()
    seen: set[str] = set()
    for _ in range(12):
        units = [some_unit(chance, model) for _ in range(chance.choice((1, 8, 64)))]
        answers = await asyncio.gather(*map(store.append, units), return_exceptions=True)
        outcomes = [outcome_of(answer) for answer in answers]
        assert outcomes == [model.append(unit) for unit in units]
        seen.update(outcomes)
    assert seen == {"done", "version_conflict", "claim_taken"}
    with psycopg.connect(database_url) as owner:
        versions = owner.execute("select stream_id, max(stream_version) from es.event group by 1").fetchall()
        holders = owner.execute("select account_id, value, stream_id from es.claim").fetchall()
        head = owner.execute("select position, (select count(*) from es.event) from es.head").fetchone()
    assert dict(versions) == model.versions
    assert {(account, name): stream for account, name, stream in holders} == model.holders
    assert head == (model.facts, model.facts)


async def test_of_many_who_want_one_name_one_gets_it(store: PostgresEventStore, database_url: str) -> None:
    units = [
        Append(context(), (StreamAppend(MARK, ACME, uuid4(), 0, (Marked(takes=("a",)),)),))
        for _ in range(100)
    ]
    answers = await asyncio.gather(*map(store.append, units), return_exceptions=True)
    assert sorted(map(outcome_of, answers)) == ["claim_taken"] * 99 + ["done"]
