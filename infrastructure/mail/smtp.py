"""Handing mail to an SMTP server."""

from __future__ import annotations

import asyncio
import contextlib
import re
import ssl
from datetime import UTC, datetime
from urllib.parse import unquote, urlsplit

import aiosmtplib

from application.messaging.ports import ProviderAway, ProviderRefused, RenderedMail
from infrastructure.mail.form import MailForm

# For one answer of the server, and for all of them: less than a job may take.
_TIMEOUT = 20.0
_IN_ALL = 35.0
_TO_LEAVE = 2.0
_PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}

# Sign-in needed, too weak, refused, or asked for with TLS: about us and not about the message.
_NOT_KNOWN = frozenset({530, 534, 535, 538})
_TOO_LARGE = 552
# RFC 3463: no such mailbox, no such domain, not an address, moved without a new one, no mail taken there;
# and a mailbox that is switched off. Anything else, such as a text that looks like spam, is no word about
# the address.
_NO_SUCH_ADDRESS = re.compile(r"5\.(?:1\.(?:1|2|3|6|10)|2\.1)(?!\d)")
_NO_TLS = "STARTTLS"


class SmtpCarrier:
    """Implements `application.messaging.ports.Carrier`.

    `smtps://` speaks TLS from the first byte; `smtp+starttls://` turns to it or sends nothing; `smtp://`
    turns to it where the server offers it, and has to before it says a password.
    """

    def __init__(
        self, url: str, form: MailForm, *, timeout: float = _TIMEOUT, in_all: float = _IN_ALL
    ) -> None:
        parts = urlsplit(url)
        self.host = parts.hostname or "localhost"
        self.port = parts.port or _PORTS[parts.scheme]
        self.by_tls = parts.scheme == "smtps"
        self.username = unquote(parts.username) if parts.username else None
        self.needs_tls = parts.scheme != "smtp" or self.username is not None
        self._password = unquote(parts.password) if parts.password else None
        self._form = form
        self._timeout = timeout
        self._in_all = in_all

    async def carry(self, mail: RenderedMail) -> str:
        message = self._form.message(mail, datetime.now(UTC))
        client = self.client()
        try:
            async with asyncio.timeout(self._in_all):
                await client.connect()
                _, answer = await client.send_message(
                    message, sender=self._form.address, recipients=[mail.to]
                )
        except (aiosmtplib.SMTPException, OSError) as failure:
            raise refusal_of(failure) from failure
        finally:
            # It was taken, or was not: how the server says goodbye changes neither.
            await leave(client)
        return answer[:200]

    def client(self) -> aiosmtplib.SMTP:
        """A connection that is yet to be opened: with TLS and sign-in, as the address says."""
        return aiosmtplib.SMTP(
            hostname=self.host,
            port=self.port,
            username=self.username,
            password=self._password,
            use_tls=self.by_tls,
            start_tls=None if self.by_tls or not self.needs_tls else True,
            tls_context=ssl.create_default_context(),
            timeout=self._timeout,
        )


async def leave(client: aiosmtplib.SMTP) -> None:
    with contextlib.suppress(aiosmtplib.SMTPException, OSError):
        if client.is_connected:
            async with asyncio.timeout(_TO_LEAVE):
                await client.quit()
    client.close()


def refusal_of(failure: Exception) -> ProviderRefused:
    """What a failure means: whether it may be otherwise later, and whether it is about the address."""
    match failure:
        case aiosmtplib.SMTPRecipientsRefused(recipients=recipients):
            worst = max(recipients, key=lambda each: each.code)
            return _of_message(worst.code, worst.message)
        case aiosmtplib.SMTPConnectResponseError(code=code) | aiosmtplib.SMTPHeloError(code=code):
            return ProviderAway(f"smtp_{code}")
        case aiosmtplib.SMTPAuthenticationError(code=code):
            return ProviderRefused(f"smtp_{code}", transient=True)
        case aiosmtplib.SMTPSenderRefused(code=code) if code != _TOO_LARGE:
            return ProviderRefused(f"smtp_{code}", transient=True)
        case aiosmtplib.SMTPResponseException(code=code, message=message):
            return _of_message(code, message)
        case aiosmtplib.SMTPNotSupported():
            return ProviderRefused("smtp_not_supported", transient=True)
        case aiosmtplib.SMTPConnectError() | aiosmtplib.SMTPConnectTimeoutError():
            if isinstance(failure.__cause__, ssl.SSLError):
                return ProviderRefused("smtp_tls", transient=True)
            return ProviderAway("smtp_unreachable")
        case ssl.SSLError():
            return ProviderRefused("smtp_tls", transient=True)
        case TimeoutError():
            return ProviderRefused("smtp_slow", transient=True)
        case aiosmtplib.SMTPException() if _NO_TLS in str(failure):
            return ProviderRefused("smtp_no_tls", transient=True)
        case _:
            return ProviderRefused("smtp_unreachable", transient=True)


def is_no_such_address(status: str) -> bool:
    """Whether an enhanced status, at the beginning of a text, says that there is no such address."""
    return _NO_SUCH_ADDRESS.match(status) is not None


def _of_message(code: int, message: str) -> ProviderRefused:
    return ProviderRefused(
        f"smtp_{code}",
        transient=code < 500 or code in _NOT_KNOWN,
        no_such_address=code >= 500 and is_no_such_address(message),
    )
