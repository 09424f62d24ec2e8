"""People at work while faults happen: they write, upload, read and sign up, and remember every answer."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

import httpx

from bench.faults.patient import Patient, Sight, browser, named
from client.api import Person, Refused
from client.cabinet import Cabinet
from client.member import Member
from infrastructure.local.inbox import read_inbox

PASSWORD = "correct horse battery staple"  # noqa: S105 - of people who live as long as the run
CODE_PATIENCE_SECONDS = 180.0


@dataclass
class Answered:
    """What the server has said yes to."""

    documents: set[UUID] = field(default_factory=set[UUID])
    files: dict[UUID, bytes] = field(default_factory=dict[UUID, bytes])
    people: dict[str, Person] = field(default_factory=dict[str, Person])
    # Addresses that a mail was promised to.
    mails: list[str] = field(default_factory=list[str])
    # Neither yes nor no: what was begun and neither done nor refused.
    unsure: int = 0

    @property
    def writes(self) -> int:
        return len(self.documents) + len(self.files) + len(self.people) + len(self.mails)


class _Refused(Exception):
    """A read was answered with a refusal."""


class Load:
    """Two people with accounts of their own, who write and upload, and strangers who sign up."""

    def __init__(self, url: str, inbox: Path) -> None:
        self.url = url
        self.inbox = inbox
        self.sight = Sight()
        self.answered = Answered()
        self.titles: list[str] = []
        # For each kind of work the latest moment at which something began that was then answered.
        self.began: dict[str, float] = {}
        self.faults: list[BaseException] = []
        self._stack = contextlib.AsyncExitStack()
        self._stop = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.cabinet: Cabinet
        self.uploads: Cabinet

    async def __aenter__(self) -> Load:
        # One device does one thing after the other, so who writes and who uploads are two people.
        self.cabinet, self.uploads = await self._owner(), await self._owner()
        for name, work, pause in (
            ("write", self._write, 0.05),
            ("upload", self._upload, 0.5),
            ("read", self._read, 0.1),
            ("sign up", self._sign_up, 1.0),
        ):
            self._tasks.append(asyncio.create_task(self._go_on(name, work, pause)))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.rest()
        await self._stack.aclose()

    async def rest(self) -> None:
        """Let everybody finish what they are at, and begin nothing more."""
        self._stop.set()
        await asyncio.gather(*self._tasks)

    async def _go_on(self, name: str, work: Callable[[], Awaitable[None]], pause: float) -> None:
        while not self._stop.is_set():
            began = time.monotonic()
            try:
                await work()
                self.began[name] = began
            except (Refused, _Refused, httpx.HTTPError, TimeoutError) as failure:
                word = str(failure) if isinstance(failure, (Refused, _Refused)) else type(failure).__name__
                self.sight.saw(f"{name}: {word}")
                # A read promises nothing.
                self.answered.unsure += name != "read"
            except Exception as fault:
                self.faults.append(fault)
                self.answered.unsure += 1
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), pause)

    async def _write(self) -> None:
        self.titles.append(title := secrets.token_hex(8))
        self.answered.documents.add(await self.cabinet.write({"title": title}))

    async def _upload(self) -> None:
        content = secrets.token_bytes(20_000)
        self.answered.files[await self.uploads.upload("paper", "text/plain", content)] = content

    async def _read(self) -> None:
        """What was written up to now, as one who asks once and is not patient."""
        api = self.cabinet.of.api
        async with httpx.AsyncClient(base_url=self.url, timeout=20) as reader:
            reader.headers = {
                "Cookie": "; ".join(f"{cookie.name}={cookie.value}" for cookie in api.http.cookies.jar),
                "Origin": self.url,
                "X-Account-Id": str(api.account_id),
                "X-Min-Position": str(api.position),
            }
            answer = await reader.post("/document", json={"limit": 1})
        if answer.status_code != 200:
            raise _Refused(named(answer))

    async def _owner(self) -> Cabinet:
        """Somebody who opened an account and set up its keys."""
        owner = await self._person()
        session = await owner.session()
        account = await owner.subscribe("family", "Hawthorne")
        member = Member(owner, UUID(account["id"]), UUID(session["user"]["id"]))
        await member.found()
        return Cabinet(member)

    async def _sign_up(self) -> None:
        person = await self._person()
        session = await person.session()
        self.answered.people[session["user"]["email"]] = person

    async def _person(self) -> Person:
        """Somebody new who has entered the code of a mail."""
        email = f"p{secrets.token_hex(8)}@example.com"
        http = await self._stack.enter_async_context(browser(self.url, Patient(self.sight.saw)))
        person = Person(http)
        await person.register("Ann", email, PASSWORD)
        self.answered.mails.append(email)
        await person.enter_code(email, await self._code(email))
        return person

    async def _code(self, email: str) -> str:
        until = time.monotonic() + CODE_PATIENCE_SECONDS
        while time.monotonic() < until:
            for mail in await asyncio.to_thread(read_inbox, self.inbox, email):
                if mail.code is not None:
                    return mail.code
            await asyncio.sleep(0.1)
        raise TimeoutError("no mail")
