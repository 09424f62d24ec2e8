"""Rate limits on a real Valkey: exact however many ask at once."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from redis.asyncio import Redis

from application.identity.ports import Rule
from domain.errors import Unavailable
from infrastructure.identity.limits import ValkeyLimits
from infrastructure.local.ports import free_port

NOW = datetime(2031, 5, 6, tzinfo=UTC)


@pytest.fixture
async def limits(valkey_url: str) -> AsyncIterator[ValkeyLimits]:
    async with Redis.from_url(valkey_url) as valkey:
        yield ValkeyLimits(valkey)


async def test_of_many_at_once_exactly_as_many_pass_as_may(limits: ValkeyLimits, valkey_url: str):
    subject = str(uuid4())
    async with Redis.from_url(valkey_url) as other:
        processes = [limits, ValkeyLimits(other)]
        verdicts = await asyncio.gather(
            *(processes[n % 2].take(subject, (Rule(5, 10),), NOW) for n in range(60))
        )
    assert sum(verdict.wait == 0 for verdict in verdicts) == 5
    assert sum(verdict.first for verdict in verdicts) == 1


async def test_the_window_begins_with_the_last_that_passed(limits: ValkeyLimits):
    subject, rules = str(uuid4()), (Rule(2, 10),)
    assert (await limits.take(subject, rules, NOW)).wait == 0
    assert (await limits.take(subject, rules, NOW + timedelta(seconds=9))).wait == 0
    assert (await limits.take(subject, rules, NOW + timedelta(seconds=12))).wait == 7
    assert (await limits.take(subject, rules, NOW + timedelta(seconds=18, milliseconds=999))).wait == 1
    assert (await limits.take(subject, rules, NOW + timedelta(seconds=19))).wait == 0


async def test_nothing_is_counted_unless_every_rule_allows_it(limits: ValkeyLimits):
    subject, both = str(uuid4()), (Rule(1, 10), Rule(2, 100))
    assert (await limits.take(subject, both, NOW)).wait == 0
    for _ in range(5):
        assert (await limits.take(subject, both, NOW + timedelta(seconds=1))).wait == 9
    assert (await limits.take(subject, both, NOW + timedelta(seconds=10))).wait == 0
    assert (await limits.take(subject, both, NOW + timedelta(seconds=20))).wait == 90


async def test_subjects_do_not_share(limits: ValkeyLimits):
    rules = (Rule(1, 10),)
    assert (await limits.take(str(uuid4()), rules, NOW)).wait == 0
    assert (await limits.take(str(uuid4()), rules, NOW)).wait == 0


async def test_without_valkey_nobody_passes():
    async with Redis.from_url(f"redis://127.0.0.1:{free_port()}") as nowhere:
        with pytest.raises(Unavailable):
            await ValkeyLimits(nowhere).take("x", (Rule(1, 1),), NOW)
