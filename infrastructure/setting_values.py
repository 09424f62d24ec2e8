"""How the text of an environment variable becomes a value, and what is said when it does not."""

import base64
import binascii
import ipaddress
import re
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

Mode = Literal["development", "production"]
MailProvider = Literal["smtp", "graph", "file"]
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
SECRET_BYTES = 32


def mode(text: str) -> Mode:
    match text:
        case "development" | "production":
            return text
        case _:
            raise ValueError("one of development, production")


def port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 65535:
        raise ValueError("a port from 1 to 65535")
    return int(text)


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches what listens there. A name may mean any address but this one."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 1024:
        raise ValueError("a number from 1 to 1024")
    return int(text)


def mebibytes(text: str) -> int:
    """A number of MiB, as bytes."""
    if not text.isascii() or not text.isdigit() or int(text) > 2**30:
        raise ValueError("a number of MiB, such as 512")
    return int(text) * 1024 * 1024


@dataclass(frozen=True)
class Rate:
    """So many calls each second, and so many at once."""

    per_second: float
    burst: int

    def __str__(self) -> str:
        return f"{self.per_second:g}/{self.burst}"


def rate(text: str) -> Rate:
    found = re.fullmatch(r"(\d{1,6}(?:\.\d{1,3})?)/(\d{1,6})", text, re.ASCII)
    if found is None or float(found[1]) <= 0 or int(found[2]) < 1:
        raise ValueError("calls each second and calls at once, such as 20/100")
    return Rate(float(found[1]), int(found[2]))


def log_level(text: str) -> str:
    if text not in ("debug", "info", "warning", "error"):
        raise ValueError("one of debug, info, warning, error")
    return text


def text(text: str) -> str:
    return text


def origin(text: str) -> str:
    """An address of a web site without path: what a browser sends as `Origin`."""
    expected = "an address such as https://coffer.example, without a path"
    try:
        parts = urlsplit(text)
        number = parts.port
    except ValueError:
        raise ValueError(expected) from None
    bare = not parts.path.strip("/") and not parts.query and not parts.fragment and not parts.username
    if parts.scheme not in ("http", "https") or not parts.hostname or not bare:
        raise ValueError(expected)
    usual = {"http": 80, "https": 443}[parts.scheme]
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}" + ("" if number in (None, usual) else f":{number}")


def origins(text: str) -> tuple[str, ...]:
    return tuple(origin(part) for part in _parts(text))


def networks(text: str) -> tuple[Network, ...]:
    try:
        return tuple(ipaddress.ip_network(part) for part in _parts(text))
    except ValueError:
        raise ValueError("networks such as 10.0.0.0/8, fd00::/8, divided by commas") from None


def postgres_url(text: str) -> str:
    expected = "an address such as postgresql://user:password@host:5432/coffer"
    return _url(text, ("postgresql", "postgres"), expected)


def redis_url(text: str) -> str:
    if re.match(r"unix://[^/]*/.", text):
        return text
    return _url(text, ("redis", "rediss"), "an address such as redis://:password@host:6379/0")


def smtp_url(text: str) -> str:
    """`smtps` is TLS from the first byte, `smtp+starttls` TLS or nothing, `smtp` TLS where it is offered."""
    return _url(
        text, ("smtp", "smtp+starttls", "smtps"), "an address such as smtp+starttls://user:password@host:587"
    )


def mail_provider(text: str) -> MailProvider:
    if text not in ("smtp", "graph", "file"):
        raise ValueError("one of smtp, graph, file")
    return text


def tenant(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?", text, re.ASCII):
        raise ValueError("the id of a tenant, or one of its domains")
    return text


def http_url(text: str) -> str:
    return _url(text, ("http", "https"), "an address such as https://host/path")


def issuer(text: str) -> str:
    """The issuer URL of an identity provider.

    Its answers are trusted, so only HTTPS is accepted (except on loopback).
    """
    expected = "an address such as https://accounts.example; http:// on this machine only"
    parts = urlsplit(_url(text, ("http", "https"), expected))
    if parts.scheme == "http" and not is_loopback(parts.hostname or ""):
        raise ValueError(expected)
    return text.rstrip("/")


def tenant_issuer(text: str) -> str:
    """The issuer of one tenant, by its id, or an endpoint that tenants share."""
    address = issuer(text)
    authority, _, end = address.rpartition("/")
    tenant = authority.rpartition("/")[2]
    if end != "v2.0" or not re.fullmatch(
        r"common|organizations|consumers|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", tenant
    ):
        raise ValueError(
            "https://login.microsoftonline.com/<tenant>/v2.0, where the tenant is its id in small letters, "
            "common, organizations or consumers"
        )
    return address


def mailbox(text: str) -> str:
    address = parseaddr(text)[1]
    if not re.fullmatch(r"[^@\s]+@[^@\s]+", address) or any(ord(sign) < 32 for sign in text):
        raise ValueError("a mailbox such as Coffer <coffer@coffer.example>")
    return text


def log_name(text: str) -> str:
    """The first line of a signed note: no blanks, no plus sign (C2SP signed-note)."""
    if not re.fullmatch(r"[^\s+]{1,200}", text):
        raise ValueError("a name such as coffer.example, without blanks and plus signs")
    return text


def place(text: str) -> Path:
    return Path(text).expanduser().absolute()


def file(text: str) -> Path:
    """A file that is there: one that is named and missing is a mistake to be told at the start."""
    named = place(text)
    if not named.is_file():
        raise ValueError("a file that can be read")
    return named


def secret(text: str) -> bytes:
    """At least 32 bytes, written as base64url."""
    expected = f"at least {SECRET_BYTES} random bytes, written as base64url"
    try:
        value = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise ValueError(expected) from None
    if len(value) < SECRET_BYTES:
        raise ValueError(expected)
    return value


def key(text: str) -> bytes:
    """A key of exactly 32 bytes, written as base64url."""
    value = secret(text)
    if len(value) != SECRET_BYTES:
        raise ValueError(f"exactly {SECRET_BYTES} random bytes, written as base64url")
    return value


def as_base64url(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def without_password(address: str) -> str:
    """An address as it may be shown."""
    return re.sub(r"(?<=//)([^:/@]*):[^@]*@", r"\1:…@", address)


def _url(text: str, schemes: tuple[str, ...], expected: str) -> str:
    try:
        parts = urlsplit(text)
        known = parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:
        known = False
    if not known:
        raise ValueError(expected)
    return text


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
