"""Chores are carried out by the clock, wherever it is set."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

from infrastructure.chores import PunctualWorker, chores_of


class Enqueued:
    """Takes the chores that are due, and says when each was."""

    def __init__(self) -> None:
        self.names: list[str] = []

    async def enqueue_job(self, name: str, **_said: Any) -> None:
        self.names.append(name)


async def test_chores_go_on_when_the_clock_is_set() -> None:
    async def chore() -> None: ...

    done = Enqueued()
    worker = PunctualWorker(cron_jobs=chores_of(hourly=(chore,), minutely=(chore,), stop=asyncio.Event()))
    worker._pool = done  # pyright: ignore - the one thing of it that is used
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)

    async def minutes(start: datetime, count: int) -> list[str]:
        done.names.clear()
        for second in range(count * 60):
            await worker.run_cron(start + timedelta(seconds=second), 0.5)
        return sorted(done.names)

    each_minute = ["minutely_0"] * 59
    assert await minutes(noon, 60) == sorted(["hourly_0", *each_minute])
    day = timedelta(days=1)
    for moved in (noon - day, noon, noon + day, noon - day):
        assert await minutes(moved, 60) == sorted(["hourly_0", *each_minute]), moved
