"""People at work while faults happen: they write, upload, read, sign up and invite, and note every answer."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from uuid import UUID

import httpx
import psycopg

from bench.faults.arrivals import Arrivals
from bench.faults.patient import ANSWER_SECONDS, Patient, browser, named
from bench.faults.sight import Sight
from bench.faults.stages import Target
from bench.faults.work import JOB, LATER, MAIL, READ, SIGN_UP, UPLOAD, WRITE, Work
from client.api import Person, Refused
from client.cabinet import Cabinet
from client.member import Member
from infrastructure.local.data_folder import environment_of_running

PASSWORD = "correct horse battery staple"  # noqa: S105 - of people who live as long as the run
# A mail whose sender was killed may be tried again after a minute, and one that was refused after another.
MAIL_PATIENCE_SECONDS = 200.0
# One in so many who sign up opens an account and invites somebody who is known.
MOVES_IN = 4
_LINKED = "select position, entity_id from es.event where position > %s and type = 'file.linked' order by 1"


@dataclass
class Answered:
    """What the server has said yes to."""

    documents: set[UUID] = field(default_factory=set[UUID])
    files: dict[UUID, bytes] = field(default_factory=dict[UUID, bytes])
    # Files that a document was written about, which a job then notes.
    links: set[UUID] = field(default_factory=set[UUID])
    people: dict[str, Person] = field(default_factory=dict[str, Person])
    # Addresses that the mail of one code was promised to, and all that one was asked for.
    mails: set[str] = field(default_factory=set[str])
    asked_for: set[str] = field(default_factory=set[str])
    invites: int = 0
    # A clear no, and neither yes nor no: what was begun and neither done nor refused.
    refused: int = 0
    unsure: int = 0

    @property
    def count(self) -> int:
        everything = (self.documents, self.files, self.links, self.people, self.mails)
        return sum(map(len, everything)) + self.invites


class _Refused(Exception):
    """A read was answered with a refusal."""


class Load:
    """Two people with accounts of their own, who write and upload, and strangers who sign up."""

    def __init__(self, target: Target) -> None:
        self.product = target.product
        self._target = target
        self.sight = Sight()
        self.work = Work()
        self.answered = Answered()
        self.arrivals = Arrivals(self.product.data / "mail")
        self.titles: list[str] = []
        self.faults: list[BaseException] = []
        self._stack = contextlib.AsyncExitStack()
        self._going = asyncio.Event()
        self._ended = False
        self._idle = 0
        self._still = asyncio.Event()
        self._loops: list[asyncio.Task[None]] = []
        self._errands: set[asyncio.Task[None]] = set()
        self._signed_up = 0
        self.cabinet: Cabinet
        self.uploads: Cabinet
        self._known: str

    async def __aenter__(self) -> Load:
        # One device does one thing after the other, so who writes and who uploads are two people.
        self.cabinet, self._known = await self._owner(WRITE)
        self.uploads, _ = await self._owner(UPLOAD)
        self._going.set()
        for name, work, pause in (
            (WRITE, self._write, 0.05),
            (UPLOAD, self._upload, 0.3),
            (READ, self._read, 0.1),
            (SIGN_UP, self._sign_up, 0.5),
        ):
            self._loops.append(asyncio.create_task(self._go_on(name, work, pause)))
        self._watching = asyncio.create_task(self._watch_jobs())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._ended = True
        self._going.set()
        for task in (self._watching, *self._errands):
            task.cancel()
        await asyncio.gather(self._watching, *self._errands, *self._loops, return_exceptions=True)
        await self._stack.aclose()

    async def pause(self) -> None:
        """Let everybody finish what they are at, and begin nothing more before `go_on`."""
        self._going.clear()
        await self._still.wait()

    def go_on(self) -> None:
        self._still.clear()
        self._going.set()

    async def rest(self) -> None:
        """As `pause`, and let all come that was promised, or have its time."""
        await self.pause()
        until = time.monotonic() + MAIL_PATIENCE_SECONDS
        while time.monotonic() < until:
            if not self._errands and not any(self.work.waits_for(kind) for kind in LATER):
                return
            await asyncio.sleep(0.1)

    async def _go_on(self, name: str, work: Callable[[], Awaitable[None]], pause: float) -> None:
        while not self._ended:
            await self._turn()
            if not self._ended:
                await self._tried(name, work)
                await asyncio.sleep(pause)

    async def _turn(self) -> None:
        """Wait until there is to be work."""
        self._idle += 1
        if self._idle == len(self._loops):
            self._still.set()
        await self._going.wait()
        self._idle -= 1

    async def _tried(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except (Refused, _Refused, httpx.HTTPError, TimeoutError) as failure:
            word = str(failure) if isinstance(failure, (Refused, _Refused)) else type(failure).__name__
            self.sight.saw(name, word)
            refused = isinstance(failure, Refused) and failure.status < 500
            self.answered.refused += refused
            # A read promises nothing.
            self.answered.unsure += name != READ and not refused
        except Exception as fault:
            self.faults.append(fault)
            self.answered.unsure += 1

    async def _write(self) -> None:
        began = time.monotonic()
        self.titles.append(title := secrets.token_hex(8))
        self.answered.documents.add(await self.cabinet.write({"v": 1, "title": title}))
        self.work.did(WRITE, began)

    async def _upload(self) -> None:
        began, content = time.monotonic(), secrets.token_bytes(20_000)
        file_id = await self.uploads.upload("paper", "text/plain", content)
        self.answered.files[file_id] = content
        self.work.did(UPLOAD, began)
        self.titles.append(title := secrets.token_hex(8))
        await self.uploads.write({"v": 1, "title": title}, file_id)
        self.answered.links.add(file_id)
        self.work.awaits(JOB, file_id)

    async def _read(self) -> None:
        """What was written up to now, as one who asks once and is not patient."""
        api, began = self.cabinet.of.api, time.monotonic()
        async with httpx.AsyncClient(base_url=self.product.url, timeout=ANSWER_SECONDS) as reader:
            reader.headers = {
                "Cookie": "; ".join(f"{cookie.name}={cookie.value}" for cookie in api.http.cookies.jar),
                "Origin": self.product.url,
                "X-Account-Id": str(api.account_id),
                "X-Min-Position": str(api.position),
            }
            try:
                answer = await reader.post("/document", json={"limit": 1})
            finally:
                self.sight.waited(READ, time.monotonic() - began)
        if answer.status_code != 200:
            raise _Refused(named(answer))
        self.work.did(READ, began)

    async def _owner(self, kind: str) -> tuple[Cabinet, str]:
        """Somebody who opened an account and set up its keys; and their address."""
        email, owner = await self._stranger(kind)
        await owner.enter_code(email, await self._code_for(email))
        return await self._moves_in(owner), email

    async def _moves_in(self, person: Person) -> Cabinet:
        session = await person.session()
        account = await person.subscribe("family", "Hawthorne")
        own = UUID(account["id"]), UUID(session["user"]["id"])
        member = Member(person, *own, clock=self._target.people_clock)
        await member.found()
        return Cabinet(member)

    async def _sign_up(self) -> None:
        """What comes after the mail is nobody's turn but theirs: meanwhile others sign up."""
        began = time.monotonic()
        email, person = await self._stranger()
        self.work.did(SIGN_UP, began)
        self._signed_up += 1
        moves_in = self._signed_up % MOVES_IN == 0
        self._errand("enter code", partial(self._enter, email, person, moves_in=moves_in))

    def newcomer(self) -> None:
        """Somebody signs up now: strangers do not wait until those before them have finished."""
        self._errand(SIGN_UP, self._sign_up)

    def _errand(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        errand = asyncio.create_task(self._tried(name, work))
        self._errands.add(errand)
        errand.add_done_callback(self._errands.discard)

    async def _stranger(self, kind: str = SIGN_UP) -> tuple[str, Person]:
        """Somebody new who was promised the mail of a code."""
        email = f"p{secrets.token_hex(8)}@example.com"
        http = await self._stack.enter_async_context(browser(self.product.url, Patient(self.sight, kind)))
        person = Person(http)
        self.answered.asked_for.add(email)
        await person.register("Ann", email, PASSWORD)
        self.answered.mails.add(email)
        self.work.awaits(MAIL, email)
        return email, person

    async def _enter(self, email: str, person: Person, *, moves_in: bool) -> None:
        await person.enter_code(email, await self._code_for(email))
        await person.session()
        self.answered.people[email] = person
        if moves_in:
            member = (await self._moves_in(person)).of
            await member.invite(self._known, member.built_in("member"))
            self.answered.invites += 1

    async def _code_for(self, email: str) -> str:
        code = await asyncio.wait_for(self.arrivals.code_for(email), MAIL_PATIENCE_SECONDS)
        self.work.came(MAIL, email)
        return code

    async def _watch_jobs(self) -> None:
        """A job is done when the log says so; whoever looks is thrown out with everybody else at times."""
        place = 0
        while True:
            with contextlib.suppress(psycopg.OperationalError, KeyError):
                url = environment_of_running(self.product.data)["COFFER_OWNER_DATABASE_URL"]
                async with await psycopg.AsyncConnection.connect(
                    url, autocommit=True, connect_timeout=2
                ) as log:
                    while True:
                        for position, file_id in await (await log.execute(_LINKED, (place,))).fetchall():
                            place = position
                            self.work.came(JOB, file_id)
                        await asyncio.sleep(0.1)
            await asyncio.sleep(0.1)
