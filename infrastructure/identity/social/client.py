"""Asking a provider over HTTP: a few seconds, a few kilobytes of JSON, no detours."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, NamedTuple, cast

import httpx
import msgspec

MOST_BYTES = 256 * 1024
_TO_CONNECT = 3.0
_TO_ANSWER = 5.0
_IN_ALL = 8.0


class ProviderSilent(Exception):
    """The provider cannot be reached, or what it says is no answer."""


class Said(NamedTuple):
    status: int
    members: dict[str, Any]


class ProviderClient:
    """Connections to providers; the first question opens them."""

    def __init__(self) -> None:
        self._http: httpx.AsyncClient | None = None

    async def read(self, address: str) -> dict[str, Any]:
        """The JSON object at an address. Raises `ProviderSilent`."""
        said = await self._ask("GET", address)
        if said.status != 200:
            raise ProviderSilent(f"{address} answered {said.status}.")
        return said.members

    async def post(self, address: str, form: Mapping[str, str]) -> Said:
        """The answer to a form, whatever its status. Raises `ProviderSilent`."""
        return await self._ask("POST", address, form)

    async def close(self) -> None:
        if self._http is not None:
            await self._http.aclose()

    async def _ask(self, method: str, address: str, form: Mapping[str, str] | None = None) -> Said:
        if self._http is None:
            self._http = httpx.AsyncClient(timeout=httpx.Timeout(_TO_ANSWER, connect=_TO_CONNECT))
        # Packed answers are not asked for: what is read is what was counted.
        headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
        try:
            async with (
                asyncio.timeout(_IN_ALL),
                self._http.stream(method, address, data=form, headers=headers) as answer,
            ):
                return Said(answer.status_code, _object(await _bounded(answer)))
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as fault:
            raise ProviderSilent(f"{address} did not answer: {type(fault).__name__}.") from fault


async def _bounded(answer: httpx.Response) -> bytes:
    body = bytearray()
    async for chunk in answer.aiter_raw():
        body += chunk
        if len(body) > MOST_BYTES:
            raise ProviderSilent("The answer is too long.")
    return bytes(body)


def _object(body: bytes) -> dict[str, Any]:
    try:
        said: Any = msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise ProviderSilent("The answer is no JSON.") from fault
    if not isinstance(said, dict):
        raise ProviderSilent("The answer is no JSON object.")
    return cast("dict[str, Any]", said)
