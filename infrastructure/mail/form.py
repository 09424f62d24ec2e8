"""A message as it goes out, whoever carries it."""

from __future__ import annotations

from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime, parseaddr

from application.messaging.ports import RenderedMail


class _Policy(EmailPolicy):
    """Folds every header but the link, which would be none any more."""

    def fold(self, name: str, value: str) -> str:
        if name.lower() == "list-unsubscribe":
            return f"{name}: {value}{self.linesep}"
        return super().fold(name, value)

    def fold_binary(self, name: str, value: str) -> bytes:
        return self.fold(name, value).encode("ascii", "surrogateescape")


_POLICY = _Policy(linesep="\r\n")


class MailForm:
    """Writes messages of one sender."""

    def __init__(self, sender: str) -> None:
        name, self.address = parseaddr(sender)
        self._sender = Address(name, addr_spec=self.address)
        self.domain = self._sender.domain

    def message(self, mail: RenderedMail, now: datetime) -> EmailMessage:
        """The message with its headers; raises `ValueError` when one of them would hold a line break."""
        message = EmailMessage(policy=_POLICY)
        message["From"] = self._from(mail.sender_name)
        message["To"] = Address(addr_spec=mail.to)
        if mail.reply_to is not None:
            message["Reply-To"] = Address(addr_spec=mail.reply_to)
        message["Subject"] = mail.subject
        message["Date"] = format_datetime(now)
        # Of the message and not of the attempt: sent twice after a crash, it arrives once where that is kept.
        message["Message-ID"] = f"<{mail.message_id}@{self.domain}>"
        if mail.unsubscribe is None:
            message["Auto-Submitted"] = "auto-generated"
        else:
            message["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
            # RFC 8058: mail programs ask by themselves, so the link needs no page and no sign-in.
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(mail.text, cte="quoted-printable")
        message.add_alternative(mail.html, subtype="html", cte="quoted-printable")
        return message

    def _from(self, name: str | None) -> Address:
        """Nobody's name stands there alone: the address is ours."""
        if name is None:
            return self._sender
        ours = self._sender.display_name or self.domain
        return Address(f"{name} ({ours})", addr_spec=self.address)
