"""Addresses of the folder store: signed over method, object, part, exact length, hash and expiry."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from urllib.parse import quote, urlencode

from application.work.ports import Address, Grant, Part
from domain.errors import NotAllowed

PATH = "/blobs/"
_MEMBERS = ("handle", "part", "size", "sha256", "expires")


def _utc_now() -> datetime:
    return datetime.now(UTC)


class SignedAddresses:
    """Makes and checks addresses under one secret.

    Length and hash are in the signature, so an address cannot be used for other bytes than those it was
    signed for.
    """

    def __init__(self, secret: bytes, clock: Callable[[], datetime] = _utc_now) -> None:
        # The secret may serve other purposes too: this one gets a key of its own.
        self._key = hmac.digest(secret, b"coffer.blobs.v1", hashlib.sha256)
        self._clock = clock

    def for_part(self, key: str, handle: str, part: Part, expires_at: datetime) -> Address:
        query = {
            "handle": handle,
            "part": str(part.number),
            "size": str(part.size),
            "sha256": part.sha256.hex(),
            "expires": str(int(expires_at.timestamp())),
        }
        headers = {"Content-Type": "application/octet-stream"}
        return Address(self._url("PUT", key, query), "PUT", headers)

    def for_reading(self, key: str, expires_at: datetime) -> Address:
        query = {"expires": str(int(expires_at.timestamp()))}
        return Address(self._url("GET", key, query), "GET", {})

    def admit(self, method: str, key: str, query: Mapping[str, str]) -> Grant:
        """What the address permits, or the reason why it permits nothing."""
        claimed = {name: query[name] for name in _MEMBERS if name in query}
        expected = self._signature(method, key, claimed)
        if not hmac.compare_digest(expected.encode(), query.get("signature", "").encode()):
            raise NotAllowed("This address was not made by us.", reason="link_invalid")
        if int(claimed["expires"]) <= self._clock().timestamp():
            raise NotAllowed("This address has expired. Ask for a new one.", reason="link_expired")
        if method == "GET":
            return Grant(method, key)
        sha256 = bytes.fromhex(claimed["sha256"])
        return Grant(method, key, claimed["handle"], Part(int(claimed["part"]), int(claimed["size"]), sha256))

    def _url(self, method: str, key: str, query: dict[str, str]) -> str:
        signature = self._signature(method, key, query)
        return f"{PATH}{quote(key)}?{urlencode({**query, 'signature': signature})}"

    def _signature(self, method: str, key: str, query: Mapping[str, str]) -> str:
        """A missing member is signed as empty: none can be added or dropped."""
        fields = (method, key, *(query.get(name, "") for name in _MEMBERS))
        message = b"".join(len(part := field.encode()).to_bytes(4, "big") + part for field in fields)
        return hmac.new(self._key, message, hashlib.sha256).hexdigest()
