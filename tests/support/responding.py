"""What follows when a detector has found something: the worker's part of it, done when a test says so."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from api.composition import without_request
from api.composition.foundation import lay_foundation, opened
from application.commands import Route
from application.processes.suspicion import TOPIC
from tests.support.house import House

Respond = Callable[[], Awaitable[int]]


@contextlib.asynccontextmanager
async def responding(house: House) -> AsyncIterator[Respond]:
    """Carry out what detectors left for the worker; how much that was. All of it twice, as may happen."""
    catalogue: dict[type[Any], Route] = {}
    base = lay_foundation(house.settings, catalogue, house.clock)
    catalogue |= {**without_request.suspicion_routes(base)}
    job = without_request.jobs(base)[TOPIC]
    done: set[int] = set()

    async def all_of_it() -> int:
        await house.follow()
        rows = await house.rows("select id, payload from es.outbox where topic = %s order by id", (TOPIC,))
        new = [(id, payload) for id, payload in rows if id not in done]
        for id, payload in new:
            await job(payload)
            done.add(id)
        facts = await house.facts("activity.detected"), await house.facts("activity.repeated")
        for _, payload in new:
            await job(payload)
        assert facts == (await house.facts("activity.detected"), await house.facts("activity.repeated"))
        await house.follow()
        return len(new)

    async with opened(base.parts):
        yield all_of_it
