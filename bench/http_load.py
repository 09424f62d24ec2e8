"""Many small HTTP requests over connections that stay open, at little cost to the machine they share."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Answer:
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def cookies(self) -> str:
        """What a browser would send back."""
        lines = (value.partition(";")[0] for name, value in self.headers if name == "set-cookie")
        return "; ".join(line for line in lines if not line.endswith("="))

    def json(self) -> Any:
        return json.loads(self.body)


class Caller:
    """One connection; a request waits for the answer to the one before it. Processes that call at the same
    time name addresses of different networks."""

    def __init__(self, port: int, network: int = 10) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._addresses = _addresses(network)

    async def ask(
        self, method: str, path: str, *, cookie: str = "", body: Mapping[str, Any] | None = None
    ) -> Answer:
        """Ask from a network address of its own each time: this measures work, not the limit of requests."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        payload = b"" if body is None else json.dumps(body).encode()
        origin = f"localhost:{self._port}"
        head = [f"{method} {path} HTTP/1.1", f"Host: {origin}", f"Origin: http://{origin}"]
        head += [f"X-Forwarded-For: {next(self._addresses)}", "User-Agent: Mozilla/5.0 bench"]
        head += [f"Cookie: {cookie}"] if cookie else []
        head += ["Content-Type: application/json"] if body is not None else []
        head += [f"Content-Length: {len(payload)}", "", ""]
        writer.write("\r\n".join(head).encode() + payload)
        return await _answer(reader)

    async def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            await self._streams[1].wait_closed()


async def _answer(reader: asyncio.StreamReader) -> Answer:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    fields = (line.partition(":") for line in head[1:] if line)
    headers = tuple((name.lower(), value.strip()) for name, _, value in fields)
    told = dict(headers)
    if told.get("transfer-encoding") == "chunked":
        parts: list[bytes] = []
        while size := int(await reader.readline(), 16):
            parts.append((await reader.readexactly(size + 2))[:-2])
        await reader.readline()
        body = b"".join(parts)
    else:
        body = await reader.readexactly(int(told.get("content-length", 0)))
    return Answer(int(head[0].split()[1]), headers, body)


async def repeat(
    port: int,
    clients: int,
    seconds: float,
    call: Callable[[Caller], Awaitable[None]],
    *,
    network: int = 10,
) -> list[float]:
    """Let `clients` call again and again for so long; the time of every call in seconds."""
    end, times = time.perf_counter() + seconds, list[float]()

    async def client() -> None:
        caller = Caller(port, network)
        while (began := time.perf_counter()) < end:
            await call(caller)
            times.append(time.perf_counter() - began)
        await caller.close()

    await asyncio.gather(*(client() for _ in range(clients)))
    return times


_next = itertools.count(1)


def _addresses(network: int) -> Iterator[str]:
    while True:
        number = next(_next)
        yield f"{network}.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
