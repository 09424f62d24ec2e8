"""The table of faults: each is done to a running installation at a moment that nobody chose."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import psycopg
import redis

from bench.processes import children, family
from infrastructure.local.data_folder import environment_of_running
from infrastructure.local.processes import command_line
from infrastructure.local.product import Installation

STOPPED_SECONDS = 15.0

Strike = Callable[[Installation], Awaitable[None]]


@dataclass(frozen=True)
class Fault:
    """`strike` returns once the fault is over and the product is on its own again."""

    name: str
    strike: Strike
    # Whether those who only read may notice it.
    readers_notice: bool = True


def _part(product: Installation, program: str) -> int:
    """The process of a part that the supervisor has started."""
    for pid in children(product.pid):
        if any(Path(word.split(" ")[0]).name == program for word in command_line(pid)):
            return pid
    raise LookupError(f"{program} does not run.")


def _kill(program: str) -> Strike:
    async def strike(product: Installation) -> None:
        os.kill(_part(product, program), signal.SIGKILL)

    return strike


async def _kill_api_worker(product: Installation) -> None:
    """The process that answers, below the one that started it."""
    workers = [
        pid
        for pid in children(_part(product, "serve"))
        if "resource_tracker" not in " ".join(command_line(pid))
    ]
    os.kill(random.choice(workers), signal.SIGKILL)  # noqa: S311 - nobody's secret


async def _kill_supervisor(product: Installation) -> None:
    product.kill()
    await asyncio.to_thread(product.start)


def _stop(program: str) -> Strike:
    async def strike(product: Installation) -> None:
        """As a machine that is paused: nothing is refused, and nothing answered."""
        stopped = tuple(family([_part(product, program)]))
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(STOPPED_SECONDS)
        finally:
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)

    return strike


_OTHERS = "from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()"


async def _kill_one_backend(product: Installation) -> None:
    """PostgreSQL then ends all its other connections too, and recovers from its log."""

    def strike() -> None:
        with psycopg.connect(_owner(product), autocommit=True) as owner:
            rows = owner.execute(f"select pid {_OTHERS} and usename = 'coffer_app'").fetchall()
            os.kill(random.choice(rows)[0], signal.SIGKILL)  # noqa: S311 - nobody's secret

    await asyncio.to_thread(strike)


async def _end_all_connections(product: Installation) -> None:
    def strike() -> None:
        with psycopg.connect(_owner(product), autocommit=True) as owner:
            owner.execute(f"select pg_terminate_backend(pid) {_OTHERS}")
        with _valkey(product) as valkey:
            valkey.execute_command("CLIENT KILL TYPE normal SKIPME yes")
            valkey.execute_command("CLIENT KILL TYPE pubsub SKIPME yes")

    await asyncio.to_thread(strike)


async def _flush_all(product: Installation) -> None:
    def strike() -> None:
        with _valkey(product) as valkey:
            valkey.execute_command("FLUSHALL")

    await asyncio.to_thread(strike)


def _owner(product: Installation) -> str:
    return environment_of_running(product.data)["COFFER_OWNER_DATABASE_URL"]


def _valkey(product: Installation) -> Any:
    url = environment_of_running(product.data)["REDIS_URL"]
    return cast("Any", redis.Redis).from_url(url)


FAULTS: tuple[Fault, ...] = (
    Fault("kill API", _kill("serve")),
    Fault("kill API worker", _kill_api_worker),
    Fault("kill followers", _kill("followers")),
    Fault("kill worker", _kill("worker"), readers_notice=False),
    Fault("kill mail catcher", _kill("infrastructure.local.mail_catcher"), readers_notice=False),
    Fault("kill PostgreSQL", _kill("postgres")),
    Fault("kill Valkey", _kill("valkey-server")),
    Fault("kill one backend", _kill_one_backend),
    Fault("end all connections", _end_all_connections),
    Fault("empty Valkey", _flush_all),
    Fault("kill supervisor, start again", _kill_supervisor),
    Fault("stop PostgreSQL for 15 s", _stop("postgres")),
    Fault("stop Valkey for 15 s", _stop("valkey-server")),
)
