"""base64url without padding, in its one canonical form."""

from __future__ import annotations

import base64
import re

from client.crypto.errors import InvalidArgument

_ALPHABET = re.compile(r"[A-Za-z0-9_-]*")


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def decode(text: str, *, size: int | None = None) -> bytes:
    """The bytes of a text that is exactly what `encode` would give for them."""
    if _ALPHABET.fullmatch(text) is None or len(text) % 4 == 1:
        raise InvalidArgument("not base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    # The last character may carry bits that mean nothing: then two texts would stand for the same bytes.
    if encode(data) != text:
        raise InvalidArgument("not canonical base64url")
    if size is not None and len(data) != size:
        raise InvalidArgument("of another length than expected")
    return data
