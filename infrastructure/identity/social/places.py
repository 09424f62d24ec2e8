"""Where a provider is asked: known for the public ones, read from its own description for any other."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from infrastructure.identity.social.client import ProviderClient, ProviderSilent
from infrastructure.setting_values import is_loopback

FRESH = timedelta(hours=24)


@dataclass(frozen=True)
class Places:
    """The three addresses of a provider that we use."""

    authorise: str
    token: str
    keys: str


class KnownPlaces:
    """Places that are published and do not change."""

    def __init__(self, places: Places) -> None:
        self._places = places

    async def now(self, _now: datetime) -> Places:
        return self._places


class DescribedPlaces:
    """Places that the issuer describes itself (OpenID Connect Discovery), read again once a day.

    `names` are the ways in which the description may name its issuer.
    """

    def __init__(self, client: ProviderClient, issuer: str, names: frozenset[str]) -> None:
        self._client = client
        self._address = f"{issuer}/.well-known/openid-configuration"
        self._names = names
        self._read: tuple[Places, datetime] | None = None
        self._reading = asyncio.Lock()

    async def now(self, now: datetime) -> Places:
        """Raises `ProviderSilent` when it was never read and cannot be."""
        async with self._reading:
            if self._read is not None and now - self._read[1] < FRESH:
                return self._read[0]
            try:
                places = self._places(await self._client.read(self._address))
            except ProviderSilent:
                if self._read is None:
                    raise
                places = self._read[0]
            self._read = (places, now)
            return places

    def _places(self, said: dict[str, Any]) -> Places:
        if said.get("issuer") not in self._names:
            raise ProviderSilent(f"{self._address} describes another issuer.")
        return Places(
            authorise=_web_address(said.get("authorization_endpoint")),
            token=_web_address(said.get("token_endpoint")),
            keys=_web_address(said.get("jwks_uri")),
        )


def _web_address(said: object) -> str:
    """An address that secrets may be sent to."""
    if isinstance(said, str):
        try:
            parts = urlsplit(said)
        except ValueError:
            parts = urlsplit("")
        host = parts.hostname or ""
        if (parts.scheme == "https" and host) or (parts.scheme == "http" and is_loopback(host)):
            return said
    raise ProviderSilent("The description of a provider lacks an address that is safe to use.")
