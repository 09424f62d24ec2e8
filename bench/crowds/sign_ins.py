"""A crowd at the door: as many sign-ins at once, and as many again when all have their answer."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import Any

from bench.crowds.answers import answered, is_well
from bench.crowds.others import QUIET_SECONDS, TIMES, Outside, run_in
from bench.crowds.people import PASSWORD
from bench.crowds.processor import counted, rounded
from bench.http_load import Caller


async def crowd_at_the_door(outside: Outside, email: str, count: int, turns: int) -> dict[str, Any]:
    """Quiet and crowded in turns, so that what else the machine does falls on both alike."""
    found: list[tuple[float, dict[str, float], dict[str, float]]] = []
    statuses: Counter[str] = Counter()
    cpu: Counter[str] = Counter()
    for _ in range(turns):
        quiet = await outside.others(QUIET_SECONDS)
        with counted(outside.product.pid, cpu):
            crowd = asyncio.create_task(
                run_in(outside.elsewhere, _crowd, outside.product.port, email, count, QUIET_SECONDS)
            )
            crowded = await outside.others(QUIET_SECONDS)
            statuses.update(await crowd)
        found.append((crowded["p99Ms"] - TIMES * quiet["p99Ms"], quiet, crowded))
    _, quiet, crowded = sorted(found, key=lambda one: one[0])[len(found) // 2]
    for word in statuses:
        if not is_well(word):
            outside.failures.append(f"sign-ins: {word} × {statuses[word]}")
    return {**outside.judge("sign-ins", quiet, crowded), "answers": statuses, "cpu": rounded(cpu)}


def _crowd(port: int, email: str, count: int, seconds: float) -> Counter[str]:
    """So many at once, and as many again when all have their answer, for so long."""

    async def one() -> str:
        caller = Caller(port, network=11)
        body = {"email": email, "password": PASSWORD}
        answer = await caller.ask("POST", "/api/auth/sign-in/email", body=body)
        await caller.close()
        return answered(answer.status, dict(answer.headers))

    async def again_and_again() -> Counter[str]:
        found, end = Counter[str](), time.perf_counter() + seconds
        while time.perf_counter() < end:
            found.update(await asyncio.gather(*(one() for _ in range(count))))
        return found

    return asyncio.run(again_and_again())
