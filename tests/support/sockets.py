"""A browser's end of a websocket, spoken to the application directly."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Litestar

WAIT_SECONDS = 5.0


class Closed(Exception):
    def __init__(self, code: int) -> None:
        super().__init__(str(code))
        self.code = code


class Socket:
    """Frames as they come; `Closed` when the server has ended the socket."""

    def __init__(self) -> None:
        self.to_app: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.from_app: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def frame(self, wait: float = WAIT_SECONDS) -> Any:
        async with asyncio.timeout(wait):
            message = await self.from_app.get()
        if message["type"] == "websocket.close":
            raise Closed(message.get("code", 1000))
        return msgspec.json.decode(message["text"])

    async def rest(self) -> tuple[list[Any], int]:
        """Every frame up to the end of the socket, and its code."""
        frames: list[Any] = []
        while True:
            try:
                frames.append(await self.frame())
            except Closed as closed:
                return frames, closed.code

    async def nothing(self, wait: float = 0.2) -> bool:
        try:
            frame = await self.frame(wait)
        except TimeoutError:
            return True
        raise AssertionError(f"unexpected {frame}")

    async def say(self, **frame: Any) -> None:
        await self.say_text(msgspec.json.encode({"v": 1, **frame}).decode())

    async def say_text(self, text: str) -> None:
        await self.to_app.put({"type": "websocket.receive", "text": text})


@contextlib.asynccontextmanager
async def a_socket(
    app: Litestar, path: str, *, origin: str | None, query: str = "", cookie: str = ""
) -> AsyncIterator[Socket]:
    """An open socket; `Closed(0)` is raised when the handshake is refused."""
    socket = Socket()
    headers = [(b"host", b"coffer.test"), (b"cookie", cookie.encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    scope: Any = {
        "type": "websocket",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "wss",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": headers,
        "client": ("10.0.0.1", 4000),
        "server": ("coffer.test", 443),
        "subprotocols": [],
    }
    await socket.to_app.put({"type": "websocket.connect"})
    served = asyncio.create_task(app(scope, socket.to_app.get, socket.from_app.put))  # pyright: ignore
    try:
        async with asyncio.timeout(WAIT_SECONDS):
            first = await socket.from_app.get()
        if first["type"] != "websocket.accept":
            raise Closed(0)
        yield socket
    finally:
        await socket.to_app.put({"type": "websocket.disconnect", "code": 1001})
        with contextlib.suppress(asyncio.CancelledError):
            async with asyncio.timeout(WAIT_SECONDS):
                await served
