"""The development inbox: every mail is caught, shown newest first, and readable by its owner only."""

import smtplib
from asyncio import to_thread
from email.message import EmailMessage
from pathlib import Path

import pytest

from infrastructure.local.inbox import read_inbox
from infrastructure.local.mail_catcher import MailCatcher
from infrastructure.local.ports import LOOPBACK, free_port


def a_mail(to: str, subject: str, text: str, html: str | None = None) -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = "Coffer <coffer@localhost>"
    mail["To"] = to
    mail["Subject"] = subject
    mail.set_content(text)
    if html is not None:
        mail.add_alternative(html, subtype="html")
    return mail


def send(port: int, *mails: EmailMessage) -> None:
    with smtplib.SMTP(LOOPBACK, port) as server:
        for mail in mails:
            server.send_message(mail)


@pytest.fixture
def lines() -> list[str]:
    return []


@pytest.fixture
async def catcher(tmp_path: Path, lines: list[str]):
    running = MailCatcher(tmp_path / "mail", free_port(), lines.append)
    await running.start()
    yield running
    await running.stop()


async def test_a_mail_is_told_kept_and_opened(catcher: MailCatcher, lines: list[str]) -> None:
    html = (
        "<style>p{color:#482000}</style><p>Your code: <b>482913</b></p>"
        "<a href='http://localhost:8000/join?token=a&amp;b=1'>Join</a>"
    )
    text = "Your code: 482913\nOr open http://localhost:8000/verify-otp."
    await to_thread(send, catcher.port, a_mail("ann@x.test", "Ihr Zugangscode für Coffer", text, html))
    assert lines == ["mail  ann@x.test  Ihr Zugangscode für Coffer  482913"]
    (mail,) = read_inbox(catcher.folder, None)
    assert (mail.to, mail.subject, mail.code) == ("ann@x.test", "Ihr Zugangscode für Coffer", "482913")
    assert mail.text.splitlines() == text.splitlines()
    assert "<b>482913</b>" in mail.html
    assert mail.links == ("http://localhost:8000/join?token=a&b=1", "http://localhost:8000/verify-otp")
    (file,) = catcher.folder.glob("*.eml")
    assert file.stat().st_mode & 0o777 == 0o600
    assert catcher.folder.stat().st_mode & 0o777 == 0o700


async def test_the_newest_comes_first_and_an_address_selects(catcher: MailCatcher) -> None:
    mails = [a_mail(f"{who}@x.test", f"{n}", "Hello") for n, who in enumerate(("ann", "bob", "ann"))]
    await to_thread(send, catcher.port, *mails)
    assert [mail.subject for mail in read_inbox(catcher.folder, None)] == ["2", "1", "0"]
    assert [mail.subject for mail in read_inbox(catcher.folder, "Ann@X.test")] == ["2", "0"]
    assert read_inbox(catcher.folder, "nn@x.test") == []


async def test_a_number_in_a_link_or_an_amount_is_not_a_code(catcher: MailCatcher) -> None:
    text = "See http://localhost:8000/i/123456?n=654321 or call 0123456789. Price 123456.00"
    await to_thread(send, catcher.port, a_mail("ann@x.test", "Invitation", text))
    assert read_inbox(catcher.folder, None)[0].code is None


async def test_a_code_may_end_a_sentence(catcher: MailCatcher) -> None:
    await to_thread(send, catcher.port, a_mail("ann@x.test", "Code", "Your code is 482913."))
    assert read_inbox(catcher.folder, None)[0].code == "482913"


async def test_a_code_is_found_where_there_is_only_a_page(catcher: MailCatcher) -> None:
    mail = EmailMessage()
    mail["To"], mail["Subject"] = "ann@x.test", "Code"
    mail.set_content("<style>.a{width:777777}</style><td>482913</td>", subtype="html")
    await to_thread(send, catcher.port, mail)
    assert read_inbox(catcher.folder, None)[0].code == "482913"


def test_no_folder_is_an_empty_inbox(tmp_path: Path) -> None:
    assert read_inbox(tmp_path / "none", None) == []
