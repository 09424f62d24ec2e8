"""The public keys a provider signs with: kept for an hour, read again when it signs with a new one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple, cast

from joserfc.errors import JoseError
from joserfc.jwk import ECKey, RSAKey

from infrastructure.identity.social.client import ProviderClient, ProviderSilent

FRESH = timedelta(hours=1)
# While the provider is silent, yesterday's keys are still its keys.
OLDEST = timedelta(hours=24)
# Tokens that name made-up keys do not make us ask more often than this.
PAUSE = timedelta(seconds=10)
MOST_KEYS = 50
_LEAST_RSA_BITS = 2048


class SigningKey(NamedTuple):
    """A key, and the issuer that alone may sign with it where a provider with many issuers says so."""

    key: RSAKey | ECKey
    issuer: str | None


class SigningKeys:
    """The keys of one provider. `address` finds out where they are published."""

    def __init__(self, client: ProviderClient, address: Callable[[datetime], Awaitable[str]]) -> None:
        self._client = client
        self._address = address
        self._keys: list[SigningKey] = []
        self._read_at: datetime | None = None
        self._asked_at: datetime | None = None
        self._asking = asyncio.Lock()

    async def find(self, kid: str | None, kind: str, now: datetime) -> SigningKey | None:
        """The key of this id and kind; without an id, the only one of the kind."""
        async with self._asking:
            found = self._found(kid, kind)
            stale = self._read_at is None or now - self._read_at >= FRESH
            rested = self._asked_at is None or now - self._asked_at >= PAUSE
            if rested and (stale or found is None):
                await self._ask(now)
                found = self._found(kid, kind)
            return found

    def _found(self, kid: str | None, kind: str) -> SigningKey | None:
        fitting = [one for one in self._keys if one.key.key_type == kind and kid in (None, one.key.kid)]
        return fitting[0] if len(fitting) == 1 else None

    async def _ask(self, now: datetime) -> None:
        self._asked_at = now
        try:
            said = (await self._client.read(await self._address(now))).get("keys")
        except ProviderSilent:
            if self._read_at is not None and now - self._read_at >= OLDEST:
                self._keys = []
            return
        listed = cast("list[Any]", said)[:MOST_KEYS] if isinstance(said, list) else []
        self._keys = [key for key in map(_signing_key, listed) if key is not None]
        self._read_at = now


def _signing_key(said: Any) -> SigningKey | None:
    """A key that may sign tokens; None for what we cannot use."""
    if not isinstance(said, dict):
        return None
    members = cast("dict[str, Any]", said)
    if members.get("use", "sig") != "sig":
        return None
    issuer = members.get("issuer")
    try:
        match members.get("kty"):
            case "RSA":
                key = RSAKey.import_key(members)
                if key.public_key.key_size < _LEAST_RSA_BITS:
                    return None
            case "EC":
                key = ECKey.import_key(members)
            case _:
                return None
    except (JoseError, ValueError, TypeError, KeyError):
        return None
    return SigningKey(key, issuer if isinstance(issuer, str) else None)
