"""A client that repeats what was not answered, with the same key, and remembers what it saw instead."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable

import httpx

PATIENCE_SECONDS = 120.0


class Patient(httpx.AsyncBaseTransport):
    """Repeats a request as it was until an answer below 500 comes."""

    def __init__(self, saw: Callable[[str], None]) -> None:
        self._saw = saw
        self._inner = httpx.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        body = await request.aread()
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            again = httpx.Request(
                request.method,
                request.url,
                headers=request.headers,
                content=body,
                extensions=request.extensions,
            )
            try:
                answer = await self._inner.handle_async_request(again)
                await answer.aread()
            except httpx.TransportError as failure:
                self._saw(type(failure).__name__)
                if time.monotonic() > until:
                    raise
            else:
                if answer.status_code < 500:
                    return answer
                self._saw(named(answer))
                if time.monotonic() > until:
                    return answer
            await asyncio.sleep(0.1)

    async def aclose(self) -> None:
        await self._inner.aclose()


def named(answer: httpx.Response) -> str:
    """The status with the server's own word for why."""
    try:
        said = answer.json()
        return f"{answer.status_code} {said.get('details', {}).get('reason') or said['code']}"
    except (ValueError, LookupError, AttributeError):
        return str(answer.status_code)


def browser(url: str, transport: httpx.AsyncBaseTransport) -> httpx.AsyncClient:
    """A browser at a machine of its own."""
    address = f"198.18.{random.randrange(256)}.{random.randrange(1, 255)}"  # noqa: S311 - nobody's secret
    return httpx.AsyncClient(
        base_url=url,
        transport=transport,
        timeout=20,
        headers={"Origin": url, "X-Forwarded-For": address},
    )


class Sight:
    """What clients saw instead of an answer since the last fault, and altogether."""

    def __init__(self) -> None:
        self.lately: Counter[str] = Counter()
        self.ever: Counter[str] = Counter()

    def saw(self, what: str) -> None:
        self.lately[what] += 1
        self.ever[what] += 1

    def begin(self) -> None:
        self.lately.clear()
