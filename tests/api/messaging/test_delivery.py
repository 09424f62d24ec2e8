"""From a member's words to somebody's mailbox: through log, outbox, queue and a real SMTP server."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest

from api.composition.foundation import lay_foundation, opened
from api.composition.messaging import MailWork, routes
from application.commands import Route
from application.messaging import delivery
from application.messaging.outbox import Body, body_label
from infrastructure.jobs import run_worker
from infrastructure.local.ports import free_port
from infrastructure.mail import lanes
from infrastructure.sealing import KeySealing
from tests.api.messaging.test_emails import NOTE, an_owner
from tests.support.door import an_address
from tests.support.house import House, Person, an_open_house
from tests.support.smtp_servers import Server, a_server


@pytest.fixture
async def mailing(product_database_url: str, valkey_url: str, tmp_path: Path) -> AsyncIterator[House]:
    """An application whose clock is that of the database, and a mail server that is yet to be started."""
    more = {"SMTP_URL": f"smtp://127.0.0.1:{free_port()}"}
    async with an_open_house(product_database_url, valkey_url, tmp_path / "mail", **more) as house:
        house.clock.now = datetime.now(UTC)
        yield house


def server_of(house: House, **steps: Any) -> Server:
    return Server(port=int((house.settings.smtp_url or "").rpartition(":")[2]), **steps)


@contextlib.asynccontextmanager
async def working(house: House) -> AsyncIterator[MailWork]:
    """A worker of its own, whose time goes on."""
    catalogue: dict[type[Any], Route] = {}
    base = lay_foundation(house.settings, catalogue)
    catalogue.update(routes(base))
    stop = asyncio.Event()
    async with opened((base.pool, base.pool_by_key, base.store)):
        mail = MailWork(base)
        settings = house.settings
        worker = asyncio.create_task(
            run_worker(
                settings.redis_url,
                settings.database_url,
                base.pool,
                mail.jobs,
                at_leisure=mail.at_leisure,
                stop=stop,
            )
        )
        try:
            yield mail
        finally:
            stop.set()
            await worker


async def until(true: Callable[[], Awaitable[bool]], seconds: float = 20.0) -> None:
    """Something that others do has happened."""
    async with asyncio.timeout(seconds):
        while not await true():  # noqa: ASYNC110 - the worker is on the other side of a queue
            await asyncio.sleep(0.02)


async def state_of(house: House, to: str) -> str:
    """Where the only message to an address stands, by what the log says of it."""
    (message,) = await messages_to(house, to)
    rows = await house.rows(
        "select type from es.event where kind = 'email' and entity_id = %s order by stream_version",
        (message,),
    )
    return rows[-1][0].removeprefix("email.")


async def bodies_of(house: House) -> list[tuple[UUID, Body]]:
    """What is kept of every message, oldest first."""
    sealing = KeySealing(house.settings.kek)
    rows = await house.rows("select message_id, sealed from messaging.mail_body order by created_at")
    return [(i, msgspec.json.decode(sealing.open(body_label(i), s), type=Body)) for i, s in rows]


async def messages_to(house: House, to: str) -> list[UUID]:
    """The ids of the messages to an address, oldest first."""
    return [message_id for message_id, body in await bodies_of(house) if body.to == to]


async def writes(by: Person, to: str) -> None:
    await by.data("POST", "/email.send", {**NOTE, "to": to}, status=202)


async def becomes(house: House, to: str, state: str) -> None:
    async def has() -> bool:
        return await state_of(house, to) == state

    await until(has)


async def test_what_a_member_writes_arrives(mailing: House) -> None:
    ann, to = await an_owner(mailing), an_address()
    async with a_server(server_of(mailing)) as server, working(mailing):
        await writes(ann, to)
        await becomes(mailing, to, "sent")
    await mailing.follow()
    setup = await ann.data("GET", "/api/email/check-config")
    assert setup["lastSuccessAt"] is not None
    (message,) = [message for who, message in server.mails if who == to]
    assert str(message["From"]) == '"Ann Lee (Coffer)" <coffer@localhost>'
    assert (message["Reply-To"], message["Subject"]) == (ann.email, "A message from Ann Lee")
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


async def test_a_hard_bounce_suppresses_the_address_and_codes_are_tried_once_a_day(mailing: House) -> None:
    ann, gone = await an_owner(mailing), an_address()
    refusing = [True]

    async def refuses(address: str) -> str | None:
        return "550 5.1.1 User unknown" if address == gone and refusing[0] else None

    async with a_server(server_of(mailing, at_rcpt=refuses)) as server:
        async with working(mailing):
            await writes(ann, gone)
            await becomes(mailing, gone, "failed")
            assert await mailing.facts("suppression.added") == 1
            assert (await ann.refusal("POST", "/email.send", {**NOTE, "to": gone}))[2] == "suppressed"

            # What somebody needs to sign in is tried, once; then it waits for the next day.
            browser = mailing.browser()
            await browser.ask_for_code(gone)
            await until(lambda: noted(mailing, "email.failed", 2))
            await browser.ask_for_code(gone)
            await until(lambda: noted(mailing, "email.suppressed", 1))
            assert await mailing.facts("suppression.tried") == 1

        # A day later the address is there again: a code that is taken says so.
        refusing[0] = False
        await sent_at(mailing, datetime.now(UTC) + timedelta(days=1, minutes=1), gone)
        assert await mailing.facts("suppression.released") == 1
        async with working(mailing):
            await writes(ann, gone)
            await until(lambda: arrived(server, gone, 2))


async def noted(house: House, name: str, times: int) -> bool:
    return await house.facts(name) == times


async def arrived(server: Server, to: str, times: int) -> bool:
    return sum(who == to for who, _ in server.mails) == times


async def sent_at(house: House, now: datetime, to: str) -> None:
    """A code is asked for, and sent by a worker whose clock has gone on."""
    catalogue: dict[type[Any], Route] = {}
    base = lay_foundation(house.settings, catalogue, lambda: now)
    catalogue.update(routes(base))
    house.clock.now = now
    await house.browser().ask_for_code(to)
    message = (await messages_to(house, to))[-1]
    async with opened((base.pool, base.pool_by_key, base.store)):
        await MailWork(base).jobs["mail"]({"messageId": str(message)})


async def test_a_text_that_looks_like_spam_suppresses_nobody(mailing: House) -> None:
    """Else whoever writes nonsense to somebody would keep that person's codes away."""
    ann, to = await an_owner(mailing), an_address()

    async def refuses(address: str) -> str | None:
        return "554 5.7.1 Looks like spam" if address == to else None

    async with a_server(server_of(mailing, at_data=refuses)), working(mailing):
        await writes(ann, to)
        await becomes(mailing, to, "failed")
    assert await mailing.facts("suppression.added") == 0


async def test_who_unsubscribed_meanwhile_gets_none_of_what_waited(mailing: House) -> None:
    ann, to = await an_owner(mailing), an_address()
    await writes(ann, to)
    (letter,) = [each for each in await mailing.letters(to) if each.sender is not None]
    assert letter.sender is not None
    token = letter.sender.unsubscribe.rpartition("/")[2]
    async with mailing.browser().http as http:
        assert (await http.post(f"/unsubscribe/{token}")).status_code == 200
    async with a_server(server_of(mailing)) as server, working(mailing):
        await becomes(mailing, to, "suppressed")
        # It concerns what members write. A code still comes.
        await mailing.browser().ask_for_code(to)
        await until(lambda: arrived(server, to, 1))


async def test_greylisted_it_comes_a_minute_later(mailing: House) -> None:
    ann, to = await an_owner(mailing), an_address()
    seen: list[str] = []

    async def once_later(address: str) -> str | None:
        seen.append(address)
        return "451 4.7.1 Greylisted" if address == to and seen.count(to) == 1 else None

    async with a_server(server_of(mailing, at_rcpt=once_later)) as server, working(mailing):
        await writes(ann, to)
        await becomes(mailing, to, "deferred")
        ((waits, reason),) = await mailing.rows(
            "select next_at - clock_timestamp() between interval '30 s' and interval '61 s', waits_for "
            "from es.outbox where done_at is null"
        )
        assert (waits, reason) == (True, None)
        await mailing.rows("update es.outbox set next_at = clock_timestamp() returning 1")
        await becomes(mailing, to, "sent")
        assert await arrived(server, to, 1)


@pytest.mark.parametrize("lasted", ["a moment", "long"])
async def test_with_the_first_success_exactly_that_is_due_which_waited_for_the_provider(
    mailing: House, monkeypatch: pytest.MonkeyPatch, lasted: str
) -> None:
    monkeypatch.setattr(delivery, "_SHORTEST_AWAY", timedelta(minutes=5))
    monkeypatch.setattr(delivery, "_LONGEST_AWAY", timedelta(minutes=5))
    waiting, greylisted = [an_address() for _ in range(3)], an_address()

    async def later(address: str) -> str | None:
        return "451 4.7.1 Greylisted" if address == greylisted else None

    async with working(mailing):
        async with a_server(server_of(mailing, at_rcpt=later)):
            await mailing.browser().ask_for_code(greylisted)
            await becomes(mailing, greylisted, "deferred")
        if lasted == "long":
            monkeypatch.setattr(delivery, "AWAY_FOR", timedelta(-1))
        for to in waiting:
            await mailing.browser().ask_for_code(to)
        put_off = "select count(*) from es.outbox where waits_for = 'mail provider' and done_at is null"
        await until(lambda: counts(mailing, put_off, 3))
        ((due,),) = await mailing.rows(
            "select count(*) from es.outbox where done_at is null and next_at < clock_timestamp()"
        )
        assert due == 0
        async with a_server(server_of(mailing, at_rcpt=later)) as server:
            fresh = an_address()
            await mailing.browser().ask_for_code(fresh)
            for to in (fresh, *waiting):
                await until(lambda to=to: arrived(server, to, 1), seconds=15)
            assert await state_of(mailing, greylisted) == "deferred"
            assert not await arrived(server, greylisted, 1)


async def counts(house: House, statement: str, expected: int) -> bool:
    return await house.rows(statement) == [(expected,)]


async def test_slow_mail_of_members_keeps_no_code_waiting(
    mailing: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "GAP_MS", 1)
    ann, code = await an_owner(mailing, "office"), an_address()
    slow, going_on = [an_address() for _ in range(30)], asyncio.Event()
    begun: list[str] = []

    async def waits(address: str) -> None:
        if address in slow:
            begun.append(address)
            await going_on.wait()

    for first in range(0, 30, 10):
        body = {"to": slow[first : first + 10], "subject": "Hi", "text": "Hello"}
        await ann.data("POST", "/email.sendCustom", body, status=202)
    async with a_server(server_of(mailing, at_rcpt=waits)) as server, working(mailing):
        async with asyncio.timeout(15):
            while len(begun) < 4:  # noqa: ASYNC110 - the worker is on the other side of a queue
                await asyncio.sleep(0.02)
        # As many as may stand still do; the code comes past them.
        await mailing.browser().ask_for_code(code)
        await until(lambda: arrived(server, code, 1), seconds=8)
        assert len(begun) == 4
        going_on.set()
        for to in slow:
            await until(lambda to=to: arrived(server, to, 1))


async def test_members_of_an_account_send_sixty_a_minute_and_no_more(mailing: House) -> None:
    ann, other = await an_owner(mailing, "office"), await an_owner(mailing)
    many, one = [an_address() for _ in range(6)], an_address()
    async with a_server(server_of(mailing)) as server, working(mailing):
        for to in many:
            await writes(ann, to)
        await until(lambda: arrived(server, many[0], 1))
        await writes(other, one)
        await until(lambda: arrived(server, one, 1), seconds=4)
        ((waiting,),) = await mailing.rows("select count(*) from es.outbox where done_at is null")
        assert waiting >= 1, "another account does not wait for this one"
        for to in many:
            await until(lambda to=to: arrived(server, to, 1))
    times = [
        datetime.strptime(str(m["Date"]), "%a, %d %b %Y %H:%M:%S %z") for to, m in server.mails if to in many
    ]
    assert max(times) - min(times) >= timedelta(seconds=5)
