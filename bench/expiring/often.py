"""The worker, asked by its clock every few seconds in place of every minute: a run has no idle minutes.

What is asked, how it is queued and what carries it out are the product's own.
"""

from __future__ import annotations

import runpy
from collections.abc import Sequence
from typing import Any

from arq import cron

from infrastructure import jobs
from infrastructure.chores import Chore, until_stopped

EVERY_SECONDS = 5


def _often(_hourly: Sequence[Chore], minutely: Sequence[Chore], stop: Any) -> list[Any]:
    seconds = set(range(0, 60, EVERY_SECONDS))
    return [
        cron(until_stopped(_alone(chore), stop), name=f"often_{number}", second=seconds)
        for number, chore in enumerate(minutely)
    ]


def _alone(chore: Chore) -> Chore:
    """As in a minute of the product: the next one begins when the one before has ended."""
    running: set[int] = set()

    async def carry_out() -> None:
        if running:
            return
        running.add(1)
        try:
            await chore()
        finally:
            running.clear()

    return carry_out


if __name__ == "__main__":
    jobs.chores_of = _often
    runpy.run_module("api.cli", run_name="__main__", alter_sys=True)
