"""Chores are carried out by the clock, wherever it is set."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from arq.cron import _get_next_dt as look  # pyright: ignore - each is one step through the calendar

from infrastructure.chores import PunctualWorker, chores_of


class Enqueued:
    """Takes the chores that are due, and says when each was."""

    def __init__(self) -> None:
        self.names: list[str] = []

    async def enqueue_job(self, name: str, **_said: Any) -> None:
        self.names.append(name)


NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def worker_with_chores(done: Enqueued) -> PunctualWorker:
    """One chore of the hour and one of the minute."""

    async def chore() -> None: ...

    worker = PunctualWorker(cron_jobs=chores_of(hourly=(chore,), minutely=(chore,), stop=asyncio.Event()))
    worker._pool = done  # pyright: ignore - the one thing of it that is used
    return worker


async def test_a_clock_that_goes_on_is_not_looked_up_in_the_calendar(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = worker_with_chores(Enqueued())
    looked_at = 0

    def counted(*asked: Any) -> datetime | None:
        nonlocal looked_at
        looked_at += 1
        return look(*asked)

    await worker.run_cron(NOON, 0.5)
    monkeypatch.setattr(sys.modules[look.__module__], "_get_next_dt", counted)
    for beat in range(1, 110):
        await worker.run_cron(NOON + timedelta(seconds=beat / 2), 0.5)
    assert looked_at == 0


async def test_chores_go_on_when_the_clock_is_set() -> None:
    done = Enqueued()
    worker = worker_with_chores(done)

    async def minutes(start: datetime, count: int) -> list[str]:
        done.names.clear()
        for second in range(count * 60):
            await worker.run_cron(start + timedelta(seconds=second), 0.5)
        return sorted(done.names)

    each_minute = ["minutely_0"] * 59
    assert await minutes(NOON, 60) == sorted(["hourly_0", *each_minute])
    day = timedelta(days=1)
    for moved in (NOON - day, NOON, NOON + day, NOON - day):
        assert await minutes(moved, 60) == sorted(["hourly_0", *each_minute]), moved
