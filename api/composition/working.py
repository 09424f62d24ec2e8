"""The process that carries out jobs: mail, what follows from facts, and what the clock asks."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

from api.composition import messaging, without_request
from api.composition.blobs import disk_of
from api.composition.foundation import lay_foundation, opened
from application.commands import Route
from infrastructure.heartbeat import Heart
from infrastructure.jobs import run_worker
from infrastructure.long_lived import settle
from infrastructure.readiness import announce_ready
from infrastructure.settings import Settings
from infrastructure.watchdog import end_watch, end_when_hung


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
    mail = messaging.MailWork(base)
    catalogue |= {
        **messaging.routes(base),
        **without_request.timed_routes(),
        **without_request.keeping_routes(base),
        **without_request.telling_routes(base),
        **without_request.reminding_routes(base),
        **without_request.expiry_routes(base),
        **without_request.suspicion_routes(base),
        **without_request.forgetting_routes(base),
        **without_request.erasing_routes(base),
    }
    # Nobody here waits for read models, so nothing listens to how far they are.
    async with opened((base.pool, base.pool_by_key, base.store)):
        settle()
        await disk_of(settings).look()
        end_when_hung()
        with Heart(settings.redis_url, "worker"):
            await run_worker(
                settings.redis_url,
                settings.database_url,
                base.pool,
                {**mail.jobs, **without_request.jobs(base)},
                at_leisure=mail.at_leisure,
                hourly=[*mail.hourly, *without_request.chores(base)],
                minutely=[*without_request.reminders(base), *mail.minutely],
                stop=stop,
                ready=announce_ready,
            )
        end_watch()
