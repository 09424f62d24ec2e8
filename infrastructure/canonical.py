"""One unambiguous encoding for everything of the server's own that is hashed or authenticated."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

Part = bytes | str | int | UUID | datetime | None

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def canonical(label: str, *parts: Part) -> bytes:
    """The label, the number of parts, and each part with its length; an absent part has length zero.

    Numbers are eight bytes, big-endian; times are their microseconds since 1970 as such a number.
    """
    encoded = label.encode("ascii")
    out = bytearray((len(encoded), *encoded, len(parts)))
    for part in parts:
        data = _bytes(part)
        out += len(data).to_bytes(4, "big")
        out += data
    return bytes(out)


def _bytes(part: Part) -> bytes:
    if part is None:
        return b""
    if isinstance(part, UUID):
        return part.bytes
    if isinstance(part, str):
        return part.encode()
    if isinstance(part, bytes):
        return part
    if isinstance(part, datetime):
        since = part - _EPOCH
        part = (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds
    return part.to_bytes(8, "big")
