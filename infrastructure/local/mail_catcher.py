"""The mail server of development: it takes every mail, keeps it for a week and sends it nowhere."""

import asyncio
import contextlib
import signal
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parseaddr
from pathlib import Path
from typing import cast

from aiosmtpd.smtp import SMTP, Envelope, Session

from infrastructure.local.inbox import InboxMail, drop_old_mail, keep_mail
from infrastructure.local.ports import LOOPBACK

_DROP_EVERY_SECONDS = 3_600.0
# RFC 5321, section 4.2.3, and RFC 3463: the mail is right, and is to be sent again.
_NO_ROOM = "452 4.3.1 Insufficient system storage"


class MailCatcher:
    """Listens on 127.0.0.1 within the running event loop, and tells of every mail in one line."""

    def __init__(self, folder: Path, port: int, tell: Callable[[str], None]) -> None:
        self.folder = folder
        self.port = port
        self._tell = tell
        self._server: asyncio.Server | None = None

    @property
    def url(self) -> str:
        return f"smtp://{LOOPBACK}:{self.port}"

    async def start(self) -> None:
        # By number and not by name: `localhost` may be the IPv6 one, which some machines lack.
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._session, LOOPBACK, self.port)

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:
        recipients = [parseaddr(recipient)[1] for recipient in envelope.rcpt_tos]
        try:
            mail = keep_mail(self.folder, cast("bytes", envelope.content), recipients, datetime.now(UTC))
        except OSError:
            return _NO_ROOM
        if mail is not None:
            self._tell(line_about(mail))
        return "250 OK"

    def _session(self) -> SMTP:
        # A name of our own: looking up the machine's may wait for a name server that is not there.
        return SMTP(self, hostname="coffer.localhost", enable_SMTPUTF8=True, ident="Coffer")


def line_about(mail: InboxMail) -> str:
    """What the terminal shows; control characters of a subject do not reach it."""
    shown = ["mail", mail.to, mail.subject, *([mail.code] if mail.code else [])]
    return "  ".join("".join(sign for sign in part if sign.isprintable()) for part in shown)


def _say(line: str) -> None:
    # A closed terminal is no reason to refuse a mail.
    with contextlib.suppress(OSError):
        print(line, flush=True)


async def _catch(folder: Path, port: int) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    catcher = MailCatcher(folder, port, _say)
    await catcher.start()
    while not stop.is_set():
        await asyncio.to_thread(drop_old_mail, folder, datetime.now(UTC))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), _DROP_EVERY_SECONDS)
    await catcher.stop()


if __name__ == "__main__":
    asyncio.run(_catch(Path(sys.argv[1]), int(sys.argv[2])))
