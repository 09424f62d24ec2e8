"""Keyed hashes of guessable values: addresses, and secrets that were handed out."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from datetime import date, datetime
from hashlib import sha256
from uuid import uuid5

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from domain.ids import GLOBAL
from infrastructure.canonical import canonical
from infrastructure.personal_data.keys import SubjectKeys

# Addresses in the security log cannot be compared for longer than it is kept.
YEARS_KEPT = 2


class KeyedHashes:
    """Implements `application.ports.BlindIndex`. The secret lies outside the database."""

    def __init__(self, secret: bytes, keys: SubjectKeys) -> None:
        self._secret = secret
        self._email = hash_key(secret, "email")
        self._by_purpose: dict[str, bytes] = {}
        self._keys = keys

    def email(self, address: str) -> str:
        return keyed_hash(self._email, address.strip().lower())

    def token(self, purpose: str, token: str) -> str:
        """Purposes are words of ours, so their keys are few; each is derived once."""
        key = self._by_purpose.get(purpose)
        if key is None:
            key = self._by_purpose[purpose] = hash_key(self._secret, "token", purpose)
        return keyed_hash(key, token)

    async def email_in_log(self, address: str, now: datetime) -> str:
        """The hash of an address for facts: under a pepper of the year, destroyed with the audit log."""
        year = now.year
        pepper = await self._keys.key(
            uuid5(GLOBAL, f"pepper:{year}"), owner=GLOBAL, expires_on=date(year + 1 + YEARS_KEPT, 1, 1)
        )
        return keyed_hash(pepper, address.strip().lower())


def hash_key(secret: bytes, *purpose: str) -> bytes:
    """A key of its own for every purpose that the secret serves."""
    info = canonical("coffer.v1.blind_index.key", *purpose)
    return HKDF(SHA256(), 32, salt=None, info=info).derive(secret)


def keyed_hash(key: bytes, value: str) -> str:
    return urlsafe_b64encode(hmac.digest(key, value.encode(), sha256)).rstrip(b"=").decode()
