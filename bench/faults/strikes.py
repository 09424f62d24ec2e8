"""The table of faults: each is done to a running installation at a moment that nobody chose."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import psycopg
import redis

from bench.faults.stages import CLOCK, DISK, PLAIN, Stage, Target
from bench.faults.work import JOB, KINDS, MAIL
from bench.processes import children, family
from infrastructure.local.data_folder import environment_of_running
from infrastructure.local.processes import command_line
from infrastructure.local.product import Installation

STOPPED_SECONDS = 15.0
FULL_SECONDS = 10.0
# Less than the product's own deadline: nobody is to be refused anything.
PAUSED_SECONDS = 2.0
DAY = 86_400
WRONG_SECONDS = 5.0

Strike = Callable[[Target], Awaitable[None]]


@dataclass(frozen=True)
class Fault:
    """Each of `steps` returns once what it does is over and the product is on its own again."""

    name: str
    steps: tuple[Strike, ...]
    stage: Stage = PLAIN
    # Whether those who only read may notice it.
    readers_notice: bool = True
    # Whether a part is held and not gone: then the others answer in time, and with the reason.
    held: bool = False
    # Whether `./test` does it too.
    short: bool = False
    # Seconds that are more than the rule gives, by what is late, and why.
    allowed: Mapping[str, float] = field(default_factory=dict[str, float])
    why: str = ""


def _part(product: Installation, program: str) -> int:
    """The process of a part that the supervisor has started."""
    for pid in children(product.pid):
        if any(Path(word.split(" ")[0]).name == program for word in command_line(pid)):
            return pid
    raise LookupError(f"{program} does not run.")


def _kill(program: str, *, ends_mail: bool = False) -> Strike:
    async def strike(target: Target) -> None:
        os.kill(_part(target.product, program), signal.SIGKILL)
        if ends_mail:
            target.note_death()

    return strike


async def _kill_api_worker(target: Target) -> None:
    """The process that answers, below the one that started it."""
    workers = [
        pid
        for pid in children(_part(target.product, "serve"))
        if "resource_tracker" not in " ".join(command_line(pid))
    ]
    os.kill(random.choice(workers), signal.SIGKILL)  # noqa: S311 - nobody's secret


async def _kill_supervisor(target: Target) -> None:
    target.product.kill()
    target.note_death()
    await asyncio.to_thread(target.product.start)


def _stop(program: str, seconds: float) -> Strike:
    async def strike(target: Target) -> None:
        """As a machine that is paused: nothing is refused, and nothing answered."""
        stopped = tuple(family([_part(target.product, program)]))
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)

    return strike


_OTHERS = "from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()"


async def _kill_one_backend(target: Target) -> None:
    """PostgreSQL then ends all its other connections too, and recovers from its log."""

    def strike() -> None:
        with psycopg.connect(_owner(target.product), autocommit=True) as owner:
            rows = owner.execute(f"select pid {_OTHERS} and usename = 'coffer_app'").fetchall()
            os.kill(random.choice(rows)[0], signal.SIGKILL)  # noqa: S311 - nobody's secret

    await asyncio.to_thread(strike)


async def _end_all_connections(target: Target) -> None:
    def strike() -> None:
        with psycopg.connect(_owner(target.product), autocommit=True) as owner:
            owner.execute(f"select pg_terminate_backend(pid) {_OTHERS}")
        with _valkey(target.product) as valkey:
            valkey.execute_command("CLIENT KILL TYPE normal SKIPME yes")
            valkey.execute_command("CLIENT KILL TYPE pubsub SKIPME yes")

    await asyncio.to_thread(strike)


async def _flush_all(target: Target) -> None:
    def strike() -> None:
        with _valkey(target.product) as valkey:
            valkey.execute_command("FLUSHALL")

    await asyncio.to_thread(strike)


async def _fill_disk(target: Target) -> None:
    """To the last block, under database, objects, logs and mail alike."""
    ballast = target.product.data / "ballast"

    def fill() -> None:
        with ballast.open("wb") as file:
            for size in (1 << 20, 1 << 12):
                try:
                    while True:
                        os.posix_fallocate(file.fileno(), os.fstat(file.fileno()).st_size, size)
                except OSError:
                    continue

    try:
        await asyncio.to_thread(fill)
        await asyncio.sleep(FULL_SECONDS)
    finally:
        ballast.unlink(missing_ok=True)


def _move_clock(seconds: int) -> Strike:
    """As where people and product share a machine."""

    async def strike(target: Target) -> None:
        await target.move_clock(seconds, of_people=True)

    return strike


def _wrong_clock(seconds: int) -> Strike:
    """A server's, for a while: it refuses statements that are far from its time, and says so."""

    async def strike(target: Target) -> None:
        await target.move_clock(seconds, of_people=False)
        await asyncio.sleep(WRONG_SECONDS)
        await target.move_clock(0, of_people=False)

    return strike


def _owner(product: Installation) -> str:
    return environment_of_running(product.data)["COFFER_OWNER_DATABASE_URL"]


def _valkey(product: Installation) -> Any:
    url = environment_of_running(product.data)["REDIS_URL"]
    return cast("Any", redis.Redis).from_url(url)


FAULTS: tuple[Fault, ...] = (
    Fault("kill API", (_kill("serve"),)),
    Fault("kill API worker", (_kill_api_worker,), short=True),
    Fault("kill followers", (_kill("followers"),), short=True),
    Fault("kill worker", (_kill("worker", ends_mail=True),), readers_notice=False, short=True),
    Fault(
        "kill mail catcher",
        (_kill("infrastructure.local.mail_catcher", ends_mail=True),),
        readers_notice=False,
    ),
    Fault("kill PostgreSQL", (_kill("postgres"),), short=True),
    Fault("kill Valkey", (_kill("valkey-server"),), short=True),
    Fault("kill one backend", (_kill_one_backend,), short=True),
    Fault("end all connections", (_end_all_connections,), short=True),
    Fault("empty Valkey", (_flush_all,), short=True),
    Fault("kill supervisor, start again", (_kill_supervisor,), short=True),
    Fault("stop PostgreSQL for 2 s", (_stop("postgres", PAUSED_SECONDS),), held=True, short=True),
    Fault("stop Valkey for 2 s", (_stop("valkey-server", PAUSED_SECONDS),), held=True, short=True),
    Fault("stop PostgreSQL for 15 s", (_stop("postgres", STOPPED_SECONDS),), held=True),
    Fault("stop Valkey for 15 s", (_stop("valkey-server", STOPPED_SECONDS),), held=True),
    Fault(
        "full disk for 10 s",
        (_fill_disk,),
        DISK,
        held=True,
        allowed={f"waiting {MAIL}": 63.0},
        why="a mail that its carrier has put off is offered again after a minute (domain.md, section 13)",
    ),
    Fault("clock a day forth, and right again", (_move_clock(DAY), _move_clock(0)), CLOCK),
    Fault("clock a day back, and right again", (_move_clock(-DAY), _move_clock(0)), CLOCK),
    Fault("server's clock a day ahead for 5 s", (_wrong_clock(DAY),), CLOCK, held=True),
    Fault("server's clock a day behind for 5 s", (_wrong_clock(-DAY),), CLOCK, held=True),
)
LATE = (*KINDS, f"waiting {MAIL}", f"waiting {JOB}")
"""What is timed: something new of each kind, and what was under way."""
