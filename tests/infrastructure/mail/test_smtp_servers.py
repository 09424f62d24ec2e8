"""What comes of a message at servers as they are: TLS, sign-in, refusals, greylisting, slowness."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import quote
from uuid import UUID

import pytest

from application.messaging.ports import ProviderAway, ProviderRefused, RenderedMail
from infrastructure.local.ports import free_port
from infrastructure.mail.form import MailForm
from infrastructure.mail.smtp import SmtpCarrier
from tests.support.smtp_servers import PASSWORD, USER, Certificate, Server, a_server, speaking

MAIL = RenderedMail(UUID(int=7), "ann@example.com", "Grüße", "Text ✓\n", "<p>Page ✓</p>")
FORM = MailForm("Coffer <coffer@house.test>")
WHO = f"{USER}:{quote(PASSWORD)}@"


@pytest.fixture
def certificate(tmp_path: Path) -> Certificate:
    return Certificate(tmp_path)


@pytest.fixture
def trusted(certificate: Certificate, monkeypatch: pytest.MonkeyPatch) -> Certificate:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.ca_file))
    return certificate


def saying(text: str) -> Callable[[str], Awaitable[str | None]]:
    async def says(_: str) -> str:
        return text

    return says


async def refused(url: str, **bounds: float) -> ProviderRefused:
    with pytest.raises(ProviderRefused) as refusal:
        await SmtpCarrier(url, FORM, **bounds).carry(MAIL)
    return refusal.value


async def test_a_message_is_handed_over_as_it_was_written() -> None:
    async with a_server() as server:
        assert await SmtpCarrier(f"smtp://127.0.0.1:{server.port}", FORM).carry(MAIL) == "2.0.0 taken"
    ((to, message),) = server.mails
    assert to == "ann@example.com"
    assert message["Message-ID"] == "<00000000-0000-0000-0000-000000000007@house.test>"
    assert message.get_body(("plain",)).get_content() == "Text ✓\r\n"  # pyright: ignore


async def test_tls_from_the_first_byte_with_sign_in(trusted: Certificate) -> None:
    async with a_server(tls=trusted.context, sign_in=True) as server:
        await SmtpCarrier(f"smtps://{WHO}127.0.0.1:{server.port}", FORM).carry(MAIL)
    assert len(server.mails) == 1


@pytest.mark.parametrize("scheme", ["smtp", "smtp+starttls"])
async def test_tls_by_starttls_with_sign_in(trusted: Certificate, scheme: str) -> None:
    async with a_server(start_tls=trusted.context, sign_in=True) as server:
        await SmtpCarrier(f"{scheme}://{WHO}127.0.0.1:{server.port}", FORM).carry(MAIL)
    assert len(server.mails) == 1


@pytest.mark.parametrize("scheme", ["smtp+starttls://", f"smtp://{WHO}"])
async def test_where_tls_is_needed_nothing_is_sent_without_it(scheme: str) -> None:
    heard: list[str] = []

    async def hears(address: str) -> None:
        heard.append(address)

    async with a_server(Server(at_mail=hears)) as server:
        refusal = await refused(f"{scheme}127.0.0.1:{server.port}")
    assert (refusal.code, refusal.transient, server.mails, heard) == ("smtp_no_tls", True, [], [])


@pytest.mark.parametrize("scheme", ["smtp", "smtp+starttls", "smtps"])
async def test_a_certificate_that_nobody_vouches_for_is_refused(
    certificate: Certificate, scheme: str
) -> None:
    offered = {"tls" if scheme == "smtps" else "start_tls": certificate.context}
    async with a_server(**offered) as server:
        refusal = await refused(f"{scheme}://127.0.0.1:{server.port}")
    assert (refusal.code, refusal.transient, server.mails) == ("smtp_tls", True, [])


async def test_a_wrong_password_is_about_us_and_fails_no_message(trusted: Certificate) -> None:
    async with a_server(start_tls=trusted.context, sign_in=True) as server:
        refusal = await refused(f"smtp+starttls://{USER}:wrong@127.0.0.1:{server.port}")
    assert (refusal.code, refusal.transient, refusal.no_such_address) == ("smtp_535", True, False)


@pytest.mark.parametrize(
    ("step", "answer", "transient", "no_such_address"),
    [
        ("at_rcpt", "451 4.7.1 Greylisted, try again", True, False),
        ("at_rcpt", "450 4.2.2 Mailbox full", True, False),
        ("at_rcpt", "550 5.1.1 User unknown", False, True),
        ("at_rcpt", "550 5.1.10 Recipient not found", False, True),
        ("at_rcpt", "550 5.2.1 Mailbox disabled", False, True),
        # What the server thinks of us, of the message, or of a forward is no word about the address.
        ("at_rcpt", "550 5.1.8 Bad sender", False, False),
        ("at_rcpt", "550 5.7.1 Relaying denied", False, False),
        ("at_rcpt", "550 Blocked", False, False),
        ("at_rcpt", "450 5.1.1 Unsure", True, False),
        ("at_data", "554 5.7.1 Looks like spam", False, False),
        ("at_data", "550 5.1.1 User unknown", False, True),
        ("at_data", "452 4.3.1 No space", True, False),
        ("at_mail", "553 5.7.1 Sender not owned", True, False),
        ("at_mail", "552 5.3.4 Too large", False, False),
        ("at_mail", "421 4.3.2 Shutting down", True, False),
        ("at_mail", "530 5.7.0 Sign in first", True, False),
    ],
)
async def test_every_answer_of_a_server_is_understood(
    step: str, answer: str, transient: bool, no_such_address: bool
) -> None:
    async with a_server(Server(**{step: saying(answer)})) as server:
        refusal = await refused(f"smtp://127.0.0.1:{server.port}")
    assert refusal.code == f"smtp_{answer[:3]}"
    assert (refusal.transient, refusal.no_such_address) == (transient, no_such_address)
    assert not isinstance(refusal, ProviderAway)
    assert server.mails == []


@pytest.mark.parametrize("greeting", ["421 Too busy", "554 No service"])
async def test_a_server_that_takes_nothing_now_has_taken_nothing(greeting: str) -> None:
    async with speaking(greeting) as port:
        refusal = await refused(f"smtp://127.0.0.1:{port}")
    assert isinstance(refusal, ProviderAway)
    assert refusal.code == f"smtp_{greeting[:3]}"


async def test_a_server_that_is_not_there_has_taken_nothing() -> None:
    assert isinstance(await refused(f"smtp://127.0.0.1:{free_port()}"), ProviderAway)


@pytest.mark.parametrize("step", ["at_mail", "at_rcpt", "at_data"])
async def test_a_server_that_does_not_answer_is_not_waited_for_longer_than_a_job_may_take(step: str) -> None:
    gone = asyncio.Event()

    async def waits(_: str) -> None:
        await gone.wait()

    async with a_server(Server(**{step: waits})) as server:
        for bounds in ({"timeout": 0.1}, {"in_all": 0.3}):
            refusal = await refused(f"smtp://127.0.0.1:{server.port}", **bounds)
            assert (refusal.code, refusal.transient) == ("smtp_slow", True)
            # It may have been taken meanwhile, so nobody says that it was not.
            assert not isinstance(refusal, ProviderAway)
        gone.set()


async def test_a_server_that_says_goodbye_slowly_has_taken_the_message() -> None:
    gone = asyncio.Event()

    async def waits(_: str) -> None:
        await gone.wait()

    async with a_server(Server(at_quit=waits)) as server:
        carrier = SmtpCarrier(f"smtp://127.0.0.1:{server.port}", FORM, timeout=0.2, in_all=1.0)
        assert await carrier.carry(MAIL) == "2.0.0 taken"
        gone.set()
    assert len(server.mails) == 1
