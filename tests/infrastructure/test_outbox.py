"""Outgoing mail is retried for about twenty minutes, and then kept for an operator to look at."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest
from psycopg_pool import AsyncConnectionPool

from application.jobs import Later
from infrastructure.outbox import MOST_ATTEMPTS, WORKERS, OutboxRelay, Parcels, give_back_of_the_dead


class Hands:
    """Takes what is handed over."""

    def __init__(self) -> None:
        self.parcels: list[Mapping[str, Any]] = []
        self.keys: list[str] = []

    async def enqueue(self, name: str, payload: Mapping[str, Any], *, key: str) -> None:
        self.parcels.append(payload)
        self.keys.append(key)


@pytest.fixture
def owner(database_url: str) -> psycopg.Connection:
    return psycopg.connect(database_url, autocommit=True)


def note(owner: psycopg.Connection) -> None:
    owner.execute("insert into es.outbox (topic, payload, dedup) values ('mail', '{\"to\": 1}', 'one')")


def pass_time(owner: psycopg.Connection) -> None:
    owner.execute("update es.outbox set next_at = clock_timestamp() where done_at is null")


def is_done(owner: psycopg.Connection) -> bool:
    row = owner.execute("select done_at is not null from es.outbox").fetchone()
    assert row is not None
    return bool(row[0])


async def fails(_: Mapping[str, Any]) -> Later | None:
    raise RuntimeError("no line")


async def done(_: Mapping[str, Any]) -> Later | None:
    return None


def pause(owner: psycopg.Connection) -> float:
    """In how many seconds it is due."""
    row = owner.execute("select extract(epoch from next_at - clock_timestamp()) from es.outbox").fetchone()
    assert row is not None
    return float(row[0])


async def test_what_fails_is_handed_over_again_soon_then_later_and_for_twenty_minutes(
    owner: psycopg.Connection, pool: AsyncConnectionPool
) -> None:
    note(owner)
    hands, parcels = Hands(), Parcels(pool)
    relay = OutboxRelay("", pool, hands, parcels)
    waited: list[float] = []
    for _ in range(MOST_ATTEMPTS):
        assert not is_done(owner)
        assert await relay.hand_over() == 1
        assert await relay.hand_over() == 0, "not before it had time to be done"
        await parcels.carry_out(fails, "mail", hands.parcels[-1])
        await parcels.give_back_what_failed()
        waited.append(round(pause(owner)))
        pass_time(owner)
    assert is_done(owner)
    assert await relay.hand_over() == 0
    assert waited[:8] == [1, 2, 4, 8, 16, 32, 60, 60]
    assert 1_000 < sum(waited[:-1]) < 1_300
    # A queue that takes each key once takes every try.
    assert len(set(hands.keys)) == MOST_ATTEMPTS


async def test_what_was_done_is_not_handed_over_again_and_what_waits_is(
    owner: psycopg.Connection, pool: AsyncConnectionPool
) -> None:
    note(owner)
    hands, parcels = Hands(), Parcels(pool)
    relay = OutboxRelay("", pool, hands, parcels)
    await relay.hand_over()

    async def later(payload: Mapping[str, Any]) -> Later | None:
        assert payload == {"to": 1}
        return Later(datetime(2000, 1, 1, tzinfo=UTC))

    await parcels.carry_out(later, "mail", hands.parcels[-1])
    assert await relay.hand_over() == 1
    await parcels.carry_out(done, "mail", hands.parcels[-1])
    pass_time(owner)
    assert (is_done(owner), await relay.hand_over()) == (True, 0)


async def test_what_was_due_soon_is_not_a_day_late_because_the_clock_was_set_back(
    owner: psycopg.Connection, pool: AsyncConnectionPool
) -> None:
    """PostgreSQL's clock cannot be moved: what it noted is."""
    note(owner)
    hands = Hands()
    relay = OutboxRelay("", pool, hands, Parcels(pool))
    assert await relay.hand_over() == 1
    for moved in ("1 day", "7 hours 2 minutes"):
        owner.execute(f"update es.outbox set next_at = clock_timestamp() + interval '{moved}'".encode())
        assert await relay.hand_over() == 1, moved
    # The longest that a mail waits for its next try.
    owner.execute("update es.outbox set next_at = clock_timestamp() + interval '6 hours'")
    assert await relay.hand_over() == 0


async def test_of_all_who_come_with_a_parcel_one_carries_it_out(
    owner: psycopg.Connection, pool: AsyncConnectionPool
) -> None:
    """Two workers, or one and what a queue still held of a former try."""
    note(owner)
    begun: list[int] = []

    async def begin(_: Mapping[str, Any]) -> Later | None:
        begun.append(1)
        await asyncio.sleep(0.05)
        return None

    hands, mine, others = Hands(), Parcels(pool), Parcels(pool)
    await OutboxRelay("", pool, hands, mine).hand_over()
    former = hands.parcels[-1]
    pass_time(owner)
    await OutboxRelay("", pool, hands, mine).hand_over()
    latest = hands.parcels[-1]
    assert former["attempts"] < latest["attempts"]
    await mine.carry_out(begin, "mail", former)
    assert begun == []
    working = asyncio.gather(*(parcels.carry_out(begin, "mail", latest) for parcels in (mine, others)))
    # What runs in the hands of somebody else is not given back, however the queue fares.
    await asyncio.sleep(0.02)
    await mine.give_back_what_is_held()
    await others.give_back_what_is_held()
    await working
    assert (begun, is_done(owner)) == ([1], True)


@pytest.mark.parametrize("others_live", [True, False])
async def test_what_a_killed_worker_left_is_due_at_once_unless_it_may_be_a_living_ones(
    owner: psycopg.Connection, pool: AsyncConnectionPool, app_database_url: str, others_live: bool
) -> None:
    note(owner)
    hands = Hands()
    await OutboxRelay("", pool, hands, Parcels(pool)).hand_over()
    owner.execute(
        "insert into es.outbox (topic, payload, dedup, next_at, attempts) "
        "values ('mail', '{}', 'deferred', clock_timestamp() + interval '5 minutes', 1)"
    )
    async with await psycopg.AsyncConnection.connect(app_database_url, autocommit=True) as other:
        if others_live:
            await other.execute("select pg_advisory_lock_shared(%s)", (WORKERS,))
        await give_back_of_the_dead(app_database_url)
    again = await OutboxRelay("", pool, hands, Parcels(pool)).hand_over()
    assert again == (0 if others_live else 1)
    assert len({*hands.keys}) == len(hands.keys)
