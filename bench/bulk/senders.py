"""Owners who send one message to many, one owner after the other."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import psycopg

from bench.bulk.reckoning import Sent, progress_of
from bench.faults.arrivals import Arrivals
from bench.faults.patient import Patient, browser
from bench.faults.sight import Sight
from client.api import Person
from infrastructure.local.product import Installation

PASSWORD = "a plum of seven colours"  # noqa: S105 - of nobody
WORDS = {"subject": "Dear {{name}}", "text": "Dear {{name}}, we have moved."}
AT_ONCE = 2
POLL_SECONDS = 0.5


@dataclass
class Senders:
    data: Path
    owners: list[Person]
    each: int
    """How many get one message: as many as the plan allows on one day."""
    sent: list[Sent] = field(default_factory=list[Sent])

    async def send(self) -> None:
        """At most two emails are under way at a time."""
        for number, owner in enumerate(self.owners):
            self.sent.append(await self._send(owner, number))
            await self._room()

    async def _send(self, owner: Person, number: int) -> Sent:
        """Repeated under the same key until it is answered."""
        to = [f"r{number}-{one}@bench.test" for one in range(self.each)]
        body = {**WORDS, "recipients": [{"to": one, "params": {"name": f"N{i}"}} for i, one in enumerate(to)]}
        headers = {"Idempotency-Key": str(uuid4()), "X-Account-Id": str(owner.account_id)}
        answer = await owner.http.post("/email.bulkSend", json=body, headers=headers)
        answer.raise_for_status()
        return Sent(frozenset(to), answer.json()["data"]["accepted"])

    async def _room(self) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            # The database may be away just now.
            with contextlib.suppress(psycopg.OperationalError):
                progress = await asyncio.to_thread(progress_of, self.data)
                if progress.batches <= 1:
                    return


@contextlib.asynccontextmanager
async def owners_of(product: Installation, count: int) -> AsyncGenerator[list[Person]]:
    """Each with an account of their own, on the plan that sends the most."""
    arrivals, few = Arrivals(product.data / "mail"), asyncio.Semaphore(AT_ONCE)
    async with contextlib.AsyncExitStack() as stack:

        async def arrive(number: int) -> Person:
            async with few:
                http = await stack.enter_async_context(browser(product.url, Patient(Sight(), "bulk email")))
                person, email = Person(http), f"owner{number}@bench.test"
                await person.register("Ann", email, PASSWORD)
                await person.enter_code(email, await arrivals.code_for(email))
                await person.session()
                await person.subscribe("office", "Hawthorne")
                return person

        yield list(await asyncio.gather(*(arrive(number) for number in range(count))))
