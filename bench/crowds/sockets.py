"""A crowd of open sockets, each the browser's end of the stream of changes."""

from __future__ import annotations

import asyncio
import json
import struct
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.crowds.others import QUIET_SECONDS, Outside
from bench.crowds.people import Somebody
from bench.crowds.processor import counted, rounded
from bench.memory import memory_by_name
from client.cabinet import Cabinet

SOCKETS_EACH = 10
"""As many as one person may have open."""
_PATIENCE_SECONDS = 120.0


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


async def crowd_of_sockets(
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
        await cabinet.write({"v": 1, "title": "told"})
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
        "cpu": rounded(cpu),
    }


async def _greeted(port: int, one: Somebody) -> Socket:
    async with asyncio.timeout(_PATIENCE_SECONDS):
        socket = await _socket(port, one.cookie)
        await socket.until("hello")
        return socket
