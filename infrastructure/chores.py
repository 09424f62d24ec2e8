"""What the clock asks of the worker, also of a clock that is set."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from arq import cron
from arq.cron import CronJob, next_cron
from arq.worker import Worker

Chore = Callable[[], Awaitable[None]]
# No chore is due more often, so a clock that moved on by less has not skipped one.
_SHORTEST = timedelta(minutes=1)


def chores_of(hourly: Sequence[Chore], minutely: Sequence[Chore], stop: asyncio.Event) -> list[CronJob]:
    """Each is carried out by one worker of all, and left where it is when the worker stops."""
    return [
        *(
            cron(until_stopped(chore, stop), name=f"hourly_{number}", minute={7})
            for number, chore in enumerate(hourly)
        ),
        *(
            cron(until_stopped(chore, stop), name=f"minutely_{number}", second={0})
            for number, chore in enumerate(minutely)
        ),
    ]


class PunctualWorker(Worker):
    """The library's worker, with chores that a clock which is set does not stop.

    The library goes on from the moment that was due last: after a day back it waits for that day to pass, and
    after a day forth, or a night asleep, it carries out every minute of it, one after the other.
    """

    _last: datetime | None = None

    async def run_cron(self, n: datetime, delay: float, num_windows: int = 2) -> None:
        # Searching the calendar is too expensive for twice a second, and only needed when the clock was set.
        if self._last is not None and not self._last <= n < self._last + _SHORTEST:
            self._look_again(n)
        self._last = n
        await super().run_cron(n, delay, num_windows)

    def _look_again(self, n: datetime) -> None:
        for chore in self.cron_jobs:
            if chore.next_run is not None and (
                chore.next_run > _following(chore, n) or _following(chore, chore.next_run) <= n
            ):
                chore.calculate_next(n)


def _following(chore: CronJob, moment: datetime) -> datetime:
    """When the chore is due next after a moment."""
    return next_cron(moment, minute=chore.minute, second=chore.second, microsecond=chore.microsecond)


def until_stopped(chore: Chore, stop: asyncio.Event) -> Any:
    """What the clock asks is asked again by the clock: a stop does not wait for its end."""

    async def carry_out(ctx: dict[Any, Any]) -> None:
        doing = asyncio.ensure_future(chore())
        stopped = asyncio.ensure_future(stop.wait())
        try:
            await asyncio.wait((doing, stopped), return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopped.cancel()
            doing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await doing

    return carry_out
