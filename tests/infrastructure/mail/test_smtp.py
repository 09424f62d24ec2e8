"""The message as it goes out, and what a provider's answer means."""

import asyncio
from datetime import UTC, datetime
from uuid import UUID

import pytest

from application.messaging.ports import ProviderAway, ProviderRefused, RenderedMail
from infrastructure.local.ports import free_port
from infrastructure.mail.form import MailForm
from infrastructure.mail.smtp import SmtpCarrier

NOW = datetime(2031, 5, 6, 7, 8, 9, tzinfo=UTC)
MAIL = RenderedMail(UUID(int=7), "ann@example.com", "Grüße", "Text ✓\n", "<p>Page ✓</p>")
form = MailForm("Coffer <coffer@house.test>")


def test_a_message_has_both_parts_and_a_name_of_its_own():
    message = form.message(MAIL, NOW)
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
        MAIL._replace(sender_name="a\r\nBcc: x@example.com"),
        MAIL._replace(reply_to="a@example.com\r\nBcc: x@example.com"),
        MAIL._replace(unsubscribe="https://a.test/\r\nBcc: x@example.com"),
    ],
)
def test_a_header_cannot_be_forged(mail: RenderedMail):
    with pytest.raises(ValueError, match=r"."):
        form.message(mail, NOW)


def test_what_a_member_writes_names_the_member_and_says_how_to_get_no_more():
    link = f"https://coffer.test/unsubscribe/{'a' * 200}"
    mail = MAIL._replace(sender_name="Ann Lée", reply_to="ann@a.test", unsubscribe=link)
    sent = form.message(mail, NOW).as_bytes().decode("ascii")
    # On one line and as it is: a link that were folded or encoded would be none.
    assert f"\r\nList-Unsubscribe: <{link}>\r\n" in sent
    assert "\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in sent
    assert "\r\nReply-To: ann@a.test\r\n" in sent
    assert "Auto-Submitted" not in sent
    message = form.message(mail, NOW)
    assert str(message["From"]) == '"Ann Lée (Coffer)" <coffer@house.test>'
    assert all(len(line) <= 998 for line in sent.split("\r\n"))


async def test_a_server_that_is_not_there_may_be_there_later():
    with pytest.raises(ProviderAway) as refusal:
        await SmtpCarrier(f"smtp://127.0.0.1:{free_port()}", MailForm("a@b.test")).carry(MAIL)
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
            await SmtpCarrier(f"smtp://127.0.0.1:{port}", MailForm("a@b.test")).carry(MAIL)
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
            await SmtpCarrier(f"smtp://127.0.0.1:{port}", MailForm("a@b.test")).carry(MAIL)
    finally:
        server.stop()
    assert refusal.value.transient is transient
    assert refusal.value.code == f"smtp_{answer[:3]}"
