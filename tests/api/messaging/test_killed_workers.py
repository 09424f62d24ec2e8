"""A worker that is killed at any moment loses no mail, and sends twice only what it had no time to note."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import pytest

from infrastructure.local.places import CHECKOUT
from infrastructure.settings import Settings
from tests.api.messaging.test_bulk import OWN, recipients
from tests.api.messaging.test_delivery import bodies_of, mailing, server_of, until
from tests.api.messaging.test_emails import an_owner
from tests.support.door import KEY, SECRET, an_address
from tests.support.house import House
from tests.support.smtp_servers import a_server

__all__ = ["mailing"]
pytestmark = pytest.mark.begins_early

KILLS = 8
CODES, IN_BATCH = 30, 8
STEPS = ("connect", "rcpt", "data", "taken")


def environment(settings: Settings, folder: Path) -> dict[str, str]:
    """The worker's own, as the application of the test has it."""
    return {
        **os.environ,
        "COFFER_MODE": "development",
        "COFFER_PUBLIC_URL": settings.public_url,
        "DATABASE_URL": settings.database_url,
        "REDIS_URL": settings.redis_url,
        "SMTP_URL": settings.smtp_url or "",
        "COFFER_AUTH_SECRET": SECRET,
        "COFFER_KEK": KEY,
        "COFFER_BLOB_SECRET": SECRET,
        "COFFER_DATA_DIR": str(folder),
    }


@dataclass
class Killer:
    """Kills the worker at a step that a server sees, or a while after it has begun to work."""

    house: House
    folder: Path
    dice: random.Random
    worker: asyncio.subprocess.Process | None = None
    step: str = ""
    left: int = 0
    begun: set[str] = field(default_factory=set[str])
    """Whose data has come, so that it may have been taken."""
    doubtful: Counter[str] = field(default_factory=Counter[str])
    """How often somebody's message was that and not noted when the worker died."""
    killed_at: Counter[str] = field(default_factory=Counter[str])

    @property
    def log(self) -> IO[bytes]:
        return (self.folder / "worker.log").open("ab")

    async def start(self) -> None:
        self.worker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "api.cli", "worker"),
            cwd=CHECKOUT,
            env={**environment(self.house.settings, self.folder), "PYTHONPATH": str(CHECKOUT)},
            stdout=self.log,
            stderr=self.log,
        )

    def at(self, step: str) -> None:
        """The server has come to this step with some message."""
        if step != self.step:
            return
        self.left -= 1
        if self.left == 0 and self.worker is not None:
            self.step = ""
            self.killed_at[step] += 1
            self.worker.send_signal(signal.SIGKILL)

    async def seen_dead(self) -> None:
        """Wait for it to be killed, and see what it had no time to note."""
        assert self.worker is not None
        assert await self.worker.wait() == -signal.SIGKILL
        self.doubtful.update(self.begun - await sent_to(self.house))


async def sent_to(house: House) -> set[str]:
    """Whose message the log says was sent."""
    rows = await house.rows(
        "select b.message_id from messaging.mail_body as b join es.event as e on e.entity_id = b.message_id "
        "where e.type = 'email.sent'"
    )
    to = {message_id: body.to for message_id, body in await bodies_of(house)}
    return {to[message_id] for (message_id,) in rows}


@pytest.mark.parametrize("seed", [1])
async def test_a_worker_that_is_killed_at_any_moment_loses_nothing(
    mailing: House, tmp_path: Path, seed: int
) -> None:
    dice = random.Random(seed)
    killer = Killer(mailing, tmp_path, dice)

    async def at_rcpt(_: str) -> None:
        killer.at("rcpt")

    async def at_data(address: str) -> None:
        killer.begun.add(address)
        killer.at("data")

    async def at_mail(_: str) -> None:
        killer.at("connect")

    async def afterwards(seconds: float) -> None:
        await asyncio.sleep(seconds)
        killer.at("taken")

    after: set[asyncio.Task[None]] = set()

    async def at_quit(_: str) -> None:
        # Between the server's word and its note in the log, or a little after that.
        after.add(asyncio.create_task(afterwards(dice.uniform(0, 0.02))))

    ann = await an_owner(mailing, "office")
    people = [an_address() for _ in range(CODES)]
    for to in people:
        await mailing.browser().ask_for_code(to)
    batch = recipients(IN_BATCH)
    await ann.data("POST", "/email.bulkSend", {**OWN, "recipients": batch}, status=202)
    everybody = {ann.email, *people, *(one["to"] for one in batch)}
    steps = {"at_mail": at_mail, "at_rcpt": at_rcpt, "at_data": at_data, "at_quit": at_quit}
    async with a_server(server_of(mailing, **steps)) as server:
        for number in range(KILLS):
            killer.step, killer.left = STEPS[number % len(STEPS)], dice.randint(1, 4)
            await killer.start()
            async with asyncio.timeout(60):
                await killer.seen_dead()
        killer.step = ""
        await killer.start()
        try:

            async def all_noted() -> bool:
                return await sent_to(mailing) == everybody

            await until(all_noted, seconds=60)
        finally:
            assert killer.worker is not None
            killer.worker.terminate()
            await killer.worker.wait()
    await asyncio.gather(*after)

    assert killer.killed_at.total() == KILLS
    arrived = Counter(to for to, _ in server.mails)
    assert arrived.keys() == everybody, "nothing is lost"
    for to, times in arrived.items():
        assert times <= 1 + killer.doubtful[to], f"{to}: {times} times, seed {seed}"
    # What comes twice is one message.
    assert len({str(message["Message-ID"]) for _, message in server.mails}) == len(everybody)
    ((once,),) = await mailing.rows(
        "select count(*) from (select entity_id from es.event where type = 'email.sent' "
        "group by entity_id having count(*) > 1) as more"
    )
    assert once == 0
    ((waiting,),) = await mailing.rows("select count(*) from es.outbox where done_at is null")
    assert waiting == 0
