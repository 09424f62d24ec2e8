"""Outgoing mail is retried for about twenty minutes, and then kept for an operator to look at."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest
from psycopg_pool import AsyncConnectionPool

from infrastructure.outbox import MOST_ATTEMPTS, OutboxRelay, Parcels


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


async def test_what_fails_is_handed_over_again_until_it_was_tried_twenty_times(
    owner: psycopg.Connection, pool: AsyncConnectionPool
) -> None:
    note(owner)
    hands, parcels = Hands(), Parcels(pool)
    relay = OutboxRelay("", pool, hands)
    for attempt in range(1, MOST_ATTEMPTS + 1):
        assert not is_done(owner)
        assert await relay.hand_over() == 1
        assert await relay.hand_over() == 0, "not before it had time to be done"
        assert hands.parcels[-1]["attempts"] == attempt
        await parcels.failed(hands.parcels[-1], "mail", RuntimeError("no line"))
        pass_time(owner)
    assert is_done(owner)
    assert await relay.hand_over() == 0
    # A queue that takes each key once takes every try.
    assert len(set(hands.keys)) == MOST_ATTEMPTS == 20


async def test_what_was_done_is_not_handed_over_again_and_what_waits_is(
    owner: psycopg.Connection, pool: AsyncConnectionPool
) -> None:
    note(owner)
    hands, parcels = Hands(), Parcels(pool)
    relay = OutboxRelay("", pool, hands)
    await relay.hand_over()

    async def later(payload: Mapping[str, Any]) -> datetime | None:
        assert payload == {"to": 1}
        return datetime(2000, 1, 1, tzinfo=UTC)

    async def done(_: Mapping[str, Any]) -> datetime | None:
        return None

    await parcels.carry_out(later, hands.parcels[-1])
    assert await relay.hand_over() == 1
    await parcels.carry_out(done, hands.parcels[-1])
    pass_time(owner)
    assert (is_done(owner), await relay.hand_over()) == (True, 0)


async def test_what_was_due_soon_is_not_a_day_late_because_the_clock_was_set_back(
    owner: psycopg.Connection, pool: AsyncConnectionPool
) -> None:
    """PostgreSQL's clock cannot be moved: what it noted is."""
    note(owner)
    hands = Hands()
    relay = OutboxRelay("", pool, hands)
    assert await relay.hand_over() == 1
    for moved in ("1 day", "7 hours 2 minutes"):
        owner.execute(f"update es.outbox set next_at = clock_timestamp() + interval '{moved}'".encode())
        assert await relay.hand_over() == 1, moved
    # The longest that a mail waits for its next try.
    owner.execute("update es.outbox set next_at = clock_timestamp() + interval '6 hours'")
    assert await relay.hand_over() == 0
