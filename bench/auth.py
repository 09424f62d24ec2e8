"""Signing in and asking for the session, beside the protocol's reference server on the same PostgreSQL.

`getSession` and `signIn` are calls per second of processor time, in turns in one run: the first for few who
ask at the same time, when the servers wait for the clients, and for many, when it is the other way round.
`perCpuSecond` counts the server alone, `withStores` also what PostgreSQL (the same one) and our Valkey did
for it meanwhile. The reference counts no limits; we do, for both kinds of call. `hashShare` is the part of
our own processor time that goes into hashes, `bound` how many of them all cores make in a second when they
do nothing else, measured between the turns. `waiting` is how long other requests take while sign-ins wait
for their hash: those who wait call from a process of their own, so that nobody's time holds the work of
asking for somebody else. `stale` counts answers that still knew a session after its end was answered.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

import msgspec

from bench.figures import emit, percentiles
from bench.http_load import Caller, repeat
from bench.processes import below, cpu_seconds, running
from bench.reference_server import reference_server
from infrastructure.identity.passwords import Argon2Passwords, cores
from infrastructure.local.data_folder import environment_of_running
from infrastructure.local.database import ensure_database, other_database
from infrastructure.local.product import running_product
from infrastructure.local.setup import peers

PASSWORD = "a plum of seven colours"  # noqa: S105 - of nobody
_ROUNDS = 9
_FEW, _MANY = 8, 64


@dataclass(frozen=True)
class Server:
    name: str
    port: int
    pid: int
    cookie: str
    email: str
    stores: tuple[int, ...]
    """The processes beside it that work for nobody else in its turn."""


class _Rates(NamedTuple):
    """Calls per second of its own processor time, of that and its stores', and of the clock."""

    alone: float
    with_stores: float
    per_second: float


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coffer bench auth", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="of every turn")
    parser.add_argument("--after-end", type=int, default=10_000, help="questions about ended sessions")
    given = parser.parse_args(argv)
    peers.install()
    with running_product(os.environ) as product:
        ours = (product.port, _api_below(product.pid))
        stores = (below(product.pid, "postgres"), below(product.pid, "valkey-server"))
        database = other_database(
            environment_of_running(product.data)["COFFER_OWNER_DATABASE_URL"], "reference"
        )
        ensure_database(database.replace("/reference", "/postgres"), "reference")
        with (
            reference_server(database, cached=False) as plain,
            reference_server(database, cached=True) as cached,
        ):
            found = asyncio.run(_measured(ours, plain, cached, stores, given))
    emit("auth", found)
    return 0


async def _measured(
    ours: tuple[int, int],
    plain: tuple[int, int],
    cached: tuple[int, int],
    stores: tuple[int, ...],
    given: argparse.Namespace,
) -> dict[str, Any]:
    coffer = await _known_to_us(*ours, stores)
    reference = await _known_to_reference("reference", *plain, stores)
    with_cache = await _known_to_reference("reference, cookie cache", *cached, stores)
    servers = (coffer, reference, with_cache)
    sessions = {
        f"by{callers}": await _interleaved(servers, _asks_session, callers, given.seconds)
        for callers in (_FEW, _MANY)
    }
    with contextlib.closing(_Hashing(given.seconds)) as bound:
        await repeat(coffer.port, _FEW, 1, _signs_in(coffer))
        hashers, before = running(coffer.pid, "hashing.py"), cpu_seconds(coffer.pid)
        hashed = cpu_seconds(*hashers)
        sign_ins = await _interleaved((coffer, reference), _signs_in, _FEW, given.seconds, bound.measure)
        share = (cpu_seconds(*hashers) - hashed) / (cpu_seconds(coffer.pid) - before)
    return {
        "getSession": sessions,
        "signIn": {
            **sign_ins,
            "hashShare": round(share, 2),
            "hashMs": round(bound.core_seconds * 1e3, 1),
            "bound": round(bound.per_second, 1),
            "ofBound": round(sign_ins[coffer.name]["perSecond"] / bound.per_second, 2),
        },
        "waiting": await _while_others_wait(coffer, 2 * given.seconds),
        "stale": await _after_the_end(coffer, given.after_end),
    }


async def _nothing() -> None: ...


async def _interleaved(
    servers: Sequence[Server],
    call: Callable[[Server], Callable[[Caller], Awaitable[None]]],
    callers: int,
    seconds: float,
    between: Callable[[], Awaitable[None]] = _nothing,
) -> dict[str, Any]:
    """In turns, so that what else the machine does falls on all alike; the first is compared with each of
    the others turn by turn."""
    rates: dict[str, list[_Rates]] = {server.name: [] for server in servers}
    for _ in range(_ROUNDS):
        await between()
        for server in servers:
            alone, stores = cpu_seconds(server.pid), cpu_seconds(*server.stores)
            began = time.perf_counter()
            calls = len(await repeat(server.port, callers, seconds, call(server)))
            took = time.perf_counter() - began
            alone, stores = cpu_seconds(server.pid) - alone, cpu_seconds(*server.stores) - stores
            rates[server.name].append(_Rates(calls / alone, calls / (alone + stores), calls / took))
    first = rates[servers[0].name]
    return {name: {**_medians(found), **_compared(first, found)} for name, found in rates.items()}


def _medians(found: Sequence[_Rates]) -> dict[str, Any]:
    alone, with_stores, per_second = map(statistics.median, zip(*found, strict=True))
    return {
        "perCpuSecond": round(alone),
        "withStores": round(with_stores),
        "perSecond": round(per_second, 1),
    }


def _compared(ours: Sequence[_Rates], theirs: Sequence[_Rates]) -> dict[str, Any]:
    """How many times as much the first does: in half of the turns it is more."""
    turns = list(zip(ours, theirs, strict=True))
    alone = sorted(one.alone / other.alone for one, other in turns)
    return {
        "oursToThis": round(statistics.median(alone), 2),
        "oursToThisFromTo": [round(alone[0], 2), round(alone[-1], 2)],
        "oursToThisWithStores": round(
            statistics.median(one.with_stores / other.with_stores for one, other in turns), 2
        ),
    }


def _asks_session(server: Server) -> Callable[[Caller], Awaitable[None]]:
    async def call(caller: Caller) -> None:
        answer = await caller.ask("GET", "/api/auth/get-session", cookie=server.cookie)
        if answer.status != 200 or answer.body == b"null":
            raise RuntimeError(f"{server.name}: {answer.status} {answer.body[:200]!r}")

    return call


def _signs_in(server: Server) -> Callable[[Caller], Awaitable[None]]:
    async def call(caller: Caller) -> None:
        await _signed_in(caller, server.email)

    return call


async def _signed_in(caller: Caller, email: str) -> str:
    answer = await caller.ask("POST", "/api/auth/sign-in/email", body={"email": email, "password": PASSWORD})
    if answer.status != 200:
        raise RuntimeError(f"Not signed in: {answer.status} {answer.body[:200]!r}")
    return answer.cookies


async def _while_others_wait(server: Server, seconds: float) -> dict[str, Any]:
    """The session is asked for as one page after another would, alone and beside many who sign in."""
    quiet = await _asked_now_and_then(server, seconds)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as crowd:
        await asyncio.wrap_future(crowd.submit(_crowd, server, 0))
        signing_in = crowd.submit(_crowd, server, seconds + 1)
        await asyncio.sleep(0.5)
        crowded = await _asked_now_and_then(server, seconds)
        await asyncio.wrap_future(signing_in)
    return {
        "alone": quiet,
        "beside64SignIns": crowded,
        "p99Times": round(crowded["p99Ms"] / quiet["p99Ms"], 2),
    }


async def _asked_now_and_then(server: Server, seconds: float) -> dict[str, float]:
    """By four with pauses between. The answers alone are timed: on a full machine a pause ends late, too."""
    asks, times = _asks_session(server), list[float]()

    async def after_a_pause(caller: Caller) -> None:
        await asyncio.sleep(0.02)
        began = time.perf_counter()
        await asks(caller)
        times.append(time.perf_counter() - began)

    await repeat(server.port, 4, seconds, after_a_pause)
    return percentiles(times)


def _crowd(server: Server, seconds: float) -> None:
    """In a process of its own."""
    asyncio.run(repeat(server.port, _MANY, seconds, _signs_in(server), network=11))


async def _after_the_end(server: Server, questions: int) -> dict[str, int]:
    """Sessions are ended one after another; each is asked for at once, by several at a time."""
    callers = [Caller(server.port) for _ in range(8)]
    per_session, stale, asked = 250, 0, 0
    while asked < questions:
        cookie = await _signed_in(callers[0], server.email)
        await callers[0].ask("POST", "/api/auth/sign-out", cookie=cookie)

        async def still_known(caller: Caller, dead: str = cookie) -> int:
            found = 0
            for _ in range(per_session // len(callers)):
                answer = await caller.ask("GET", "/api/auth/get-session", cookie=dead)
                found += answer.body != b"null"
            return found

        stale += sum(await asyncio.gather(*map(still_known, callers)))
        asked += per_session // len(callers) * len(callers)
    return {"asked": asked, "stale": stale}


@dataclass
class _Hashing:
    """Hashes alone, by all cores at the same time: each of them is slower then than one by itself."""

    seconds: float
    _passwords: Argon2Passwords = field(default_factory=Argon2Passwords)
    _found: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])

    @property
    def per_second(self) -> float:
        return statistics.median(rate for rate, _ in self._found)

    @property
    def core_seconds(self) -> float:
        """What one takes of a core."""
        return statistics.median(seconds for _, seconds in self._found)

    async def measure(self) -> None:
        stored = await self._passwords.hashed(PASSWORD)
        # Two for every core: nobody waits for the one who asks.
        await asyncio.gather(*(self._hash_until(time.perf_counter(), stored) for _ in range(2 * cores())))
        hashers = self._passwords.pids
        began, used = time.perf_counter(), cpu_seconds(*hashers)
        end = began + self.seconds
        made = sum(await asyncio.gather(*(self._hash_until(end, stored) for _ in range(2 * cores()))))
        self._found.append((made / (time.perf_counter() - began), (cpu_seconds(*hashers) - used) / made))

    async def _hash_until(self, end: float, stored: str) -> int:
        made = 0
        while not made or time.perf_counter() < end:
            await self._passwords.matches(PASSWORD, stored)
            made += 1
        return made

    def close(self) -> None:
        self._passwords.close()


async def _known_to_us(port: int, pid: int, stores: tuple[int, ...]) -> Server:
    """Somebody signs up, and proves the address with the code of the mail."""
    caller, email = Caller(port), "ann@bench.test"
    signed_up = await caller.ask(
        "POST", "/api/auth/sign-up/email", body={"email": email, "password": PASSWORD, "name": "Ann"}
    )
    await caller.ask(
        "POST",
        "/api/auth/email-otp/send-verification-otp",
        body={"email": email, "type": "email-verification"},
    )
    code = await asyncio.to_thread(_code_from_inbox, port, email)
    verified = await caller.ask(
        "POST",
        "/api/auth/email-otp/verify-email",
        body={"email": email, "otp": code},
        cookie=signed_up.cookies,
    )
    await caller.close()
    if not verified.cookies:
        raise RuntimeError(f"Not verified: {verified.status} {verified.body[:200]!r}")
    return Server("coffer", port, pid, verified.cookies, email, stores)


async def _known_to_reference(name: str, port: int, pid: int, stores: tuple[int, ...]) -> Server:
    caller, email = Caller(port), f"ann.{port}@bench.test"
    answer = await caller.ask(
        "POST", "/api/auth/sign-up/email", body={"email": email, "password": PASSWORD, "name": "Ann"}
    )
    if answer.status != 200:
        raise RuntimeError(f"{name}: {answer.status} {answer.body[:200]!r}")
    session = await caller.ask("GET", "/api/auth/get-session", cookie=answer.cookies)
    cookies = "; ".join(filter(None, (answer.cookies, session.cookies)))
    await caller.close()
    return Server(name, port, pid, cookies, email, stores)


def _code_from_inbox(port: int, email: str) -> str:
    for _ in range(200):
        with urlopen(f"http://localhost:{port}/dev/inbox.json?to={email}") as answer:
            for mail in msgspec.json.decode(answer.read()):
                if mail["code"]:
                    return str(mail["code"])
        time.sleep(0.05)
    raise RuntimeError("No code came.")


def _api_below(pid: int) -> int:
    for child in map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()):
        if b"\0serve\0" in Path(f"/proc/{child}/cmdline").read_bytes():
            return child
    raise RuntimeError("The API process was not found.")


if __name__ == "__main__":
    sys.exit(main())
