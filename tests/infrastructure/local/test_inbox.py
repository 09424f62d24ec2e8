"""The development inbox: every mail is caught, shown newest first, and readable by its owner only."""

import smtplib
import subprocess
import sys
from asyncio import create_subprocess_exec, to_thread
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from infrastructure.local.inbox import KEPT, drop_old_mail, keep_mail, read_inbox, taken
from infrastructure.local.mail_catcher import MailCatcher
from infrastructure.local.places import CHECKOUT
from infrastructure.local.ports import LOOPBACK, answers_smtp, free_port


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


@pytest.mark.parametrize(
    "html", [None, "<p>To get none, open http://localhost:8000/unsubscribe/a123456b</p>"]
)
async def test_digits_within_a_token_of_a_link_are_no_code(catcher: MailCatcher, html: str | None) -> None:
    token = "5f0a482913bd.0c.Qk3_918273x-a123456b"
    text = "" if html else f"Documents: 2\nTo get none, open http://localhost:8000/unsubscribe/{token}"
    await to_thread(send, catcher.port, a_mail("ann@x.test", "News of this morning", text, html))
    assert read_inbox(catcher.folder, None)[0].code is None
    told = f"{text or html} Your code: 654321"
    await to_thread(send, catcher.port, a_mail("bob@x.test", "Code", told))
    assert read_inbox(catcher.folder, "bob@x.test")[0].code == "654321"


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


async def test_a_message_that_is_handed_in_twice_arrives_once(catcher: MailCatcher, lines: list[str]) -> None:
    """Who was killed before hearing our answer sends it again."""
    mail, other = a_mail("ann@x.test", "Code", "482913"), a_mail("ann@x.test", "Code", "482913")
    mail["Message-ID"], other["Message-ID"] = "<1@x.test>", "<2@x.test>"
    await to_thread(send, catcher.port, mail)
    await to_thread(send, catcher.port, mail, other)
    assert len(read_inbox(catcher.folder, "ann@x.test")) == len(lines) == 2
    # To somebody else it is another one.
    mail.replace_header("To", "bob@x.test")
    await to_thread(send, catcher.port, mail)
    assert len(read_inbox(catcher.folder, "bob@x.test")) == 1


async def test_a_mail_that_cannot_be_kept_is_for_later(catcher: MailCatcher, lines: list[str]) -> None:
    """As where the disk is full: whoever sends it tries again, and takes it for no fault of the mail."""
    catcher.folder.touch()
    with pytest.raises(smtplib.SMTPDataError) as refused:
        await to_thread(send, catcher.port, a_mail("ann@x.test", "Code", "482913"))
    assert (refused.value.smtp_code, lines) == (452, [])
    catcher.folder.unlink()
    await to_thread(send, catcher.port, a_mail("ann@x.test", "Code", "482913"))
    assert len(read_inbox(catcher.folder, "ann@x.test")) == 1


def test_caught_mail_is_kept_for_a_week(tmp_path: Path) -> None:
    content = a_mail("ann@x.test", "Old", "Hello").as_bytes()
    now = datetime(2031, 5, 8, 9, tzinfo=UTC)
    for age in (KEPT + timedelta(seconds=1), KEPT, timedelta(0)):
        keep_mail(tmp_path, content, ["ann@x.test"], now - age)
    drop_old_mail(tmp_path, now)
    assert [mail.at for mail in read_inbox(tmp_path, None)] == [now, now - KEPT]


async def test_the_process_empties_its_folder_as_it_starts_and_tells_of_mail_on_its_output(
    tmp_path: Path,
) -> None:
    port = free_port()
    keep_mail(tmp_path, a_mail("ann@x.test", "Old", "Hello").as_bytes(), [], datetime(2020, 1, 1, tzinfo=UTC))
    argv = (sys.executable, "-m", "infrastructure.local.mail_catcher", str(tmp_path), str(port))
    process = await create_subprocess_exec(*argv, cwd=CHECKOUT, stdout=subprocess.PIPE)
    try:
        while not await to_thread(answers_smtp, port):
            assert process.returncode is None
        await to_thread(send, port, a_mail("bob@x.test", "New", "482913"))
        assert process.stdout is not None
        assert await process.stdout.readline() == b"mail  bob@x.test  New  482913\n"
        assert [mail.subject for mail in read_inbox(tmp_path, None)] == ["New"]
    finally:
        process.terminate()
    assert await process.wait() == 0


def test_a_mail_that_comes_again_is_kept_once_and_each_time_is_known(tmp_path: Path) -> None:
    first, mail = datetime(2026, 3, 1, 12, tzinfo=UTC), a_mail("ann@x.test", "Once", "Hello")
    mail["Message-ID"] = "<1@coffer.test>"
    for minutes in (0, 1, 5):
        keep_mail(tmp_path, mail.as_bytes(), ["ann@x.test"], first + timedelta(minutes=minutes))
    keep_mail(tmp_path, a_mail("ann@x.test", "Other", "Hello").as_bytes(), ["ann@x.test"], first)
    assert len(read_inbox(tmp_path, None)) == 2
    times = {len(mail.times): mail.times for mail in taken(tmp_path)}
    assert times == {1: (first,), 3: tuple(first + timedelta(minutes=minutes) for minutes in (0, 1, 5))}
    drop_old_mail(tmp_path, first + KEPT + timedelta(seconds=1))
    assert list(tmp_path.iterdir()) == []
