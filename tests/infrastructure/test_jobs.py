"""Jobs go on by themselves after the queue's server was away, and none is carried out twice for it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import psycopg
import pytest
import redis
from arq import cron
from arq.connections import ArqRedis
from arq.constants import default_queue_name, job_key_prefix
from arq.cron import CronJob
from psycopg_pool import AsyncConnectionPool
from redis.asyncio.connection import ConnectionPool

from application.jobs import Later
from infrastructure import jobs
from infrastructure.chores import Chore, until_stopped
from infrastructure.jobs import ArqQueue, run_worker
from infrastructure.local.valkey import ValkeyServer
from infrastructure.readiness import PULSE_FILE
from infrastructure.valkey import open_valkey
from tests.support.own_servers import StoppingProxy, through
from tests.support.stack import throw_away_folder


@pytest.fixture
def folder() -> Iterator[Path]:
    with throw_away_folder() as path:
        yield path


class Errand:
    """A job that is begun, and ends when it may."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.done: list[int] = []
        self.may_end = asyncio.Event()
        self.may_end.set()

    async def __call__(self, payload: Mapping[str, Any]) -> Later | None:
        self.begun.append(payload["number"])
        await self.may_end.wait()
        self.done.append(payload["number"])
        return None


@contextlib.asynccontextmanager
async def working(
    valkey_url: str, url: str, pool: AsyncConnectionPool, errand: Errand
) -> AsyncIterator[None]:
    stop = asyncio.Event()
    worker = asyncio.create_task(run_worker(valkey_url, url, pool, {"errand": errand}, stop=stop))
    try:
        yield
        assert not worker.done()
    finally:
        stop.set()
        await worker


def note(owner_url: str, number: int) -> None:
    with psycopg.connect(owner_url, autocommit=True) as owner:
        owner.execute(
            "insert into es.outbox (topic, payload, dedup) "
            "values ('errand', jsonb_build_object('number', %s::int), %s)",
            (number, str(number)),
        )


async def until(holds: Callable[[], bool], seconds: int = 30) -> None:
    for _ in range(seconds * 50):
        if holds():
            return
        await asyncio.sleep(0.02)
    assert holds()


def kill(server: ValkeyServer) -> None:
    os.kill(int((server.data / "valkey" / "valkey.pid").read_text()), signal.SIGKILL)
    server.stop()


async def test_the_worker_finds_its_way_back_to_a_queue_that_was_away(
    database_url: str, app_database_url: str, pool: AsyncConnectionPool, folder: Path
) -> None:
    valkey, errand = ValkeyServer(folder), Errand()
    valkey.start()
    async with working(valkey.url, app_database_url, pool, errand):
        note(database_url, 1)
        await until(lambda: errand.done == [1])
        await asyncio.to_thread(kill, valkey)
        note(database_url, 2)
        with ValkeyServer(folder, valkey.port):
            await until(lambda: errand.done == [1, 2])


async def test_its_pulse_beats_as_it_hands_over(
    app_database_url: str,
    pool: AsyncConnectionPool,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pulse = folder / "pulse"
    monkeypatch.setenv(PULSE_FILE, str(pulse))
    with ValkeyServer(folder) as valkey:
        async with working(valkey.url, app_database_url, pool, Errand()):
            await until(pulse.exists)


async def test_a_job_that_runs_while_the_queue_goes_away_is_finished_and_begun_once(
    database_url: str, app_database_url: str, pool: AsyncConnectionPool, folder: Path
) -> None:
    valkey, errand = ValkeyServer(folder), Errand()
    errand.may_end.clear()
    valkey.start()
    async with working(valkey.url, app_database_url, pool, errand):
        note(database_url, 1)
        await until(lambda: errand.begun == [1])
        await asyncio.to_thread(kill, valkey)
        with ValkeyServer(folder, valkey.port):
            errand.may_end.set()
            note(database_url, 2)
            await until(lambda: errand.done == [1, 2])
            assert errand.begun == [1, 2]


async def test_a_queue_that_hangs_is_left_and_found_again(
    database_url: str,
    app_database_url: str,
    pool: AsyncConnectionPool,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jobs, "_ANSWER_SECONDS", 0.2)
    errand = Errand()
    with ValkeyServer(folder) as valkey:
        async with (
            StoppingProxy("127.0.0.1", valkey.port).running() as proxy,
            working(through(valkey.url, proxy), app_database_url, pool, errand),
        ):
            note(database_url, 1)
            await until(lambda: errand.done == [1])
            # The lines of before never say another word; new ones are carried.
            proxy.stop_those_that_are_open()
            note(database_url, 2)
            await until(lambda: errand.done == [1, 2])


async def test_what_an_emptied_queue_has_lost_is_carried_out(
    database_url: str, app_database_url: str, pool: AsyncConnectionPool, folder: Path
) -> None:
    errand = Errand()
    with ValkeyServer(folder) as valkey:
        async with working(valkey.url, app_database_url, pool, errand):
            note(database_url, 0)
            await until(lambda: errand.done == [0])
            errand.may_end.clear()
            # Ten are carried out at a time, so two are still in the queue.
            for number in range(1, 13):
                note(database_url, number)
            await until(lambda: len(errand.begun) == 11)
            client = redis.Redis.from_url(valkey.url)
            await until(lambda: handed_over(database_url) == 13)
            client.flushall()
            errand.may_end.set()
            await until(lambda: sorted(errand.done) == list(range(13)))
            assert sorted(errand.begun) == list(range(13))


async def test_what_the_clock_asks_again_does_not_hold_up_what_an_emptied_queue_has_lost(
    database_url: str,
    app_database_url: str,
    pool: AsyncConnectionPool,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(jobs, "chores_of", in_a_moment)
    errand, begun, stop = Errand(), asyncio.Event(), asyncio.Event()

    async def searches_for_an_hour() -> None:
        begun.set()
        await asyncio.sleep(3600)

    with ValkeyServer(folder) as valkey:
        minutely = [searches_for_an_hour]
        worker = asyncio.create_task(
            run_worker(valkey.url, app_database_url, pool, {"errand": errand}, minutely=minutely, stop=stop)
        )
        await asyncio.wait_for(begun.wait(), 60)
        redis.Redis.from_url(valkey.url).flushall()
        # Sooner than a chore may take; by a minute later where the worker that ended had just taken it.
        note(database_url, 1)
        await until(lambda: errand.done == [1], seconds=120)
        stop.set()
        await worker


def in_a_moment(hourly: Sequence[Chore], minutely: Sequence[Chore], stop: asyncio.Event) -> list[CronJob]:
    """Once a minute, and not only when the next one begins."""
    soon = (datetime.now(UTC) + timedelta(seconds=2)).second
    return [
        cron(until_stopped(chore, stop), name=f"minutely_{n}", second=soon)
        for n, chore in enumerate(minutely)
    ]


async def test_a_job_neither_waits_for_a_clock_that_was_set_nor_lapses_by_it(folder: Path) -> None:
    day = timedelta(days=1)
    with ValkeyServer(folder) as valkey:
        queue = ArqRedis(cast("ConnectionPool", open_valkey(valkey.url).connection_pool))
        await ArqQueue(queue).enqueue("errand", {"number": 1}, key="outbox:1:1")
        due = await queue.zscore(default_queue_name, "outbox:1:1")
        assert due is not None
        assert datetime.fromtimestamp(due / 1000, UTC) < datetime.now(UTC) - 7 * day
        assert await queue.pttl(f"{job_key_prefix}outbox:1:1") > timedelta(days=7) / timedelta(milliseconds=1)
        await queue.aclose()


def handed_over(owner_url: str) -> int:
    with psycopg.connect(owner_url) as owner:
        row = owner.execute("select count(*) from es.outbox where attempts > 0").fetchone()
    assert row is not None
    return int(row[0])


async def test_what_fails_is_tried_again_in_a_moment(
    database_url: str, app_database_url: str, pool: AsyncConnectionPool, folder: Path
) -> None:
    tried: list[int] = []

    async def fails_first(_: Mapping[str, Any]) -> Later | None:
        tried.append(1)
        if len(tried) < 3:
            raise RuntimeError("no line")
        return None

    stop = asyncio.Event()
    with ValkeyServer(folder) as valkey:
        jobs = {"errand": fails_first}
        worker = asyncio.create_task(run_worker(valkey.url, app_database_url, pool, jobs, stop=stop))
        note(database_url, 1)
        await until(lambda: len(tried) == 3)
        stop.set()
        await worker


async def test_a_stop_does_not_wait_for_what_the_clock_asks_again() -> None:
    stop, begun, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def searches_for_an_hour() -> None:
        begun.set()
        try:
            await asyncio.sleep(3600)
        finally:
            ended.set()

    search = asyncio.ensure_future(until_stopped(searches_for_an_hour, stop)({}))
    await begun.wait()
    assert not search.done()
    stop.set()
    await asyncio.wait_for(search, 30)
    assert ended.is_set()


async def test_a_fault_of_a_chore_is_not_kept_quiet() -> None:
    async def fails() -> None:
        raise RuntimeError("no line")

    with pytest.raises(RuntimeError, match="no line"):
        await until_stopped(fails, asyncio.Event())({})
