"""Jobs on arq: the queue carries what the outbox holds, and loses nothing that the outbox does not."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, cast

import msgspec
from arq import create_pool, cron
from arq.connections import ArqRedis, RedisSettings
from arq.worker import Function, Worker, func
from psycopg_pool import AsyncConnectionPool

from application.jobs import Job
from infrastructure.outbox import OutboxRelay, Parcels

# Less than the time after which the outbox hands a job over again.
_RUN_SECONDS = 45
_POLL_SECONDS = 0.05
_AT_ONCE = 10

# The library would unpickle whatever somebody with access to the queue has put there.
_ENCODE = msgspec.msgpack.Encoder(enc_hook=str).encode
_DECODE = msgspec.msgpack.decode


class ArqQueue:
    """Implements `application.jobs.JobQueue`."""

    def __init__(self, redis: ArqRedis) -> None:
        self._redis = redis

    async def enqueue(self, name: str, payload: Mapping[str, Any], *, key: str) -> None:
        await self._redis.enqueue_job(name, dict(payload), _job_id=key)


async def run_worker(
    redis_url: str,
    app_url: str,
    pool: AsyncConnectionPool,
    jobs: Mapping[str, Job],
    *,
    hourly: Sequence[Callable[[], Awaitable[None]]] = (),
    minutely: Sequence[Callable[[], Awaitable[None]]] = (),
    stop: asyncio.Event,
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Hand over and carry out jobs until `stop` is set; those that run then are finished.

    `jobs` maps topics of the outbox to what is done about them. What is handed over is heard of on a
    connection of its own; all else goes through the pool of the process.
    """
    redis = await create_pool(
        RedisSettings.from_dsn(redis_url), job_serializer=_ENCODE, job_deserializer=_DECODE
    )
    try:
        parcels = Parcels(pool)
        worker = Worker(
            [_function(topic, job, parcels) for topic, job in jobs.items()],
            redis_pool=redis,
            cron_jobs=[
                cron(_chore(chore), name=f"hourly_{number}", minute={7})
                for number, chore in enumerate((*hourly, parcels.drop_what_is_done))
            ]
            + [
                cron(_chore(chore), name=f"minutely_{number}", second={0})
                for number, chore in enumerate(minutely)
            ],
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
        relay = asyncio.create_task(OutboxRelay(app_url, pool, ArqQueue(redis)).run())
        working = asyncio.create_task(worker.async_run())
        ready()
        await _until_either(stop, relay, working)
        for task in (relay, working):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        if worker.tasks:
            await asyncio.wait(worker.tasks.values(), timeout=_RUN_SECONDS)
    finally:
        await redis.aclose()


async def _until_either(stop: asyncio.Event, *tasks: asyncio.Task[None]) -> None:
    """Wait for the stop; a task that ends by itself ends the worker with its fault."""
    waiting = asyncio.create_task(stop.wait())
    done, _ = await asyncio.wait((waiting, *tasks), return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    for task in done - {waiting}:
        task.result()


def _function(topic: str, job: Job, parcels: Parcels) -> Function:
    async def carry_out(ctx: dict[Any, Any], parcel: dict[str, Any]) -> None:
        try:
            await parcels.carry_out(job, parcel)
        except Exception as fault:
            await parcels.failed(parcel, topic, fault)

    return func(cast("Any", carry_out), name=topic)


def _chore(chore: Callable[[], Awaitable[None]]) -> Any:
    async def carry_out(ctx: dict[Any, Any]) -> None:
        await chore()

    return carry_out
