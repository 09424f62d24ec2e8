"""SMTP servers as they are: with TLS or without, that refuse, put off, hang up, or take their time."""

from __future__ import annotations

import asyncio
import contextlib
import email
import email.policy
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from ipaddress import ip_address
from pathlib import Path
from typing import Any, cast

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from infrastructure.local.ports import LOOPBACK

USER, PASSWORD = "coffer", "p@ss word"
Step = Callable[[str], Awaitable[str | None]]


async def _takes(_recipient: str) -> str | None:
    return None


@dataclass
class Server:
    """What it was given, by recipient, and what it says at which step (None: it takes it)."""

    port: int = 0
    at_mail: Step = _takes
    at_rcpt: Step = _takes
    at_data: Step = _takes
    at_quit: Step = _takes
    mails: list[tuple[str, EmailMessage]] = field(default_factory=list[tuple[str, EmailMessage]])

    async def handle_MAIL(self, _server: SMTP, _s: Any, envelope: Envelope, address: str, given: Any) -> str:
        if (said := await self.at_mail(address)) is not None:
            return said
        envelope.mail_from = address
        envelope.mail_options.extend(given)
        return "250 OK"

    async def handle_RCPT(self, _server: SMTP, _s: Any, envelope: Envelope, address: str, given: Any) -> str:
        if (said := await self.at_rcpt(address)) is not None:
            return said
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, _session: Any, envelope: Envelope) -> str:
        if (said := await self.at_data(envelope.rcpt_tos[0])) is not None:
            return said
        read = email.message_from_bytes(cast("bytes", envelope.content), policy=email.policy.SMTP)
        self.mails.append((envelope.rcpt_tos[0], cast("EmailMessage", read)))
        return "250 2.0.0 taken"

    async def handle_QUIT(self, _server: SMTP, _session: Any, _envelope: Envelope) -> str:
        return await self.at_quit("") or "221 Bye"


class Certificate:
    """A certificate for 127.0.0.1 that signs itself; `ca_file` is what has to be trusted for it."""

    def __init__(self, folder: Path) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "mail.test")])
        now = datetime.now(UTC)
        certificate = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address(LOOPBACK))]), False)
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
            .sign(key, hashes.SHA256())
        )
        self.ca_file = folder / "ca.pem"
        self.ca_file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        private = folder / "key.pem"
        private.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.context.load_cert_chain(self.ca_file, private)


def _knows(_server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any) -> AuthResult:
    right = isinstance(data, LoginPassword) and (data.login, data.password) == (
        USER.encode(),
        PASSWORD.encode(),
    )
    return AuthResult(success=right, handled=False)


@contextlib.asynccontextmanager
async def a_server(
    server: Server | None = None,
    *,
    start_tls: ssl.SSLContext | None = None,
    tls: ssl.SSLContext | None = None,
    sign_in: bool = False,
) -> AsyncIterator[Server]:
    """One that listens on 127.0.0.1, in the loop of the test."""
    told = server or Server()

    def session() -> SMTP:
        return SMTP(
            told,
            hostname="mail.test",
            tls_context=start_tls,
            require_starttls=start_tls is not None,
            authenticator=_knows if sign_in else None,
            auth_required=sign_in,
            auth_require_tls=start_tls is not None,
        )

    loop = asyncio.get_running_loop()
    listening = await loop.create_server(session, LOOPBACK, told.port, ssl=tls)
    told.port = listening.sockets[0].getsockname()[1]
    try:
        yield told
    finally:
        listening.close()


@contextlib.asynccontextmanager
async def speaking(*lines: str) -> AsyncIterator[int]:
    """A server that says these lines, one for each that it hears, and then hangs up; its port."""

    async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for line in lines:
            writer.write(f"{line}\r\n".encode())
            if not await reader.readline():
                break
        writer.close()

    listening = await asyncio.start_server(speak, LOOPBACK, 0)
    async with listening:
        yield listening.sockets[0].getsockname()[1]
