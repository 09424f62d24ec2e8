"""The outbox: messages written in the transaction of their events, and retried as jobs until one succeeds."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec
import psycopg
import structlog
from psycopg_pool import AsyncConnectionPool
from redis.exceptions import RedisError

from application.jobs import Job, JobQueue
from domain.errors import Unavailable
from infrastructure.event_store.generations import AT_WORK, at_work
from infrastructure.event_store.notifier import OUTBOX
from infrastructure.postgres import AT_LEISURE, REACHED, connection_of
from infrastructure.readiness import beat

log = structlog.get_logger("coffer.outbox")

# A job that was handed over and not finished by then is handed over again. No job asks for more than six
# hours: what is due later was written down before the clock was set back.
_AGAIN_SECONDS = 60
_POLL_SECONDS = 1.0
MOST_ATTEMPTS = 20

_CLAIM = """
update es.outbox as o
set attempts = o.attempts + 1, next_at = clock_timestamp() + %(again)s * interval '1 second'
where o.id in (select id from es.outbox where done_at is null
    and next_at not between clock_timestamp() and clock_timestamp() + interval '7 hours'
    order by next_at, id limit 100 for update skip locked)
returning o.id, o.topic, o.payload::text, o.attempts
"""
_DONE = "update es.outbox set done_at = clock_timestamp() where id = %(id)s and done_at is null"
_LATER = "update es.outbox set next_at = %(at)s where id = %(id)s and done_at is null"
_DROP = "delete from es.outbox where done_at < clock_timestamp() - interval '7 days'"


class OutboxRelay:
    """Hands waiting rows to the queue. Any number of them may run side by side."""

    def __init__(self, app_url: str, pool: AsyncConnectionPool, queue: JobQueue) -> None:
        self._app_url = app_url
        self._pool = pool
        self._queue = queue

    async def run(self) -> None:
        """Run until cancelled; reconnects after a lost connection."""
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._app_url, autocommit=True, **REACHED
                ) as ears:
                    await ears.execute(AT_WORK, at_work())
                    await ears.execute(f"listen {OUTBOX}".encode())
                    while True:
                        while await self.hand_over():
                            pass
                        beat()
                        async for _ in ears.notifies(timeout=_POLL_SECONDS, stop_after=1):
                            pass
            except (psycopg.OperationalError, Unavailable, RedisError) as failure:
                log.warning("outbox interrupted", error=type(failure).__name__)
                await asyncio.sleep(_POLL_SECONDS)

    async def hand_over(self) -> int:
        """Hand over what is due; how many."""
        async with connection_of(self._pool, seconds=AT_LEISURE) as connection:
            rows = await (await connection.execute(_CLAIM, {"again": _AGAIN_SECONDS})).fetchall()
        for row_id, topic, payload, attempts in rows:
            parcel = {"id": row_id, "attempts": attempts, "payload": msgspec.json.decode(payload)}
            await self._queue.enqueue(topic, parcel, key=f"outbox:{row_id}:{attempts}")
        return len(rows)


class Parcels:
    """Carries out handed-over rows, and marks them done when they are."""

    def __init__(self, pool: AsyncConnectionPool) -> None:
        self._pool = pool

    async def carry_out(self, job: Job, parcel: Mapping[str, Any]) -> None:
        again = await job(parcel["payload"])
        if again is None:
            await self._execute(_DONE, {"id": parcel["id"]})
        else:
            await self._execute(_LATER, {"id": parcel["id"], "at": again})

    async def failed(self, parcel: Mapping[str, Any], topic: str, fault: Exception) -> None:
        """Record an internal failure: retried for about 20 minutes, then left for the operator."""
        log.error("job failed", topic=topic, outbox=parcel["id"], attempt=parcel["attempts"], exc_info=fault)
        if parcel["attempts"] >= MOST_ATTEMPTS:
            await self._execute(_DONE, {"id": parcel["id"]})

    async def drop_what_is_done(self) -> None:
        await self._execute(_DROP, {})

    async def _execute(self, statement: str, values: Mapping[str, Any]) -> None:
        async with connection_of(self._pool, seconds=AT_LEISURE) as connection:
            await connection.execute(statement, values)  # pyright: ignore[reportArgumentType]
