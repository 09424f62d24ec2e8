"""From asking for a code to the mail in somebody's inbox, through follower, outbox, queue and SMTP."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from api.composition.following import REACTIONS
from api.composition.messaging import MailWork
from application.catalogue import DECIDERS
from application.messaging import delivery
from application.messaging.ports import RenderedMail
from application.ports import Append, Appended
from domain.errors import Unavailable
from domain.messaging.email import EmailSent
from infrastructure.event_store.follower import run_followers
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.jobs import run_worker
from infrastructure.local.mail_catcher import MailCatcher
from infrastructure.local.ports import free_port
from infrastructure.mail.smtp import SmtpCarrier
from infrastructure.outbox import OutboxWaits
from infrastructure.personal_data.keys import KeyWrapping
from projections.catalogue import PROJECTIONS
from tests.support.door import Door, an_address, an_open_door
from tests.support.stack import end_all_connections, seen_by


@contextlib.asynccontextmanager
async def followed(door: Door) -> AsyncIterator[None]:
    """Read models and the outbox keep up with the log."""
    stop, url = threading.Event(), seen_by("coffer_projector", door.owner_url)
    wrapping = KeyWrapping(door.settings.kek)
    thread = threading.Thread(
        target=run_followers,
        args=(url, EventRegistry(DECIDERS), wrapping, PROJECTIONS),
        kwargs={"reactions": REACTIONS, "stop": stop},
    )
    thread.start()
    try:
        yield
    finally:
        stop.set()
        await asyncio.to_thread(thread.join)


@contextlib.asynccontextmanager
async def working(door: Door) -> AsyncIterator[None]:
    """Jobs are carried out."""
    stop, mail = asyncio.Event(), MailWork(door.base)
    settings = door.settings
    worker = asyncio.create_task(
        run_worker(
            settings.redis_url,
            settings.database_url,
            door.base.pool,
            mail.jobs,
            hourly=mail.hourly,
            stop=stop,
        )
    )
    try:
        yield
    finally:
        stop.set()
        await worker


async def eventually(door: Door, statement: str, values: Any, expected: list[tuple[Any, ...]]) -> None:
    for _ in range(200):
        if await door.rows(statement, values) == expected:
            return
        await asyncio.sleep(0.05)
    assert await door.rows(statement, values) == expected


@pytest.fixture
async def catcher(tmp_path: Path) -> AsyncIterator[MailCatcher]:
    catcher = MailCatcher(tmp_path / "mail", free_port(), lambda _line: None)
    await catcher.start()
    yield catcher
    await catcher.stop()


@pytest.fixture
async def mailing(product_database_url: str, valkey_url: str, catcher: MailCatcher) -> AsyncIterator[Door]:
    async with an_open_door(product_database_url, valkey_url, catcher.folder, SMTP_URL=catcher.url) as door:
        yield door


STATE = "select state from read.email_messages order by created_at, id"


async def test_a_code_arrives_in_the_language_of_the_browser(mailing: Door):
    email = an_address()
    async with followed(mailing), working(mailing):
        code = await mailing.browser(**{"Accept-Language": "de-CH,de;q=0.9,en;q=0.1"}).ask_for_code(email)
        await eventually(mailing, STATE, None, [("sent",)])
    inbox = (await mailing.browser().http.get("/dev/inbox.json", params={"to": email})).json()
    assert [(mail["to"], mail["subject"], mail["code"]) for mail in inbox] == [
        (email, "Ihr Bestätigungscode für Coffer", code)
    ]
    assert code in inbox[0]["text"]
    assert code in inbox[0]["html"]
    assert '<html lang="de" dir="ltr">' in inbox[0]["html"]
    page = await mailing.browser().http.get("/dev/inbox")
    assert code in page.text
    assert "<script" not in page.text
    assert "style=" not in page.text
    assert (await mailing.rows("select count(*) from es.outbox where done_at is null")) == [(0,)]


async def test_mail_that_cannot_leave_for_long_is_tried_again_and_sent_once(
    mailing: Door, catcher: MailCatcher, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(delivery, "AWAY_FOR", timedelta(-1))
    email = an_address()
    await catcher.stop()
    async with followed(mailing), working(mailing):
        await mailing.browser().ask_for_code(email)
        await eventually(mailing, STATE, None, [("deferred",)])
        ((waits,),) = await mailing.rows(
            "select next_at > clock_timestamp() + interval '1 year' from es.outbox where done_at is null"
        )
        assert waits, "the retry follows the clock of the application, which stands in 2031"
        await catcher.start()
        await mailing.rows("update es.outbox set next_at = clock_timestamp() returning 1")
        await eventually(mailing, STATE, None, [("sent",)])
    inbox = (await mailing.browser().http.get("/dev/inbox.json", params={"to": email})).json()
    assert len(inbox) == 1
    assert await mailing.facts("email.sent") == 1


async def test_mail_that_cannot_leave_for_a_moment_is_tried_again_at_once_and_nothing_is_noted(
    mailing: Door, catcher: MailCatcher
):
    email = an_address()
    await catcher.stop()
    async with followed(mailing), working(mailing):
        await mailing.browser().ask_for_code(email)
        tried = "select attempts > 1 from es.outbox where next_at > clock_timestamp() + interval '1 year'"
        await eventually(mailing, tried, None, [(True,)])
        ((again,),) = await mailing.rows("select next_at from es.outbox")
        assert again - mailing.base.clock() <= timedelta(seconds=1)
        assert await mailing.facts("email.deferred") == 0
        await catcher.start()
        # The retry follows the clock of the application, which stands in 2031.
        await mailing.rows("update es.outbox set next_at = clock_timestamp() returning 1")
        await eventually(mailing, STATE, None, [("sent",)])
    inbox = (await mailing.browser().http.get("/dev/inbox.json", params={"to": email})).json()
    assert len(inbox) == 1


@contextlib.contextmanager
def after_each_mail(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], None]) -> Iterator[None]:
    """Something happens between the provider's answer and what is done next."""
    carry = SmtpCarrier.carry

    async def carried(self: SmtpCarrier, mail: RenderedMail) -> str:
        answer = await carry(self, mail)
        await asyncio.to_thread(happens)
        return answer

    with monkeypatch.context() as patched:
        patched.setattr(SmtpCarrier, "carry", carried)
        yield


async def test_a_restart_just_after_a_mail_left_does_not_send_it_twice(
    mailing: Door, monkeypatch: pytest.MonkeyPatch
):
    email = an_address()
    sent: list[int] = []

    def restarted() -> None:
        sent.append(1)
        end_all_connections(mailing.owner_url)

    async with followed(mailing), working(mailing):
        with after_each_mail(monkeypatch, restarted):
            await mailing.browser().ask_for_code(email)
            await eventually(mailing, STATE, None, [("sent",)])
        # Handed over once, and taken once.
        assert (await mailing.rows("select attempts from es.outbox")) == [(2,)]
    assert len(sent) == 1


async def test_that_a_provider_is_back_is_said_after_the_note_and_holds_up_no_mail(
    mailing: Door, monkeypatch: pytest.MonkeyPatch
):
    """The store is there for the note, and away for what comes after it."""
    noted: list[int] = []

    async def away(_: OutboxWaits, __: str) -> None:
        noted.append(await mailing.facts("email.sent"))
        raise Unavailable("The store does not answer.", reason="store_unavailable")

    monkeypatch.setattr(OutboxWaits, "over", away)
    async with followed(mailing), working(mailing):
        await mailing.browser().ask_for_code(an_address())
        await eventually(mailing, "select attempts from es.outbox where done_at is not null", None, [(2,)])
    assert noted == [1]


async def test_while_what_was_said_cannot_be_noted_a_mail_is_not_sent_again(
    mailing: Door, monkeypatch: pytest.MonkeyPatch
):
    """The store takes no appends for longer than an attempt goes on; then the message comes up again."""
    email = an_address()
    monkeypatch.setattr(delivery, "PAUSES", (0.01,))
    append, refused = PostgresEventStore.append, [0]

    async def away(self: PostgresEventStore, unit: Append) -> Appended:
        if any(isinstance(event, EmailSent) for stream in unit.streams for event in stream.events):
            refused[0] += 1
            if refused[0] <= 6:
                raise Unavailable("The store does not answer.", reason="store_unavailable")
        return await append(self, unit)

    monkeypatch.setattr(PostgresEventStore, "append", away)
    # Counted where it leaves: an inbox may keep what comes twice only once.
    sent: list[int] = []
    with after_each_mail(monkeypatch, lambda: sent.append(1)):
        await until_noted(mailing, email, refused)
    assert len(sent) == 1
    assert await mailing.facts("email.sent") == 1


async def until_noted(mailing: Door, email: str, refused: Sequence[int]) -> None:
    """The message comes up again and again, until what was said of it is noted."""
    async with followed(mailing), working(mailing):
        await mailing.browser().ask_for_code(email)
        for refusals in (2, 4, 6):
            async with asyncio.timeout(20):
                while refused[0] < refusals:  # noqa: ASYNC110 - the worker is on the other side of a queue
                    await asyncio.sleep(0.02)
            await mailing.rows("update es.outbox set next_at = clock_timestamp() returning 1")
        await eventually(mailing, STATE, None, [("sent",)])


async def test_handed_over_twice_a_message_is_sent_once(mailing: Door):
    email = an_address()
    async with followed(mailing), working(mailing):
        await mailing.browser().ask_for_code(email)
        await eventually(mailing, STATE, None, [("sent",)])
        await mailing.rows("update es.outbox set done_at = null, next_at = clock_timestamp() returning 1")
        waiting = "select count(*) from es.outbox where done_at is null"
        await eventually(mailing, waiting, None, [(0,)])
    inbox = (await mailing.browser().http.get("/dev/inbox.json", params={"to": email})).json()
    assert len(inbox) == 1


async def test_what_was_queued_while_nobody_worked_is_sent_later(mailing: Door):
    email = an_address()
    async with followed(mailing):
        await mailing.browser().ask_for_code(email)
        await eventually(mailing, "select count(*) from es.outbox", None, [(1,)])
    async with followed(mailing), working(mailing):
        await eventually(mailing, STATE, None, [("sent",)])


async def test_the_inbox_is_for_development_only(product_database_url: str, valkey_url: str, tmp_path: Path):
    more = {"COFFER_MODE": "production", "SMTP_URL": "smtp://127.0.0.1:9"}
    async with an_open_door(product_database_url, valkey_url, tmp_path, **more) as door:
        for path in ("/dev/inbox", "/dev/inbox.json", "/dev/inbox.css"):
            assert (await door.browser().http.get(path)).status_code == 404
