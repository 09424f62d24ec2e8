"""The development inbox: caught mail in a folder, written by the catcher and read by the inbox pages."""

import email
import email.policy
import hashlib
import os
import re
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage, Message
from email.utils import getaddresses
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

from infrastructure.local.secret_files import private_folder, write_private

_CODE = re.compile(r"(?<![\d/=&#-])(?<!\d\.)\d{6}(?![\d/=&#-]|\.\d)")
_LINK = re.compile(r"https?://[^\s<>\"']+")
_TIME = "%Y%m%dT%H%M%S.%f"
# As long as the product itself keeps what a mail says.
KEPT = timedelta(days=7)


@dataclass(frozen=True)
class InboxMail:
    """One caught mail; `code` is the first six-digit number a person would read in it."""

    to: str
    subject: str
    text: str
    html: str
    code: str | None
    links: tuple[str, ...]
    at: datetime


def keep_mail(folder: Path, content: bytes, recipients: list[str], at: datetime) -> InboxMail | None:
    """Put a mail into the folder; None when it is there already.

    Its name begins with the time, so that names sort as mails came, and ends with the message, so that one
    whose sender has not heard our answer and sends it again arrives once.
    """
    private_folder(folder)
    envelope = "".join(f"X-Caught-For: {recipient}\r\n" for recipient in recipients).encode()
    message = _name_of(envelope, content)
    known = next(folder.glob(f"*-{message}.eml"), None)
    if known is not None:
        _note_again(known, at)
        return None
    path = folder / f"{at.astimezone(UTC).strftime(_TIME)}-{message}.eml"
    write_private(path, envelope + content)
    return read_mail(path)


class Taken(NamedTuple):
    """A mail that is kept, and each moment at which it was handed in: readers see it once all the same."""

    path: Path
    times: tuple[datetime, ...]


def taken(folder: Path) -> list[Taken]:
    return [Taken(path, (_time_of(path), *_again(path))) for path in sorted(folder.glob("*.eml"))]


def drop_old_mail(folder: Path, now: datetime) -> None:
    """Delete what was caught too long ago."""
    for path in folder.glob("*.eml"):
        if _time_of(path) < now - KEPT:
            path.unlink(missing_ok=True)
            _notes_of(path).unlink(missing_ok=True)


def read_inbox(folder: Path, to: str | None) -> list[InboxMail]:
    """Caught mails, newest first; with an address only those handed in for it."""
    mails = [read_mail(path) for path in sorted(folder.glob("*.eml"), reverse=True)]
    if to is None:
        return mails
    wanted = to.strip().casefold()
    return [mail for mail in mails if wanted in (one.strip().casefold() for one in mail.to.split(","))]


def read_mail(path: Path) -> InboxMail:
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    text, html = _body(message, "plain"), _body(message, "html")
    links = dict.fromkeys([*_links_of(html), *(_without_full_stop(link) for link in _LINK.findall(text))])
    # A token of a link is letters and digits, and some of these may be six.
    code = _CODE.search(_LINK.sub(" ", text or _words_of(html)))
    handed_in = message.get_all("X-Caught-For", [])
    addresses = [address for _, address in getaddresses(handed_in or message.get_all("To", []))]
    return InboxMail(
        to=", ".join(addresses),
        subject=str(message.get("Subject", "")),
        text=text,
        html=html,
        code=code.group() if code else None,
        links=tuple(links),
        at=_time_of(path),
    )


def _note_again(mail: Path, at: datetime) -> None:
    with _notes_of(mail).open("a", encoding="utf-8") as notes:
        notes.write(f"{at.astimezone(UTC).strftime(_TIME)}\n")


def _again(mail: Path) -> list[datetime]:
    try:
        lines = _notes_of(mail).read_text(encoding="utf-8").split()
    except FileNotFoundError:
        return []
    return [datetime.strptime(line, _TIME).replace(tzinfo=UTC) for line in lines]


def _notes_of(mail: Path) -> Path:
    return mail.with_suffix(".again")


def _body(message: Message, kind: str) -> str:
    if not isinstance(message, EmailMessage):
        return ""
    part = message.get_body((kind,))
    content = part.get_content() if part is not None else ""
    return content if isinstance(content, str) else ""


def _name_of(envelope: bytes, content: bytes) -> str:
    message_id = email.message_from_bytes(content, policy=email.policy.default).get("Message-ID")
    if message_id is None:
        return secrets.token_hex(8)
    return hashlib.sha256(envelope + str(message_id).encode()).hexdigest()[:16]


def _time_of(path: Path) -> datetime:
    try:
        return datetime.strptime(path.name.rsplit("-", 1)[0], _TIME).replace(tzinfo=UTC)
    except ValueError:
        # Put there by hand; the file's own time has to do.
        return datetime.fromtimestamp(os.stat(path).st_mtime, UTC)


def _without_full_stop(link: str) -> str:
    return link.rstrip(".,;:!?)")


class _Reader(HTMLParser):
    """What a person sees of a page: its words, and where its links lead."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.words: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unseen += tag in ("style", "script", "title")
        target = dict(attrs).get("href") or ""
        if tag == "a" and target.startswith(("http://", "https://")):
            self.links.append(target)

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in ("style", "script", "title")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.words.append(data)


def _read(html: str) -> _Reader:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader


def _links_of(html: str) -> list[str]:
    return _read(html).links


def _words_of(html: str) -> str:
    return " ".join(_read(html).words)
