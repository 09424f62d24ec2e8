"""Cursors: where a list goes on, signed and bound to what was asked."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, TypeVar

import msgspec

from domain.errors import InvalidArgument

P = TypeVar("P")
_TAG = 16


class Cursors:
    """Seals and opens the place where a page ended. A cursor serves the same question only.

    `scope` is everything that decides which rows come and in which order: account, route, filter, sort.
    """

    def __init__(self, secret: bytes) -> None:
        # The secret may serve other purposes too: this one gets a key of its own.
        self._key = hmac.digest(secret, b"coffer.cursors.v1", hashlib.sha256)

    def seal(self, scope: Any, place: Any) -> str:
        body = msgspec.json.encode(place)
        return urlsafe_b64encode(self._tag(scope, body) + body).rstrip(b"=").decode()

    def open(self, scope: Any, cursor: str, place: type[P]) -> P:
        """The place again. Raises `InvalidArgument` for a cursor that is not ours, or of another list."""
        try:
            data = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        except ValueError:
            raise _wrong() from None
        tag, body = data[:_TAG], data[_TAG:]
        if not hmac.compare_digest(tag, self._tag(scope, body)):
            raise _wrong()
        return msgspec.json.decode(body, type=place)

    def _tag(self, scope: Any, body: bytes) -> bytes:
        question = hashlib.sha256(msgspec.json.encode(scope, order="sorted")).digest()
        return hmac.digest(self._key, question + body, hashlib.sha256)[:_TAG]


def _wrong() -> InvalidArgument:
    return InvalidArgument("This cursor belongs to another list. Start from the beginning.", reason="cursor")
