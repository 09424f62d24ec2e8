"""What others notice of a crowd: 200 sign-ins at once, 500 open sockets, 300 writes at once.

`others` are four who ask for the session and for documents as one page after another would, in a process of
their own; each limit is a ratio to what they met in the same run when nobody else was there. `signIns`: all
are let in, or told when to come again, and p99 of others stays below twice that of the quiet time and 50 ms
more. `sockets`: all open, a change reaches each socket of who may see it, and the same limit holds. `writes`:
one session sends them at the same moment; what is above its pace is refused with `Retry-After`, comes again
under its key, and in the end each is there once. `cpu` is seconds by process while each crowd was there. Ends
with 1 when one of these does not hold, and names it in `failures`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import multiprocessing
import os
import secrets
import struct
import sys
import time
from collections import Counter
from collections.abc import AsyncGenerator, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import httpx

from bench.faults.arrivals import Arrivals
from bench.faults.reckoning import commands_twice, kept
from bench.figures import emit, percentiles
from bench.http_load import Caller, repeat
from bench.memory import family, memory_by_name, name_of
from client.api import Person
from client.cabinet import Cabinet
from client.member import Member
from infrastructure.local.product import Product, running_product

PASSWORD = "a plum of seven colours"  # noqa: S105 - of nobody
QUIET_SECONDS = 6.0
OTHERS = 4
# As many sockets as one person may have open.
SOCKETS_EACH = 10
TIMES, MORE_MS = 2.0, 50.0
_TICKS = os.sysconf("SC_CLK_TCK")
_PATIENCE_SECONDS = 120.0


class Somebody(NamedTuple):
    person: Person
    email: str
    cookie: str
    account_id: UUID
    user_id: UUID


class Sizes(NamedTuple):
    sign_ins: int
    sockets: int
    writes: int


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coffer bench overload", description=__doc__)
    parser.add_argument("--sign-ins", type=int, default=200)
    parser.add_argument("--sockets", type=int, default=500)
    parser.add_argument("--writes", type=int, default=300)
    parser.add_argument("--turns", type=int, default=3, help="how often the sign-ins come; the middle counts")
    given = parser.parse_args(argv)
    with running_product(os.environ) as product:
        sizes = Sizes(given.sign_ins, given.sockets, given.writes)
        found = asyncio.run(_measured(product, sizes, given.turns))
    emit("overload", found)
    return 1 if found["failures"] else 0


async def _measured(product: Product, sizes: Sizes, turns: int) -> dict[str, Any]:
    failures: list[str] = []
    async with _people(product, max(OTHERS, -(-sizes.sockets // SOCKETS_EACH))) as people:
        with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as elsewhere:
            await _in(elsewhere, _warmed)
            outside = Outside(product, elsewhere, [one.cookie for one in people[:OTHERS]], failures)
            sign_ins = await _sign_ins(outside, people[0].email, sizes.sign_ins, turns)
            cabinet = await _cabinet(people[0])
            sockets = await _sockets(outside, people, cabinet, sizes.sockets)
        writes = await _writes(product, people[0], cabinet, sizes.writes, failures)
    return {"signIns": sign_ins, "sockets": sockets, "writes": writes, "failures": failures}


# Others


@dataclass
class Outside:
    """Those who are no crowd, and what they met."""

    product: Product
    elsewhere: ProcessPoolExecutor
    cookies: Sequence[str]
    failures: list[str]

    async def others(self, seconds: float) -> dict[str, float]:
        return await _in(self.elsewhere, _asked_now_and_then, self.product.port, self.cookies, seconds)

    def judge(self, what: str, quiet: dict[str, float], crowded: dict[str, float]) -> dict[str, Any]:
        limit = TIMES * quiet["p99Ms"] + MORE_MS
        if crowded["p99Ms"] > limit:
            self.failures.append(f"{what}: p99 of others {crowded['p99Ms']} ms, {limit:.1f} ms are allowed")
        return {"quiet": quiet, "crowded": crowded, "p99Limit": round(limit, 1)}


async def _in(pool: ProcessPoolExecutor, call: Any, *given: Any) -> Any:
    return await asyncio.wrap_future(pool.submit(call, *given))


def _warmed() -> None:
    """A process takes its time to begin."""


def _asked_now_and_then(port: int, cookies: Sequence[str], seconds: float) -> dict[str, float]:
    """The answers alone are timed: on a full machine a pause ends late, too."""
    times = list[float]()
    calls = itertools.cycle([("GET", "/api/auth/get-session", None), ("POST", "/document", {"limit": 20})])

    own: dict[Caller, str] = {}

    async def ask(caller: Caller) -> None:
        # Below the pace of one session.
        await asyncio.sleep(0.03)
        cookie = own.setdefault(caller, cookies[len(own) % len(cookies)])
        method, path, body = next(calls)
        began = time.perf_counter()
        answer = await caller.ask(method, path, cookie=cookie, body=body)
        times.append(time.perf_counter() - began)
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status} {answer.body[:200]!r}")

    asyncio.run(repeat(port, OTHERS, seconds, ask))
    return percentiles(times)


# Sign-ins


async def _sign_ins(outside: Outside, email: str, count: int, turns: int) -> dict[str, Any]:
    """Quiet and crowded in turns, so that what else the machine does falls on both alike."""
    found: list[tuple[float, dict[str, float], dict[str, float]]] = []
    statuses: Counter[str] = Counter()
    cpu: Counter[str] = Counter()
    for _ in range(turns):
        quiet = await outside.others(QUIET_SECONDS)
        with counted(outside.product.pid, cpu):
            crowd = asyncio.create_task(
                _in(outside.elsewhere, _crowd, outside.product.port, email, count, QUIET_SECONDS)
            )
            crowded = await outside.others(QUIET_SECONDS)
            statuses.update(await crowd)
        found.append((crowded["p99Ms"] - TIMES * quiet["p99Ms"], quiet, crowded))
    _, quiet, crowded = sorted(found, key=lambda one: one[0])[len(found) // 2]
    for word in statuses:
        if word not in ("200", "429 later", "503 later"):
            outside.failures.append(f"sign-ins: {word} × {statuses[word]}")
    return {**outside.judge("sign-ins", quiet, crowded), "answers": statuses, "cpu": _rounded(cpu)}


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


def answered(status: int, headers: dict[str, str]) -> str:
    """A refusal for the moment says how long the moment is."""
    if status not in (429, 503):
        return str(status)
    return f"{status} later" if headers.get("retry-after") else f"{status} without Retry-After"


# Sockets


@dataclass
class Socket:
    """The browser's end. It says nothing, so it may be open for a minute."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    frames: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    async def frame(self) -> dict[str, Any]:
        first, size = await self.reader.readexactly(2)
        if size > 125:
            wide = size == 126
            (size,) = struct.unpack(">H" if wide else ">Q", await self.reader.readexactly(2 if wide else 8))
        content = await self.reader.readexactly(size)
        if first & 15 != 1:
            raise ConnectionError(f"closed with {int.from_bytes(content[:2], 'big')}")
        said: dict[str, Any] = json.loads(content)
        self.frames.append(said)
        return said

    async def until(self, kind: str) -> dict[str, Any]:
        while True:
            said = await self.frame()
            if said["type"] == kind:
                return said


async def _socket(port: int, cookie: str) -> Socket:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    host = f"localhost:{port}"
    head = ["GET /socket/stream HTTP/1.1", f"Host: {host}", f"Origin: http://{host}", f"Cookie: {cookie}"]
    head += ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"]
    head += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""]
    writer.write("\r\n".join(head).encode())
    status = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")[0]
    if b" 101 " not in status + b" ":
        raise ConnectionError(status.decode())
    return Socket(reader, writer)


async def _sockets(
    outside: Outside, people: Sequence[Somebody], cabinet: Cabinet, count: int
) -> dict[str, Any]:
    product, cpu = outside.product, Counter[str]()
    before = memory_by_name(product.pid)["api.cli serve"]["pssMiB"]
    quiet = await outside.others(QUIET_SECONDS)
    with counted(product.pid, cpu):
        owners = [people[at % len(people)] for at in range(count)]
        opened = await asyncio.gather(
            *(_greeted(product.port, one) for one in owners), return_exceptions=True
        )
        sockets = [(one, owner) for one, owner in zip(opened, owners, strict=True) if isinstance(one, Socket)]
        if len(sockets) < count:
            words = Counter(repr(one) for one in opened if not isinstance(one, Socket))
            outside.failures.append(f"sockets: {count - len(sockets)} did not open: {words.most_common(3)}")
        during = memory_by_name(product.pid)["api.cli serve"]["pssMiB"]
        crowded = await outside.others(QUIET_SECONDS)
        began = time.perf_counter()
        own = [socket for socket, owner in sockets if owner is people[0]]
        await cabinet.write({"title": "told"})
        async with asyncio.timeout(_PATIENCE_SECONDS):
            await asyncio.gather(*(socket.until("changed") for socket in own))
        told = time.perf_counter() - began
    for socket, _ in sockets:
        socket.writer.close()
    await asyncio.gather(*(s.writer.wait_closed() for s, _ in sockets), return_exceptions=True)
    await asyncio.sleep(2)
    after = memory_by_name(product.pid)["api.cli serve"]["pssMiB"]
    return {
        **outside.judge("sockets", quiet, crowded),
        "open": len(sockets),
        "toldAllOfOneMs": round(told * 1e3, 1),
        "apiMiB": {"before": before, "open": during, "closed": after},
        "cpu": _rounded(cpu),
    }


async def _greeted(port: int, one: Somebody) -> Socket:
    async with asyncio.timeout(_PATIENCE_SECONDS):
        socket = await _socket(port, one.cookie)
        await socket.until("hello")
        return socket


# Writes


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


async def _writes(
    product: Product, one: Somebody, cabinet: Cabinet, count: int, failures: list[str]
) -> dict[str, Any]:
    held, cpu = Held(), Counter[str]()
    async with httpx.AsyncClient(
        base_url=product.url, transport=held, headers=one.person.http.headers, cookies=one.person.http.cookies
    ) as http:
        one.person.http, before = http, one.person.http
        ids = {await cabinet.write({"title": secrets.token_hex(4)}) for _ in range(count)}
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
        if word not in ("200", "201", "429 later", "503 later"):
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
        "cpu": _rounded(cpu),
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


# People, and what processes take


@contextlib.asynccontextmanager
async def _people(product: Product, count: int) -> AsyncGenerator[list[Somebody]]:
    """Each with an account of their own, from a network of their own."""
    arrivals, few = Arrivals(product.data / "mail"), asyncio.Semaphore(8)
    async with contextlib.AsyncExitStack() as stack:

        async def arrive(number: int) -> Somebody:
            async with few:
                headers = {"Origin": product.url, "X-Forwarded-For": f"12.{number >> 8}.{number & 255}.1"}
                http = await stack.enter_async_context(
                    httpx.AsyncClient(base_url=product.url, headers=headers, timeout=60)
                )
                person, email = Person(http), f"p{number}@bench.test"
                await person.register("Ann", email, PASSWORD)
                await person.enter_code(email, await arrivals.code_for(email))
                session = await person.session()
                account = await person.subscribe("family", "Hawthorne")
                cookie = "; ".join(f"{one.name}={one.value}" for one in http.cookies.jar)
                return Somebody(person, email, cookie, UUID(account["id"]), UUID(session["user"]["id"]))

        yield list(await asyncio.gather(*(arrive(number) for number in range(count))))


async def _cabinet(one: Somebody) -> Cabinet:
    member = Member(one.person, one.account_id, one.user_id)
    await member.found()
    return Cabinet(member)


@contextlib.contextmanager
def counted(root: int, into: Counter[str]) -> Generator[None]:
    """Adds the processor time of each kind of process meanwhile."""
    before = _cpu(root)
    yield
    after = _cpu(root)
    into.update({name: after[name] - before.get(name, 0.0) for name in after})  # pyright: ignore[reportCallIssue,reportArgumentType]


def _cpu(root: int) -> dict[str, float]:
    found: dict[str, float] = {}
    for pid in family(root):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            name = name_of(Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0"))
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            # Connections are one kind, whoever they serve.
            name = "postgres" if name.startswith("postgres") else name
            found[name] = found.get(name, 0.0) + sum(map(int, fields[11:13])) / _TICKS
    return found


def _rounded(cpu: Counter[str]) -> dict[str, float]:
    ordered = sorted(cpu.items(), key=lambda one: -one[1])
    return {name: round(seconds, 2) for name, seconds in ordered if round(seconds, 2) > 0}


if __name__ == "__main__":
    sys.exit(main())
