"""Whether mail can leave, and whether others believe that it is ours: asked of the servers on its way."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

import aiosmtplib

from application.messaging.ports import ProviderRefused
from application.processes.mail_setup import Check, CheckName, KnownToGraph
from infrastructure.mail.form import MailForm
from infrastructure.mail.smtp import SmtpCarrier, leave, refusal_of

# For each question; a name server that is not there is waited for no longer either.
_SECONDS = 5.0
_LOCAL = re.compile(r"localhost|.*\.(localhost|local|internal|test|example|invalid)|[^.]+")
_NOT_ASKED = "Not asked, because the server could not be reached."

Texts = Callable[[str], Awaitable[Sequence[str]]]


class NameServerAway(Exception):
    """No name server answered; the text says so to a person."""


async def texts_of(name: str) -> Sequence[str]:
    """The TXT records of a name; none where it has none. Raises `NameServerAway`."""
    # Loaded when somebody asks, which is seldom.
    import dns.asyncresolver
    import dns.exception
    import dns.resolver

    try:
        async with asyncio.timeout(_SECONDS + 1):
            resolver = dns.asyncresolver.Resolver()
            answer = await resolver.resolve(name, "TXT", lifetime=_SECONDS)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return ()
    except (dns.exception.DNSException, OSError, TimeoutError) as failure:
        raise NameServerAway(f"No name server answered ({type(failure).__name__}).") from failure
    return tuple(b"".join(record.strings).decode("utf-8", "replace") for record in answer)


class Published:
    """What the domain of the sender says about who may send in its name."""

    def __init__(self, form: MailForm, texts: Texts = texts_of) -> None:
        self._domain = form.domain.lower()
        self._texts = texts

    async def checks(self) -> Sequence[Check]:
        if _LOCAL.fullmatch(self._domain):
            detail = f"{self._domain} is not a domain that others know."
            return Check("spf", False, detail), Check("dmarc", False, detail)
        spf, dmarc = await asyncio.gather(
            self._one("spf", self._domain, "v=spf1"),
            self._one("dmarc", f"_dmarc.{self._domain}", "v=dmarc1"),
        )
        return spf, dmarc

    async def _one(self, name: CheckName, asked: str, begins: str) -> Check:
        try:
            texts = await self._texts(asked)
        except NameServerAway as away:
            return Check(name, False, str(away))
        found = [text for text in texts if re.split(r"[\s;]", text.strip().lower(), maxsplit=1)[0] == begins]
        if len(found) > 1:
            return Check(name, False, f"{asked} has {len(found)} such records; one is allowed.")
        if not found:
            return Check(name, False, f"{asked} has no such record.")
        return Check(name, True, found[0][:200])


class Examining(Protocol):
    async def checks(self) -> Sequence[Check]: ...


class SmtpExamination:
    """Asks the server as for a message, up to the sender, and sends none."""

    def __init__(self, carrier: SmtpCarrier, form: MailForm) -> None:
        self._carrier = carrier
        self._form = form

    async def checks(self) -> Sequence[Check]:
        reached = await resolved(self._carrier.host, self._carrier.port)
        if not reached.ok:
            return reached, *(Check(name, False, _NOT_ASKED) for name in ("tls", "auth", "from"))
        client = self._carrier.client()
        try:
            async with asyncio.timeout(2 * _SECONDS):
                return reached, *await self._asked(client)
        except (aiosmtplib.SMTPException, OSError) as failure:
            return reached, *_stopped(refusal_of(failure).code, self._carrier)
        finally:
            await leave(client)

    async def _asked(self, client: aiosmtplib.SMTP) -> Sequence[Check]:
        await client.connect()
        encrypted = client.get_transport_info("sslcontext") is not None
        tls = Check("tls", encrypted, "Encrypted, and the certificate is valid." if encrypted else _PLAIN)
        signed_in = self._carrier.username is not None
        auth = Check("auth", True, "Signed in." if signed_in else "No sign-in is set.")
        try:
            await client.mail(self._form.address)
        except aiosmtplib.SMTPResponseException as refusal:
            return (
                tls,
                auth,
                Check("from", False, f"The server refuses {self._form.address} ({refusal.code})."),
            )
        return tls, auth, Check("from", True, f"The server takes {self._form.address}.")


_PLAIN = "The server offers no encryption."
_CODES = {
    "smtp_tls": ("tls", "The certificate is not valid, or the server speaks no TLS."),
    "smtp_no_tls": ("tls", _PLAIN),
    "smtp_534": ("auth", "The server asks for another way to sign in (534)."),
    "smtp_535": ("auth", "The server refuses the password (535)."),
    "smtp_538": ("auth", "The server takes a password only when encrypted (538)."),
    "smtp_not_supported": ("auth", "The server does not offer this way to sign in."),
}


def _stopped(code: str, carrier: SmtpCarrier) -> Sequence[Check]:
    """Where it came to an end: what comes before was fine, what comes after was not asked."""
    at, detail = _CODES.get(code, ("tls", f"{carrier.host}:{carrier.port} does not answer ({code})."))
    if at == "auth":
        known = Check("tls", carrier.needs_tls, "Encrypted." if carrier.needs_tls else _PLAIN)
        return known, Check("auth", False, detail), Check("from", False, _NOT_ASKED)
    return Check("tls", False, detail), *(Check(name, False, _NOT_ASKED) for name in ("auth", "from"))


class GraphExamination:
    """Asks for a token. Whether the sender may send, only a message shows."""

    def __init__(self, login_url: str, graph: KnownToGraph, form: MailForm) -> None:
        self._place = urlsplit(login_url)
        self._graph = graph
        self._form = form

    async def checks(self) -> Sequence[Check]:
        host = self._place.hostname or ""
        reached = await resolved(host, self._place.port or 443)
        if not reached.ok:
            return reached, *(Check(name, False, _NOT_ASKED) for name in ("tls", "auth", "from"))
        only = Check("from", True, f"A test mail shows whether {self._form.address} may send.")
        try:
            async with asyncio.timeout(2 * _SECONDS):
                await self._graph.token()
        except (ProviderRefused, TimeoutError) as failure:
            code = failure.code if isinstance(failure, ProviderRefused) else "graph_slow"
            there = code.startswith("graph_token_")
            tls = Check("tls", there, "Encrypted." if there else f"{host} does not answer ({code}).")
            detail = f"Microsoft refuses the sign-in ({code})." if there else _NOT_ASKED
            return reached, tls, Check("auth", False, detail), Check("from", False, _NOT_ASKED)
        return reached, Check("tls", True, "Encrypted."), Check("auth", True, "Signed in."), only


class FileExamination:
    """Nothing leaves, so nobody has to be asked."""

    async def checks(self) -> Sequence[Check]:
        detail = "Emails are written to a folder and not sent."
        return tuple(Check(name, True, detail) for name in ("dns", "tls", "auth", "from"))


class WholeExamination(NamedTuple):
    """Implements `application.processes.mail_setup.Examination`."""

    provider: Examining
    published: Published

    async def checks(self) -> Sequence[Check]:
        ours, others = await asyncio.gather(self.provider.checks(), self.published.checks())
        return (*ours, *others)


async def resolved(host: str, port: int) -> Check:
    """Whether the name of a server leads somewhere."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(_SECONDS):
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return Check("dns", False, f"{host} was not found.")
    return Check("dns", True, f"{host} is {found[0][4][0]}.")
