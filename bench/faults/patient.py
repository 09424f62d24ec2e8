"""A client that repeats what was not answered, with the same key, and tells what it saw instead."""

from __future__ import annotations

import asyncio
import random
import time

import httpx

from bench.faults.sight import Sight

PATIENCE_SECONDS = 120.0
ANSWER_SECONDS = 20.0
# No key repeats these: the code of a second mail is another one, and a password is hashed again.
CEREMONIES = ("/api/auth/sign-", "/api/auth/email-otp/")


class Patient(httpx.AsyncBaseTransport):
    """Repeats a request as it was until an answer below 500 comes; a ceremony it tries once.

    The log notes the key of a request as the tab that it came from, whichever attempt was the one that did
    it: so all that one request has done is found by its key.
    """

    def __init__(self, sight: Sight, kind: str, inner: httpx.AsyncBaseTransport | None = None) -> None:
        self._sight = sight
        self._kind = kind
        self._inner = inner or httpx.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        body = await request.aread()
        if "Idempotency-Key" in request.headers:
            request.headers["X-Tab-Id"] = request.headers["Idempotency-Key"]
        once = request.url.path.startswith(CEREMONIES)
        until = time.monotonic() + (0 if once else PATIENCE_SECONDS)
        while True:
            again = httpx.Request(
                request.method,
                request.url,
                headers=request.headers,
                content=body,
                extensions=request.extensions,
            )
            began = time.monotonic()
            try:
                answer = await self._inner.handle_async_request(again)
                await answer.aread()
            except httpx.TransportError as failure:
                self._sight.saw(self._kind, type(failure).__name__)
                if time.monotonic() > until:
                    raise
            else:
                if answer.status_code < 500:
                    return answer
                self._sight.saw(self._kind, named(answer))
                if time.monotonic() > until:
                    return answer
            finally:
                self._sight.waited(self._kind, time.monotonic() - began)
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
        timeout=ANSWER_SECONDS,
        headers={"Origin": url, "X-Forwarded-For": address},
    )
