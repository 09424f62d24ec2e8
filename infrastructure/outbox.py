"""The outbox: messages written in the transaction of their events, and retried as jobs until one succeeds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Mapping
from typing import Any

import msgspec
import psycopg
import structlog
from psycopg_pool import AsyncConnectionPool

from application.jobs import Job, JobQueue
from domain.errors import Unavailable
from infrastructure.event_store.generations import AT_WORK, at_work
from infrastructure.event_store.notifier import LISTEN, OUTBOX
from infrastructure.postgres import AT_LEISURE, REACHED, connection_of
from infrastructure.readiness import beat
from infrastructure.watchdog import turn

log = structlog.get_logger("coffer.outbox")

# A job that was handed over and not finished by then is handed over again. No job asks for more than six
# hours: what is due later was written down before the clock was set back.
_AGAIN_SECONDS = 60
_POLL_SECONDS = 1.0
# With the pauses below, a job that fails is retried for about 20 minutes.
MOST_ATTEMPTS = 25
_LONGEST_PAUSE = 60
_MOST_HELD = 10_000
_MOST_AT_ONCE = 100
# Of the jobs that run at once, at most so many are done at leisure: however slow they are, the others find
# a place at once.
MOST_AT_LEISURE = 4
_POLL_WHILE_FULL_SECONDS = 0.1
# Every worker holds it, shared; who gets it alone is the only one.
WORKERS = 0x434F464657524B

_CLAIM = """
update es.outbox as o
set attempts = o.attempts + 1, waits_for = null,
    next_at = clock_timestamp() + %(again)s * interval '1 second'
where o.id in (select id from es.outbox where done_at is null
    and next_at not between clock_timestamp() and clock_timestamp() + interval '7 hours'
    and (topic = any(%(at_leisure)s)) = %(leisurely)s
    order by next_at, id limit %(most)s for update skip locked)
returning o.id, o.topic, o.payload::text, o.attempts
"""
_DONE = "update es.outbox set done_at = clock_timestamp() where id = %(id)s and done_at is null"
_LATER = """
update es.outbox set next_at = %(at)s, waits_for = %(waits_for)s where id = %(id)s and done_at is null
"""
_OVER = """
update es.outbox set next_at = clock_timestamp(), waits_for = null
where waits_for = %(waits_for)s and done_at is null
"""
_DROP = "delete from es.outbox where done_at < clock_timestamp() - interval '7 days'"
# Each step of a try has a number of its own: whoever comes with an older one, another worker or what a queue
# still held, does nothing.
_TAKE = """
update es.outbox set attempts = attempts + 1, waits_for = null,
    next_at = clock_timestamp() + %(again)s * interval '1 second'
where id = %(id)s and attempts = %(attempts)s and done_at is null returning attempts
"""
_GIVE_BACK = """
update es.outbox
set attempts = attempts + 1, next_at = clock_timestamp() + %(seconds)s * interval '1 second'
where id = %(id)s and attempts = %(attempts)s and done_at is null
"""
_GIVE_BACK_OF_THE_DEAD = """
update es.outbox set attempts = attempts + 1, next_at = clock_timestamp()
where done_at is null and attempts > 0 and next_at > clock_timestamp()
    and next_at <= clock_timestamp() + %(again)s * interval '1 second'
"""


class OutboxRelay:
    """Hands waiting rows to the queue. Any number of them may run side by side."""

    def __init__(
        self,
        app_url: str,
        pool: AsyncConnectionPool,
        queue: JobQueue,
        parcels: Parcels,
        at_leisure: Collection[str] = (),
    ) -> None:
        self._app_url = app_url
        self._pool = pool
        self._queue = queue
        self._parcels = parcels
        self._at_leisure = list(at_leisure)

    async def run(self) -> None:
        """Run until cancelled; reconnects after a lost connection. Raises what the queue raises."""
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._app_url, autocommit=True, **REACHED
                ) as ears:
                    await ears.execute(AT_WORK, at_work())
                    await ears.execute("select pg_advisory_lock_shared(%s)", (WORKERS,))
                    await ears.execute(LISTEN, (OUTBOX,))
                    while True:
                        await self._parcels.give_back_what_failed()
                        while await self.hand_over():
                            pass
                        beat()
                        full = self._at_leisure and not self._parcels.room_at_leisure()
                        pause = _POLL_WHILE_FULL_SECONDS if full else _POLL_SECONDS
                        async for _ in ears.notifies(timeout=pause, stop_after=1):
                            pass
            except (psycopg.OperationalError, Unavailable) as failure:
                turn()
                log.warning("outbox interrupted", error=type(failure).__name__)
                await asyncio.sleep(_POLL_SECONDS)

    async def hand_over(self) -> int:
        """Hand over what is due; how many. What is done at leisure comes last, and never all at once."""
        claimed = await self._claim(most=_MOST_AT_ONCE, leisurely=False)
        if self._at_leisure and (room := self._parcels.room_at_leisure()):
            claimed += await self._claim(most=room, leisurely=True)
        return claimed

    async def _claim(self, *, most: int, leisurely: bool) -> int:
        asked = {
            "again": _AGAIN_SECONDS,
            "most": most,
            "leisurely": leisurely,
            "at_leisure": self._at_leisure,
        }
        async with connection_of(self._pool, seconds=AT_LEISURE) as connection:
            rows = await (await connection.execute(_CLAIM, asked)).fetchall()
        for row_id, _, _, attempts in rows:
            self._parcels.hold(row_id, attempts, leisurely=leisurely)
        for row_id, topic, payload, attempts in rows:
            parcel = {"id": row_id, "attempts": attempts, "payload": msgspec.json.decode(payload)}
            await self._queue.enqueue(topic, parcel, key=f"outbox:{row_id}:{attempts}")
        return len(rows)


class OutboxWaits:
    """Implements `application.jobs.Waits`."""

    def __init__(self, pool: AsyncConnectionPool) -> None:
        self._pool = pool

    async def over(self, waits_for: str) -> None:
        async with connection_of(self._pool, seconds=AT_LEISURE) as connection:
            await connection.execute(_OVER, {"waits_for": waits_for})


async def give_back_of_the_dead(app_url: str) -> None:
    """Let what a worker has left behind that was killed be due now. Call it before the work begins.

    It is left alone while another worker lives, since it may be that one's: then it is due within a minute.
    """
    try:
        async with await psycopg.AsyncConnection.connect(app_url, autocommit=True, **REACHED) as connection:
            alone = await connection.execute("select pg_try_advisory_lock(%s)", (WORKERS,))
            if (await alone.fetchone() or (False,))[0]:
                await connection.execute(_GIVE_BACK_OF_THE_DEAD, {"again": _AGAIN_SECONDS})
    except psycopg.OperationalError as failure:
        log.warning("outbox interrupted", error=type(failure).__name__)


class Parcels:
    """Carries out handed-over rows, and marks them done when they are.

    What this process has handed over and what became of it is remembered, so that it is tried again as soon
    as the queue or the database is back, and not when its time is over.
    """

    def __init__(self, pool: AsyncConnectionPool) -> None:
        self._pool = pool
        # By id, the number of the try.
        self._held: dict[int, int] = {}
        # By id, how often it failed in a row.
        self._failures: dict[int, int] = {}
        # The same with the number of the try, until it is written down.
        self._failed: dict[int, tuple[int, int]] = {}
        # By id, until when what is done at leisure takes up a place: another worker may have done it.
        self._at_leisure: dict[int, float] = {}

    def hold(self, row_id: int, attempts: int, *, leisurely: bool = False) -> None:
        """It was handed over by this process, and nobody has come with it yet."""
        self._held[row_id] = attempts
        if leisurely:
            self._at_leisure[row_id] = time.monotonic() + _AGAIN_SECONDS
        # What another worker took from the queue is not heard of here.
        while len(self._held) > _MOST_HELD:
            del self._held[next(iter(self._held))]

    def room_at_leisure(self) -> int:
        """How many more of what is done at leisure may be handed over now."""
        now = time.monotonic()
        self._at_leisure = {row_id: until for row_id, until in self._at_leisure.items() if until > now}
        return max(0, MOST_AT_LEISURE - len(self._at_leisure))

    async def carry_out(self, job: Job, topic: str, parcel: Mapping[str, Any]) -> None:
        """Do a job unless it was done or handed over again since. An internal failure is retried for about 20
        minutes, and then left for the operator."""
        try:
            await self._carry_out(job, topic, parcel)
        finally:
            self._at_leisure.pop(parcel["id"], None)

    async def _carry_out(self, job: Job, topic: str, parcel: Mapping[str, Any]) -> None:
        row_id = parcel["id"]
        if self._held.get(row_id) == parcel["attempts"]:
            del self._held[row_id]
        try:
            taken = await self._take(parcel)
        except Unavailable:
            self._failed[row_id] = parcel["attempts"], 1
            return
        if taken is None:
            return
        self._held[row_id] = taken
        try:
            again = await job(parcel["payload"])
            if again is None:
                await self._execute(_DONE, {"id": row_id})
            else:
                later = {"id": row_id, "at": again.at, "waits_for": again.waits_for}
                await self._execute(_LATER, later)
        except Exception as fault:
            log.error("job failed", topic=topic, outbox=row_id, attempt=taken, exc_info=fault)
            failures = self._failures[row_id] = self._failures.get(row_id, 0) + 1
            self._failed[row_id] = taken, failures
        else:
            self._failures.pop(row_id, None)
        self._held.pop(row_id, None)

    async def give_back_what_failed(self) -> None:
        """Say when what failed is due again, or that it is not."""
        for row_id, (attempts, failures) in tuple(self._failed.items()):
            if failures < MOST_ATTEMPTS:
                await self._give_back(row_id, attempts, min(2.0 ** (failures - 1), _LONGEST_PAUSE))
            else:
                await self._execute(_DONE, {"id": row_id})
                self._failures.pop(row_id, None)
            del self._failed[row_id]

    async def give_back_what_is_held(self) -> None:
        """The queue was away, and nothing is carried out now: what it was told is due at once."""
        for row_id, attempts in tuple(self._held.items()):
            await self._give_back(row_id, attempts, 0.0)
            self._held.pop(row_id, None)

    async def drop_what_is_done(self) -> None:
        await self._execute(_DROP, {})

    async def _take(self, parcel: Mapping[str, Any]) -> int | None:
        """The number under which it is carried out."""
        values = {"id": parcel["id"], "attempts": parcel["attempts"], "again": _AGAIN_SECONDS}
        async with connection_of(self._pool, seconds=AT_LEISURE) as connection:
            row = await (await connection.execute(_TAKE, values)).fetchone()
        return None if row is None else row[0]

    async def _give_back(self, row_id: int, attempts: int, seconds: float) -> None:
        await self._execute(_GIVE_BACK, {"id": row_id, "attempts": attempts, "seconds": seconds})

    async def _execute(self, statement: str, values: Mapping[str, Any]) -> None:
        async with connection_of(self._pool, seconds=AT_LEISURE) as connection:
            await connection.execute(statement, values)  # pyright: ignore[reportArgumentType]
