"""Outgoing mail is retried for about twenty minutes, and then kept for an operator to look at."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from psycopg_pool import AsyncConnectionPool

from application.jobs import Later
from infrastructure.outbox import (
    MOST_AT_LEISURE,
    MOST_ATTEMPTS,
    WORKERS,
    OutboxRelay,
    OutboxWaits,
    Parcels,
    give_back_of_the_dead,
)


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


async def test_exactly_what_waits_for_something_is_due_when_it_is_there(
    owner: psycopg.Connection, pool: AsyncConnectionPool
) -> None:
    """Whichever process put it off: it stands in the row, until somebody takes the row again."""
    soon = datetime.now(UTC) + timedelta(minutes=5)
    for topic, waits_for in (("a", "provider"), ("b", None), ("c", "other"), ("d", "provider")):
        owner.execute("insert into es.outbox (topic, payload, dedup) values (%s, '{}', %s)", (topic, topic))
        hands, parcels = Hands(), Parcels(pool)

        async def later(_: Mapping[str, Any], waits_for: str | None = waits_for) -> Later | None:
            return Later(soon, waits_for)

        await OutboxRelay("", pool, hands, parcels).hand_over()
        await parcels.carry_out(later, topic, hands.parcels[-1])
    # One of them is at work already.
    owner.execute("update es.outbox set next_at = clock_timestamp() where topic = 'd'")
    working = Hands()
    assert await OutboxRelay("", pool, working, Parcels(pool)).hand_over() == 1
    await OutboxWaits(pool).over("provider")
    due = owner.execute("select topic from es.outbox where next_at <= clock_timestamp()").fetchall()
    assert due == [("a",)]
    again = Hands()
    assert await OutboxRelay("", pool, again, Parcels(pool)).hand_over() == 1
    waiting = owner.execute("select topic from es.outbox where waits_for is not null").fetchall()
    assert waiting == [("c",)]


async def test_what_is_done_at_leisure_never_takes_every_place_and_comes_last(
    owner: psycopg.Connection, pool: AsyncConnectionPool
) -> None:
    for number in range(20):
        topic = "slow" if number < 15 else "mail"
        statement = "insert into es.outbox (topic, payload, dedup, next_at) values (%s, %s, %s, now())"
        owner.execute(statement, (topic, f'{{"number": {number}}}', str(number)))
    hands, parcels = Hands(), Parcels(pool)
    relay = OutboxRelay("", pool, hands, parcels, ["slow"])
    assert await relay.hand_over() == 5 + MOST_AT_LEISURE
    numbers = [parcel["payload"]["number"] for parcel in hands.parcels]
    assert sorted(numbers[:5]) == [15, 16, 17, 18, 19]
    assert all(number < 15 for number in numbers[5:])
    assert (await relay.hand_over(), parcels.room_at_leisure()) == (0, 0)
    await parcels.carry_out(done, "slow", hands.parcels[5])
    assert parcels.room_at_leisure() == 1
    assert await relay.hand_over() == 1
    # Also where it failed, or was taken by somebody else, its place is free again.
    await parcels.carry_out(fails, "slow", hands.parcels[6])
    pass_time(owner)
    await parcels.carry_out(done, "slow", {**hands.parcels[7], "attempts": 0})
    assert parcels.room_at_leisure() == 2
