"""The recovery file: the recovery secret as text, with what the log looked like when it was made."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from client.crypto import base64url
from client.crypto.errors import CryptoError, InvalidArgument
from client.crypto.pairing import Pin

_FORMAT = "Invalid recovery key format."
_CHECKSUM = "Invalid recovery key (checksum)."


@dataclass(frozen=True)
class RecoveryFile:
    """`pin` is None when the file says nothing about the log: then the account stays unconfirmed."""

    secret: bytes
    account: UUID | None = None
    device: UUID | None = None
    pin: Pin | None = None
    created: date | None = None
    comments: Mapping[str, str] = field(default_factory=dict[str, str])


def write_key(secret: bytes) -> str:
    """`value.checksum`, the line that a person may type."""
    return f"{base64url.encode(secret)}.{base64url.encode(hashlib.sha256(secret).digest()[:4])}"


def read_key(line: str) -> bytes:
    value, dot, checksum = line.partition(".")
    if not dot:
        raise InvalidArgument(_FORMAT)
    try:
        secret = base64url.decode(value, size=32)
        expected = base64url.decode(checksum, size=4)
    except CryptoError:
        raise InvalidArgument(_FORMAT) from None
    if not hmac.compare_digest(hashlib.sha256(secret).digest()[:4], expected):
        raise InvalidArgument(_CHECKSUM)
    return secret


def write(file: RecoveryFile) -> str:
    lines = ["# Coffer recovery key. Keep it where nobody else looks: who has it and can sign in, is you."]
    if file.account:
        lines.append(f"# account: {file.account}")
    if file.pin:
        lines.append(f"# account-fingerprint: {base64url.encode(file.pin.fingerprint)}")
    if file.device:
        lines.append(f"# device: {base64url.encode(file.device.bytes)}")
    if file.pin:
        lines.append(f"# log: {file.pin.size} {base64url.encode(file.pin.root)}")
        lines.append(f"# log-key: {base64url.encode(file.pin.log_public_key)}")
    if file.created:
        lines.append(f"# created: {file.created.isoformat()}")
    return "\n".join((*lines, write_key(file.secret), ""))


def read(content: str) -> RecoveryFile:
    """The file again. What its comments say is used only when all of it is well formed."""
    comments: dict[str, str] = {}
    key = ""
    for raw in content.removeprefix("\ufeff").splitlines():
        line = raw.strip()
        if line.startswith("#"):
            name, colon, value = line[1:].partition(":")
            if colon:
                comments.setdefault(name.strip(), value.strip())
        elif line and not key:
            key = line
    secret = read_key(key)
    account, device = comments.get("account"), comments.get("device")
    created = comments.get("created")
    try:
        return RecoveryFile(
            secret,
            UUID(account) if account else None,
            UUID(bytes=base64url.decode(device, size=16)) if device else None,
            _pin(comments),
            date.fromisoformat(created) if created else None,
            comments,
        )
    except (ValueError, CryptoError):
        raise InvalidArgument(_FORMAT) from None


def _pin(comments: Mapping[str, str]) -> Pin | None:
    fingerprint, log, key = (comments.get(name) for name in ("account-fingerprint", "log", "log-key"))
    if not (fingerprint and log and key):
        return None
    size, _, root = log.partition(" ")
    if not size.isdecimal() or not size.isascii():
        raise InvalidArgument(_FORMAT)
    return Pin(
        base64url.decode(fingerprint, size=32),
        int(size),
        base64url.decode(root.strip(), size=32),
        base64url.decode(key, size=32),
    )
