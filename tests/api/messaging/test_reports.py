"""What is heard of mail that has left, at the command line that a mail server hands its reports to."""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

import pytest

from api.cli.__main__ import main
from api.composition.messaging import MailWork
from application.messaging.attempts import Deliver
from domain.ids import MessageId
from domain.messaging.email import MarkSent
from tests.api.messaging.test_emails import NOTE, an_owner
from tests.infrastructure.mail.test_reports import COMPLAINT, DOMAIN, ID, a_delivery_report
from tests.support.door import KEY, ORIGIN, SECRET, an_address
from tests.support.house import House, Person

Report = Callable[[bytes], Awaitable[str]]


@pytest.fixture
def coffer(house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    for name, value in {
        "COFFER_MODE": "development",
        "COFFER_PUBLIC_URL": ORIGIN,
        "DATABASE_URL": house.settings.database_url,
        "REDIS_URL": house.settings.redis_url,
        "COFFER_AUTH_SECRET": SECRET,
        "COFFER_KEK": KEY,
        "COFFER_BLOB_SECRET": SECRET,
        "COFFER_MAIL_FROM": f"Coffer <coffer@{DOMAIN}>",
    }.items():
        monkeypatch.setenv(name, value)

    async def run(*words: str, stdin: bytes = b"") -> str:
        capsys.readouterr()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        # The command has an event loop of its own, so it gets a thread.
        await asyncio.to_thread(main, ["mail", *words])
        said = capsys.readouterr()
        return (said.out + said.err).strip()

    return run


async def a_message(house: House, by: Person, to: str, *, has_left: bool = True) -> str:
    answer = await by.data("POST", "/email.send", {**NOTE, "to": to}, status=202)
    if has_left:
        await house.run(Deliver(MessageId(UUID(answer["messageId"])), MarkSent("ok")))
    return answer["messageId"]


async def state_of(house: House, by: Person, message: str) -> str:
    await house.follow()
    rows = await by.data("GET", "/api/email/messages")
    return next(row["state"] for row in rows if row["id"] == message)


def about(report: bytes, message: str) -> bytes:
    return report.replace(str(ID).encode(), message.encode())


@pytest.mark.parametrize(
    ("report", "state", "suppressed"),
    [
        (a_delivery_report(), "bounced", True),
        (a_delivery_report(status="5.7.1"), "bounced", False),
        (a_delivery_report("delivered", "2.0.0"), "delivered", False),
        (COMPLAINT, "complained", True),
    ],
)
async def test_a_report_is_noted_and_whoever_wants_no_mail_gets_none(
    house: House, work: MailWork, coffer: Any, report: bytes, state: str, suppressed: bool
) -> None:
    ann, to = await an_owner(house), an_address()
    message = await a_message(house, ann, to)
    assert await coffer("report", stdin=about(report, message)) == "The report is recorded."
    assert await coffer("report", stdin=about(report, message)) == "It was recorded before."
    assert await state_of(house, ann, message) == state
    answer = await ann.call("POST", "/email.send", {**NOTE, "to": to})
    assert answer.status_code == (400 if suppressed else 202)
    if suppressed:
        assert await coffer("release", to) == "This address gets email again."
        await ann.data("POST", "/email.send", {**NOTE, "to": to}, status=202)
    assert await coffer("release", to) == "This address was not suppressed."


async def test_of_what_has_not_left_and_of_what_is_not_ours_nothing_is_noted(
    house: House, work: MailWork, coffer: Any
) -> None:
    ann, to = await an_owner(house), an_address()
    message = await a_message(house, ann, to, has_left=False)
    assert await coffer("report", stdin=about(COMPLAINT, message)) == "It was recorded before."
    assert await state_of(house, ann, message) == "queued"
    await ann.data("POST", "/email.send", {**NOTE, "to": to}, status=202)
    assert await coffer("report", stdin=COMPLAINT) == "There is no such message."
    said = await coffer("report", stdin=b"Hello")
    assert said == "This is no report about an email of this installation."
