"""Handing mail to an SMTP server."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from urllib.parse import unquote, urlsplit

import aiosmtplib

from application.messaging.ports import ProviderAway, ProviderRefused, RenderedMail

_TIMEOUT = 20.0
_PORTS = {"smtp": 25, "smtps": 465}


class SmtpCarrier:
    """Implements `application.messaging.ports.Carrier`.

    `smtps://` speaks TLS from the first byte; `smtp://` turns to TLS where the server offers it, and has
    to before it says a password.
    """

    def __init__(self, url: str, sender: str) -> None:
        parts = urlsplit(url)
        self._host = parts.hostname or "localhost"
        self._port = parts.port or _PORTS[parts.scheme]
        self._tls = parts.scheme == "smtps"
        self._username = unquote(parts.username) if parts.username else None
        self._password = unquote(parts.password) if parts.password else None
        name, address = parseaddr(sender)
        self._sender = Address(name, addr_spec=address)

    async def carry(self, mail: RenderedMail) -> str:
        message = self.message(mail, datetime.now(UTC))
        try:
            _, answer = await aiosmtplib.send(
                message,
                hostname=self._host,
                port=self._port,
                username=self._username,
                password=self._password,
                use_tls=self._tls,
                start_tls=True if self._username and not self._tls else None,
                tls_context=ssl.create_default_context(),
                timeout=_TIMEOUT,
            )
        except aiosmtplib.SMTPRecipientsRefused as refusal:
            code = max(each.code for each in refusal.recipients)
            raise ProviderRefused(f"smtp_{code}", transient=code < 500) from refusal
        except aiosmtplib.SMTPNotSupported as refusal:
            raise ProviderRefused("smtp_not_supported", transient=False) from refusal
        except aiosmtplib.SMTPResponseException as refusal:
            raise ProviderRefused(f"smtp_{refusal.code}", transient=refusal.code < 500) from refusal
        except (aiosmtplib.SMTPConnectError, aiosmtplib.SMTPConnectTimeoutError) as failure:
            raise ProviderAway("smtp_unreachable") from failure
        except (aiosmtplib.SMTPException, OSError) as failure:
            raise ProviderRefused("smtp_unreachable", transient=True) from failure
        return answer[:200]

    def message(self, mail: RenderedMail, now: datetime) -> EmailMessage:
        """The message with its headers; raises `ValueError` when one of them would hold a line break."""
        message = EmailMessage(policy=SMTP)
        message["From"] = self._sender
        message["To"] = Address(addr_spec=mail.to)
        message["Subject"] = mail.subject
        message["Date"] = format_datetime(now)
        # Of the message and not of the attempt: sent twice after a crash, it arrives once where that is kept.
        message["Message-ID"] = f"<{mail.message_id}@{self._sender.domain}>"
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(mail.text, cte="quoted-printable")
        message.add_alternative(mail.html, subtype="html", cte="quoted-printable")
        return message
