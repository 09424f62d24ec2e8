"""The process that carries out jobs: mail, what follows from facts, and what the clock asks."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

from api.composition import accounts, identity, messaging, oversight, vault, work
from api.composition.foundation import lay_foundation, opened
from application.commands import Route
from infrastructure.jobs import run_worker
from infrastructure.readiness import announce_ready
from infrastructure.settings import Settings


def work_off(settings: Settings) -> None:
    """Carry out jobs until the process is told to end."""
    asyncio.run(_work(settings))


async def _work(settings: Settings) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    catalogue: dict[type[Any], Route] = {}
    base = lay_foundation(settings, catalogue)
    door = identity.Door(base)
    mail, files = messaging.MailWork(base), work.FileWork(base)
    catalogue |= {
        **messaging.routes(),
        **accounts.timed_routes(),
        **files.routes,
        **oversight.telling_routes(base),
    }
    async with opened([*base.parts, door, mail, files]):
        await run_worker(
            settings.redis_url,
            settings.database_url,
            {**mail.jobs, **files.jobs, **oversight.jobs(base)},
            hourly=[
                *mail.hourly,
                *files.hourly,
                *identity.chores(door),
                *accounts.chores(base),
                *vault.chores(door),
            ],
            stop=stop,
            ready=announce_ready,
        )
