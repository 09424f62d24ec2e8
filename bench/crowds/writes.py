"""A crowd of writes that one session sends at the same moment, until each is taken."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from typing import Any
from uuid import UUID

import httpx

from bench.crowds.answers import answered, is_well
from bench.crowds.people import Somebody
from bench.crowds.processor import counted, rounded
from bench.faults.reckoning import commands_twice, kept
from client.cabinet import Cabinet
from infrastructure.local.product import Product


class Held(httpx.AsyncBaseTransport):
    """A network that keeps new documents back, so that they can be sent at one moment."""

    def __init__(self) -> None:
        self.kept: list[httpx.Request] = []
        self._inner = httpx.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.path != "/document/create":
            return await self._inner.handle_async_request(request)
        await request.aread()
        request.headers["X-Tab-Id"] = request.headers["Idempotency-Key"]
        self.kept.append(request)
        return httpx.Response(201, json={"data": {}}, request=request)

    async def aclose(self) -> None:
        await self._inner.aclose()


async def crowd_of_writes(
    product: Product, one: Somebody, cabinet: Cabinet, count: int, failures: list[str]
) -> dict[str, Any]:
    held, cpu = Held(), Counter[str]()
    async with httpx.AsyncClient(
        base_url=product.url, transport=held, headers=one.person.http.headers, cookies=one.person.http.cookies
    ) as http:
        one.person.http, before = http, one.person.http
        ids = {await cabinet.write({"v": 1, "title": secrets.token_hex(4)}) for _ in range(count)}
        one.person.http = before
    first: Counter[str] = Counter()
    began = time.perf_counter()
    # One connection each, as from as many tabs.
    async with httpx.AsyncHTTPTransport(limits=httpx.Limits(max_connections=None)) as network:
        with counted(product.pid, cpu):
            all_seen = await asyncio.gather(*(_sent(network, request) for request in held.kept))
    took = time.perf_counter() - began
    for seen in all_seen:
        first[seen[0]] += 1
    every = Counter(word for seen in all_seen for word in seen)
    for word in every:
        if not is_well(word):
            failures.append(f"writes: {word} × {every[word]}")
    if not first["429 later"] + first["503 later"]:
        failures.append("writes: nobody was paced")
    listed = await _listed(one)
    twice = commands_twice((await asyncio.to_thread(kept, product.data))[0])
    lost = len(ids - set(listed))
    for word, number in (("lost", lost), ("done twice", twice + len(listed) - len(set(listed)))):
        if number:
            failures.append(f"writes: {number} {word}")
    return {
        "firstAnswers": first,
        "allAnswers": every,
        "seconds": round(took, 1),
        "lost": lost,
        "doneTwice": twice,
        "cpu": rounded(cpu),
    }


async def _sent(network: httpx.AsyncHTTPTransport, request: httpx.Request) -> list[str]:
    """Until it is taken; each answer on the way."""
    seen: list[str] = []
    while True:
        fresh = httpx.Request(
            request.method,
            request.url,
            headers=request.headers,
            content=request.content,
            extensions={"timeout": httpx.Timeout(60).as_dict()},
        )
        answer = await network.handle_async_request(fresh)
        await answer.aread()
        seen.append(answered(answer.status_code, dict(answer.headers)))
        if not seen[-1].endswith(" later"):
            return seen
        await asyncio.sleep(int(answer.headers["Retry-After"]))


async def _listed(one: Somebody) -> list[UUID]:
    found: list[UUID] = []
    asked: dict[str, Any] = {"limit": 200}
    while True:
        answer = await one.person.http.post(
            "/document", json=asked, headers={"X-Account-Id": str(one.account_id), "X-Min-Position": "0"}
        )
        answer.raise_for_status()
        page = answer.json()
        found += [UUID(item["id"]) for item in page["data"]]
        cursor = page["page"].get("nextCursor")
        if not cursor:
            return found
        asked["cursor"] = cursor
