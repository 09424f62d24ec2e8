"""Rate limits on a real Valkey: exact however many ask at once."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from uuid import uuid4

import pytest
from redis.asyncio import Redis

from application.identity.ports import Rule
from application.pace import Pace
from domain.errors import Unavailable
from infrastructure.identity.limits import ValkeyLimits
from infrastructure.local.ports import free_port
from tests.support.cut_off import cut_off

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


async def test_the_window_slides(limits: ValkeyLimits):
    subject, rules = str(uuid4()), (Rule(2, 10),)

    async def waits(**after: float) -> int:
        return (await limits.take(subject, rules, NOW + timedelta(**after))).wait

    assert [await waits(seconds=0), await waits(seconds=6), await waits(seconds=9)] == [0, 0, 1]
    assert [await waits(seconds=9, milliseconds=999), await waits(seconds=10)] == [1, 0]
    # In no ten seconds are there more than two.
    assert [await waits(seconds=12), await waits(seconds=16), await waits(seconds=17)] == [4, 0, 3]


async def test_who_keeps_to_the_rate_is_never_refused(limits: ValkeyLimits):
    subject, rules = str(uuid4()), (Rule(5, 10),)
    verdicts = [
        await limits.take(subject, rules, NOW + timedelta(seconds=2 * number)) for number in range(40)
    ]
    assert {verdict.wait for verdict in verdicts} == {0}


async def test_the_first_refusal_after_a_quiet_window_is_marked(limits: ValkeyLimits):
    subject, rules = str(uuid4()), (Rule(1, 10),)
    marked: list[int] = []
    for second in range(40):
        if (await limits.take(subject, rules, NOW + timedelta(seconds=second / 4))).first:
            marked.append(second)
    assert marked == [1]
    await limits.take(subject, rules, NOW + timedelta(seconds=30))
    assert (await limits.take(subject, rules, NOW + timedelta(seconds=31))).first


async def test_nothing_is_counted_unless_every_rule_allows_it(limits: ValkeyLimits):
    subject, both = str(uuid4()), (Rule(1, 10), Rule(2, 100))
    assert (await limits.take(subject, both, NOW)).wait == 0
    for _ in range(5):
        assert (await limits.take(subject, both, NOW + timedelta(seconds=1))).wait == 9
    assert (await limits.take(subject, both, NOW + timedelta(seconds=10))).wait == 0
    assert (await limits.take(subject, both, NOW + timedelta(seconds=20))).wait == 80


async def test_what_is_given_back_can_be_taken_again_and_no_more(limits: ValkeyLimits):
    subject, rules = str(uuid4()), (Rule(2, 10), Rule(3, 100))
    await limits.give_back(subject, rules)
    for _ in range(2):
        assert (await limits.take(subject, rules, NOW)).wait == 0
    assert (await limits.take(subject, rules, NOW)).wait == 10
    await limits.give_back(subject, rules)
    assert (await limits.take(subject, rules, NOW)).wait == 0
    assert (await limits.take(subject, rules, NOW)).wait == 10


async def test_subjects_do_not_share(limits: ValkeyLimits):
    rules = (Rule(1, 10),)
    assert (await limits.take(str(uuid4()), rules, NOW)).wait == 0
    assert (await limits.take(str(uuid4()), rules, NOW)).wait == 0


async def test_without_valkey_nobody_passes():
    async with Redis.from_url(f"redis://127.0.0.1:{free_port()}") as nowhere:
        with pytest.raises(Unavailable):
            await ValkeyLimits(nowhere).take("x", (Rule(1, 1),), NOW)


SLOWLY = Pace("writes", 0.01, 5)


async def test_a_pace_lets_exactly_its_burst_pass_however_many_ask_at_once(
    limits: ValkeyLimits, valkey_url: str
):
    subject = str(uuid4())
    async with Redis.from_url(valkey_url) as other:
        processes = [limits, ValkeyLimits(other)]
        allowed = await asyncio.gather(*(processes[n % 2].keep_to(subject, (SLOWLY,)) for n in range(60)))
    assert sum(one.wait == 0 for one in allowed) == 5
    assert sum(one.first for one in allowed) == 1
    assert {one.limit for one in allowed} == {5}
    assert sorted(one.left for one in allowed if one.wait == 0) == [0, 1, 2, 3, 4]
    assert max(one.full_in for one in allowed) == 500
    assert 90 <= max(one.wait for one in allowed) <= 100


async def test_a_pace_goes_on_as_time_goes_on(limits: ValkeyLimits):
    subject, pace = str(uuid4()), Pace("reads", 2, 1)
    assert (await limits.keep_to(subject, (pace,))).wait == 0
    assert (await limits.keep_to(subject, (pace,))).wait == 1
    await asyncio.sleep(0.6)
    assert (await limits.keep_to(subject, (pace,))).wait == 0
    await asyncio.sleep(1.2)
    # However long it rests, there is never more than the burst.
    assert (await limits.keep_to(subject, (pace,))).left == 0


async def test_a_pace_is_not_used_up_by_what_another_one_refuses(limits: ValkeyLimits):
    subject, wide, narrow = str(uuid4()), Pace("reads", 0.01, 10), Pace("bundles", 0.01, 2)
    both = [await limits.keep_to(subject, (wide, narrow)) for _ in range(5)]
    assert [one.wait == 0 for one in both] == [True, True, False, False, False]
    assert both[0].limit == 2
    assert (await limits.keep_to(subject, (wide,))).left == 7


async def test_paces_of_others_are_their_own(limits: ValkeyLimits):
    once = Pace("reads", 0.01, 1)
    assert (await limits.keep_to(str(uuid4()), (once,))).wait == 0
    assert (await limits.keep_to(str(uuid4()), (once,))).wait == 0


async def test_a_pace_leaves_nothing_behind_in_valkey(limits: ValkeyLimits, valkey_url: str):
    subject = str(uuid4())
    await limits.keep_to(subject, (Pace("reads", 50, 1),))
    async with Redis.from_url(valkey_url) as valkey:
        assert [key async for key in valkey.scan_iter(f"*{subject}*")] == []
        hidden = sha256(subject.encode()).hexdigest()[:32]
        assert 0 < await valkey.pttl(f"pace:{{{hidden}}}:reads") <= 1020


async def test_valkey_may_forget_its_scripts_at_any_time(limits: ValkeyLimits, valkey_url: str):
    rules, subject = (Rule(3, 10),), str(uuid4())
    assert (await limits.take(subject, rules, NOW)).wait == 0
    async with Redis.from_url(valkey_url) as valkey:
        await valkey.script_flush()
    verdicts = await asyncio.gather(*(limits.take(subject, rules, NOW) for _ in range(8)))
    assert sorted(verdict.wait for verdict in verdicts) == [0, 0, *[10] * 6]


async def test_a_crowd_goes_in_one_round_trip(limits: ValkeyLimits, valkey_url: str):
    rules = (Rule(1, 10),)
    await limits.take(str(uuid4()), rules, NOW)
    async with Redis.from_url(valkey_url) as valkey:
        before = (await valkey.info("stats"))["total_reads_processed"]
        await asyncio.gather(*(limits.take(str(uuid4()), rules, NOW) for _ in range(40)))
        after = (await valkey.info("stats"))["total_reads_processed"]
    # One for the crowd, and one to ask for the number.
    assert after - before <= 4


async def test_each_of_a_crowd_is_asked_by_its_own_rules(limits: ValkeyLimits):
    """They are one call of the script for Valkey, with keys and numbers of different length."""
    crowd = [(f"{uuid4()}", (Rule(most, 10), Rule(most + 1, 100))[: 1 + most % 2]) for most in range(1, 6)]
    found = await asyncio.gather(*(limits.take(*one, NOW) for one in crowd for _ in range(7)))
    allowed = [sum(verdict.wait == 0 for verdict in found[at : at + 7]) for at in range(0, 35, 7)]
    assert allowed == [1, 2, 3, 4, 5]


async def test_a_connection_that_was_lost_in_between_is_not_noticed(limits: ValkeyLimits, valkey_url: str):
    subject, rules = str(uuid4()), (Rule(2, 10),)
    async with Redis.from_url(valkey_url) as other:
        for wait in (0, 0, 10):
            assert (await limits.take(subject, rules, NOW)).wait == wait
            await cut_off(other, "normal")


async def test_a_valkey_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch):
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            if line.startswith(b"CLIENT"):
                writer.write(b"+OK\r\n")
        writer.close()

    monkeypatch.setattr("infrastructure.grouped_script._SECONDS", 0.1)
    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    async with server, Redis.from_url(f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}") as mute:
        limits = ValkeyLimits(mute)
        for _ in range(2):
            with pytest.raises(Unavailable):
                await limits.take("x", (Rule(1, 1),), NOW)


DAY = timedelta(days=1)


async def test_a_clock_that_is_set_back_refuses_nobody_for_longer_than_the_window(limits: ValkeyLimits):
    subject, rules = str(uuid4()), (Rule(2, 10), Rule(3, 100))
    for second in (0, 20):
        assert (await limits.take(subject, rules, NOW + timedelta(seconds=second))).wait == 0
    back = NOW - DAY
    # Both count as of the moment at which the clock was seen to be set back, and go on from there.
    assert (await limits.take(subject, rules, back)).wait == 10
    assert (await limits.take(subject, rules, back + timedelta(seconds=4))).wait == 6
    assert (await limits.take(subject, rules, back + timedelta(seconds=10))).wait == 0
    assert (await limits.take(subject, rules, back + timedelta(seconds=20))).wait == 80
    assert (await limits.take(subject, rules, back + timedelta(seconds=100))).wait == 0


async def test_the_first_refusal_after_a_clock_was_set_back_is_marked_once(limits: ValkeyLimits):
    subject, rules = str(uuid4()), (Rule(1, 10),)
    for wait in (0, 10):
        assert (await limits.take(subject, rules, NOW)).wait == wait
    verdicts = [await limits.take(subject, rules, NOW - DAY) for _ in range(3)]
    assert [verdict.first for verdict in verdicts] == [True, False, False]


async def test_a_clock_that_goes_forth_forgets_what_is_out_of_the_window_and_comes_back(limits: ValkeyLimits):
    subject, rules = str(uuid4()), (Rule(1, 10),)
    for at, wait in ((NOW, 0), (NOW, 10), (NOW + DAY, 0), (NOW + DAY, 10), (NOW, 10)):
        assert (await limits.take(subject, rules, at)).wait == wait
    assert (await limits.take(subject, rules, NOW + timedelta(seconds=10))).wait == 0


async def noted_at(valkey: Redis, subject: str, pace: Pace, moved: timedelta) -> None:
    """Valkey's own clock cannot be moved: what it noted is."""
    key = f"pace:{{{sha256(subject.encode()).hexdigest()[:32]}}}:{pace.name}"
    milliseconds = int(moved.total_seconds() * 1000)
    at, told = await valkey.hget(key, "at"), await valkey.get(f"{key}:told")
    await valkey.hset(key, "at", int(at or 0) + milliseconds)
    if told is not None:
        await valkey.set(f"{key}:told", int(told) + milliseconds, keepttl=True)


async def test_an_empty_bucket_fills_up_again_after_the_clock_was_set_back(
    limits: ValkeyLimits, valkey_url: str
):
    subject, pace, wide = str(uuid4()), Pace("reads", 2, 1), Pace("bundles", 2, 10)
    assert [(await limits.keep_to(subject, (pace, wide))).wait for _ in range(2)] == [0, 1]
    async with Redis.from_url(valkey_url) as valkey:
        await noted_at(valkey, subject, pace, DAY)
        refused = [await limits.keep_to(subject, (pace, wide)) for _ in range(2)]
        assert [(one.wait, one.first) for one in refused] == [(1, True), (1, False)]
        # As if half a second had passed.
        await noted_at(valkey, subject, pace, timedelta(seconds=-0.5))
        assert (await limits.keep_to(subject, (pace, wide))).wait == 0
        await noted_at(valkey, subject, pace, -DAY)
        assert (await limits.keep_to(subject, (pace, wide))).wait == 0
