"""The message as it goes out, and what a provider's answer means."""

import asyncio
from datetime import UTC, datetime
from uuid import UUID

import pytest

from application.messaging.ports import ProviderAway, ProviderRefused, RenderedMail
from infrastructure.local.ports import free_port
from infrastructure.mail.smtp import SmtpCarrier

NOW = datetime(2031, 5, 6, 7, 8, 9, tzinfo=UTC)
MAIL = RenderedMail(UUID(int=7), "ann@example.com", "Grüße", "Text ✓\n", "<p>Page ✓</p>")
carrier = SmtpCarrier("smtp://127.0.0.1:25", "Coffer <coffer@house.test>")


def test_a_message_has_both_parts_and_a_name_of_its_own():
    message = carrier.message(MAIL, NOW)
    assert message["From"] == "Coffer <coffer@house.test>"
    assert message["To"] == "ann@example.com"
    assert message["Subject"] == "Grüße"
    assert message["Message-ID"] == "<00000000-0000-0000-0000-000000000007@house.test>"
    assert message["Auto-Submitted"] == "auto-generated"
    assert [part.get_content_type() for part in message.iter_parts()] == ["text/plain", "text/html"]
    assert message.as_bytes().isascii()


@pytest.mark.parametrize(
    "mail",
    [
        MAIL._replace(subject="a\r\nBcc: x@example.com"),
        MAIL._replace(to="a@example.com\r\nBcc: x@example.com"),
    ],
)
def test_a_header_cannot_be_forged(mail: RenderedMail):
    with pytest.raises(ValueError, match=r"."):
        carrier.message(mail, NOW)


async def test_a_server_that_is_not_there_may_be_there_later():
    with pytest.raises(ProviderAway) as refusal:
        await SmtpCarrier(f"smtp://127.0.0.1:{free_port()}", "a@b.test").carry(MAIL)
    assert (refusal.value.code, refusal.value.transient) == ("smtp_unreachable", True)


async def test_one_that_goes_away_in_the_middle_may_have_taken_the_message():
    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        await reader.readline()
        writer.close()

    server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        with pytest.raises(ProviderRefused) as refusal:
            await SmtpCarrier(f"smtp://127.0.0.1:{port}", "a@b.test").carry(MAIL)
    assert (refusal.value.code, refusal.value.transient) == ("smtp_unreachable", True)
    assert not isinstance(refusal.value, ProviderAway)


@pytest.mark.parametrize(("answer", "transient"), [("451 later", True), ("550 never", False)])
async def test_the_answers_of_a_server_are_understood(answer: str, transient: bool):
    from aiosmtpd.controller import Controller

    class Refusing:
        async def handle_RCPT(self, _server, _session, _envelope, _address, _options) -> str:
            return answer

    port = free_port()
    server = Controller(Refusing(), hostname="127.0.0.1", port=port)
    server.start()
    try:
        with pytest.raises(ProviderRefused) as refusal:
            await SmtpCarrier(f"smtp://127.0.0.1:{port}", "a@b.test").carry(MAIL)
    finally:
        server.stop()
    assert refusal.value.transient is transient
    assert refusal.value.code == f"smtp_{answer[:3]}"
