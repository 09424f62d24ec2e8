"""Jobs on arq: the queue carries what the outbox holds, and loses nothing that the outbox does not."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import msgspec
import structlog
from arq.connections import ArqRedis
from arq.cron import CronJob
from arq.worker import Function, func
from psycopg_pool import AsyncConnectionPool
from redis.asyncio.connection import ConnectionPool
from redis.exceptions import RedisError

from application.jobs import Job
from domain.errors import Unavailable
from infrastructure.chores import PunctualWorker, chores_of
from infrastructure.outbox import OutboxRelay, Parcels, give_back_of_the_dead
from infrastructure.valkey import open_valkey
from infrastructure.watchdog import turn

log = structlog.get_logger("coffer.jobs")

# Less than the time after which the outbox hands a job over again.
_RUN_SECONDS = 45
_POLL_SECONDS = 0.05
_AT_ONCE = 10
_PAUSE_SECONDS = 0.25
# For one answer of the queue: nobody waits for it, but one that hangs has to be left.
_ANSWER_SECONDS = 5.0
_LOOK_SECONDS = 1.0
# A clock that is set, as after a night asleep, neither makes a job wait for its time nor lets it lapse: all
# are due since long ago, and kept for longer than clocks are wrong. When a job is due, the outbox knows.
_DUE = datetime(2001, 1, 1, tzinfo=UTC)
_KEPT = timedelta(days=30)

# The library would unpickle whatever somebody with access to the queue has put there.
_ENCODE = msgspec.msgpack.Encoder(enc_hook=str).encode
_DECODE = msgspec.msgpack.decode


class ArqQueue:
    """Implements `application.jobs.JobQueue`."""

    def __init__(self, redis: ArqRedis) -> None:
        self._redis = redis

    async def enqueue(self, name: str, payload: Mapping[str, Any], *, key: str) -> None:
        await self._redis.enqueue_job(name, dict(payload), _job_id=key, _defer_until=_DUE, _expires=_KEPT)


async def run_worker(
    redis_url: str,
    app_url: str,
    pool: AsyncConnectionPool,
    jobs: Mapping[str, Job],
    *,
    at_leisure: Collection[str] = (),
    hourly: Sequence[Callable[[], Awaitable[None]]] = (),
    minutely: Sequence[Callable[[], Awaitable[None]]] = (),
    stop: asyncio.Event,
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Hand over and carry out jobs until `stop` is set; those that run then are finished. A queue that goes
    away is waited for, and `ready` is called whenever it has been reached.

    `jobs` maps topics of the outbox to what is done about them; those `at_leisure` never take every place.
    What is handed over is heard of on a connection of its own; all else goes through the pool of the process.
    """
    parcels = Parcels(pool)
    functions = [_function(topic, job, parcels) for topic, job in jobs.items()]
    await give_back_of_the_dead(app_url)
    while not stop.is_set():
        connections = cast("ConnectionPool", open_valkey(redis_url, seconds=_ANSWER_SECONDS).connection_pool)
        redis = ArqRedis(connections, job_serializer=_ENCODE, job_deserializer=_DECODE)
        over = asyncio.Event()
        chores = chores_of((*hourly, parcels.drop_what_is_done), minutely, over)
        try:
            await redis.ping()  # pyright: ignore[reportUnknownMemberType]
            await parcels.give_back_what_is_held()
            relay = OutboxRelay(app_url, pool, ArqQueue(redis), parcels, at_leisure)
            await _work_off(redis, relay, functions, chores, over, stop, ready)
        except (RedisError, OSError, Unavailable) as failure:
            turn()
            log.warning("jobs interrupted", error=type(failure).__name__)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), _PAUSE_SECONDS)
        finally:
            with contextlib.suppress(RedisError, OSError):
                await connections.disconnect()


async def _work_off(
    redis: ArqRedis,
    relay: OutboxRelay,
    functions: Sequence[Function],
    chores: Sequence[CronJob],
    over: asyncio.Event,
    stop: asyncio.Event,
    ready: Callable[[], None],
) -> None:
    """Until `stop` is set or the queue goes away; what runs at that moment is finished before this returns,
    so that nobody begins it a second time. Chores are told that it is `over`, and not waited for."""
    worker = PunctualWorker(
        functions,
        redis_pool=redis,
        cron_jobs=chores,
        job_serializer=_ENCODE,
        job_deserializer=_DECODE,
        handle_signals=False,
        max_jobs=_AT_ONCE,
        max_tries=1,
        job_timeout=_RUN_SECONDS,
        keep_result=0,
        poll_delay=_POLL_SECONDS,
        log_results=False,
    )
    running = (
        asyncio.create_task(relay.run()),
        asyncio.create_task(worker.async_run()),
        asyncio.create_task(_see_it_emptied(redis)),
    )
    ready()
    try:
        await _until_either(stop, *running)
    finally:
        over.set()
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        if worker.tasks:
            done, _ = await asyncio.wait(worker.tasks.values(), timeout=_RUN_SECONDS)
            # What a job failed of it has noted itself; here only the queue was not told of its end.
            for job in done:
                if not job.cancelled():
                    job.exception()


async def _see_it_emptied(redis: ArqRedis) -> None:
    """Raises `RedisError` once the queue has lost what it was told, with its connections still there."""
    mark = f"coffer:queue:{secrets.token_hex(8)}"
    await redis.set(mark, b"", ex=_KEPT)
    while await redis.expire(mark, _KEPT):  # noqa: ASYNC110 - who empties it tells nobody
        await asyncio.sleep(_LOOK_SECONDS)
    raise RedisError("The queue was emptied.")


async def _until_either(stop: asyncio.Event, *tasks: asyncio.Task[None]) -> None:
    """Wait for the stop; a task that ends by itself ends the work with its fault."""
    waiting = asyncio.create_task(stop.wait())
    done, _ = await asyncio.wait((waiting, *tasks), return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    for task in done - {waiting}:
        task.result()


def _function(topic: str, job: Job, parcels: Parcels) -> Function:
    async def carry_out(ctx: dict[Any, Any], parcel: dict[str, Any]) -> None:
        await parcels.carry_out(job, topic, parcel)

    return func(cast("Any", carry_out), name=topic)
