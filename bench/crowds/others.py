"""Four users beside a crowd: how long they wait for their answers with it and without it."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeAlias

from bench.figures import percentiles
from bench.http_load import Caller, repeat
from infrastructure.local.product import Product

QUIET_SECONDS = 6.0
OTHERS = 4
TIMES, MORE_MS = 2.0, 50.0

_Call: TypeAlias = tuple[str, str, dict[str, Any] | None]

_CALLS: Sequence[_Call] = (("GET", "/api/auth/get-session", None), ("POST", "/document", {"limit": 20}))
# Each asks in turn by itself, so for its session eight times a second: ten are what a session may.
_PAUSE_SECONDS = 0.06


@dataclass
class Outside:
    """Those who are no crowd, and what they met."""

    product: Product
    elsewhere: ProcessPoolExecutor
    cookies: Sequence[str]
    failures: list[str]

    async def others(self, seconds: float) -> dict[str, float]:
        return await run_in(self.elsewhere, _asked_now_and_then, self.product.port, self.cookies, seconds)

    def judge(self, what: str, quiet: dict[str, float], crowded: dict[str, float]) -> dict[str, Any]:
        limit = TIMES * quiet["p99Ms"] + MORE_MS
        if crowded["p99Ms"] > limit:
            self.failures.append(f"{what}: p99 of others {crowded['p99Ms']} ms, {limit:.1f} ms are allowed")
        return {"quiet": quiet, "crowded": crowded, "p99Limit": round(limit, 1)}


async def run_in(pool: ProcessPoolExecutor, call: Any, *given: Any) -> Any:
    return await asyncio.wrap_future(pool.submit(call, *given))


def warmed() -> None:
    """A process takes its time to begin."""


def _asked_now_and_then(port: int, cookies: Sequence[str], seconds: float) -> dict[str, float]:
    """The answers alone are timed: on a full machine a pause ends late, too."""
    times = list[float]()
    own = dict[Caller, tuple[str, Iterator[_Call]]]()

    async def ask(caller: Caller) -> None:
        await asyncio.sleep(_PAUSE_SECONDS)
        cookie, calls = own.setdefault(caller, (cookies[len(own) % len(cookies)], itertools.cycle(_CALLS)))
        method, path, body = next(calls)
        began = time.perf_counter()
        answer = await caller.ask(method, path, cookie=cookie, body=body)
        times.append(time.perf_counter() - began)
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status} {answer.body[:200]!r}")

    asyncio.run(repeat(port, OTHERS, seconds, ask))
    return percentiles(times)
