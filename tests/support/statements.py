"""A line to PostgreSQL that keeps what is asked over it, whoever asks and by which library."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from urllib.parse import urlsplit, urlunsplit

# What a client may ask before it says who it is: whether the line can be encrypted.
_BEFORE_STARTUP = frozenset({80877103, 80877104})
# What only frames a statement.
_FRAMING = ("begin", "commit", "rollback", "select set_config")


# Those who follow the log are told of a commit a moment after it, by nobody's request.
_TELLING = "select es.tell("


class Asked(list[str]):
    """The statements that were carried out, in order, each as often as it was; telling is no question."""

    def note(self, sql: str) -> None:
        if not sql.startswith(_TELLING):
            self.append(sql)

    def but_framing(self) -> list[str]:
        """Without transactions and the settings that go with them."""
        return [sql for sql in self if not sql.lower().startswith(_FRAMING)]


class _Conversation:
    """One connection, read as PostgreSQL's protocol has it (version 3, messages of the client)."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._read = b""
        self._started = False
        self._prepared: dict[bytes, bytes] = {}
        self._portals: dict[bytes, bytes] = {}

    def hear(self, data: bytes) -> None:
        self._read += data
        while (message := self._next()) is not None:
            self._note(*message)

    def _next(self) -> tuple[bytes, bytes] | None:
        head = 1 if self._started else 0
        if len(self._read) < head + 4:
            return None
        end = head + int.from_bytes(self._read[head : head + 4])
        if len(self._read) < end:
            return None
        kind, body = self._read[:head], self._read[head + 4 : end]
        self._read = self._read[end:]
        return kind, body

    def _note(self, kind: bytes, body: bytes) -> None:
        match kind:
            case b"":
                self._started = int.from_bytes(body[:4]) not in _BEFORE_STARTUP
            case b"Q":
                self._asked.note(_text(body))
            case b"P":
                name, sql, *_ = body.split(b"\0")
                self._prepared[name] = sql
            case b"B":
                portal, name, *_ = body.split(b"\0")
                self._portals[portal] = self._prepared[name]
            case b"E":
                self._asked.note(_text(self._portals[body.split(b"\0")[0]]))
            case _:
                pass


@contextlib.asynccontextmanager
async def overheard(url: str) -> AsyncIterator[tuple[str, Asked]]:
    """Another URL of the same database, and what is asked there."""
    parts, asked = urlsplit(url), Asked()
    open_lines: set[asyncio.Task[None]] = set()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server, to_server = await asyncio.open_connection(parts.hostname, parts.port)
        conversation = _Conversation(asked)

        async def questions() -> None:
            while data := await reader.read(65536):
                conversation.hear(data)
                to_server.write(data)
            to_server.close()

        async def answers() -> None:
            while data := await server.read(65536):
                writer.write(data)
            writer.close()

        await asyncio.gather(questions(), answers())

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.create_task(carry(reader, writer))
        open_lines.add(line)
        line.add_done_callback(open_lines.discard)

    listening = await asyncio.start_server(connected, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    host = f"{parts.username}:{parts.password}@127.0.0.1:{port}"
    try:
        # Without the way by the socket, where nobody could listen.
        yield urlunsplit(parts._replace(netloc=host, query="")), asked
    finally:
        listening.close()
        for line in open_lines:
            line.cancel()
        await asyncio.gather(*open_lines, return_exceptions=True)


def _text(sql: bytes) -> str:
    return " ".join(sql.rstrip(b"\0").decode().split())
