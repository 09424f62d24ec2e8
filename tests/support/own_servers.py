"""Servers of a test's own, which it may restart, stop in the middle of a breath, or cut off."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from infrastructure.local.postgres import PostgresServer
from infrastructure.local.processes import working_in
from infrastructure.local.valkey import ValkeyServer
from tests.support.stack import add_read_models, migrated_template, throw_away_folder


@dataclass
class OwnServers:
    """`database` is the owner's URL of a database as `./coffer migrate` leaves it."""

    postgres: PostgresServer
    valkey: ValkeyServer
    database: str

    def restart_postgres(self) -> None:
        """As an upgrade of the machine does: every connection ends, and the port is the same again."""
        self.postgres.stop()
        self.postgres.start()

    @contextlib.contextmanager
    def frozen_postgres(self) -> Iterator[None]:
        """It is there, its sockets take what is sent, and nothing is answered."""
        with frozen(self.postgres.cluster):
            yield

    @contextlib.contextmanager
    def frozen_valkey(self) -> Iterator[None]:
        with frozen(self.valkey.data / "valkey"):
            yield


@contextlib.contextmanager
def frozen(folder: Path) -> Iterator[None]:
    """Every process of a server stands still: those that work in its folder."""
    pids = working_in(folder.resolve())
    assert pids, f"nothing runs in {folder}"
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


@contextlib.contextmanager
def own_servers() -> Iterator[OwnServers]:
    with (
        throw_away_folder() as folder,
        PostgresServer(folder, fsync=False) as postgres,
        ValkeyServer(folder, durable=False) as valkey,
    ):
        # Nobody else has this server, so its template need not stay one.
        database = postgres.url(migrated_template(postgres.url()))
        add_read_models(database)
        yield OwnServers(postgres, valkey, database)


class StoppingProxy:
    """Carries bytes between clients and a server until it is told to stop: then connections stay open, new
    ones are taken, and nothing arrives any more. That is what a partition looks like from either side."""

    def __init__(self, host: str, port: int) -> None:
        self._to = (host, port)
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._deaf_to_answers = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: list[asyncio.StreamWriter] = []
        self.port = 0

    def stop(self) -> None:
        self._flowing.clear()

    def stop_those_that_are_open(self) -> None:
        """Nothing arrives any more on connections that are open; new ones are carried."""
        self._flowing.clear()
        self._flowing = asyncio.Event()
        self._flowing.set()

    def swallow_answers(self) -> None:
        """What is sent arrives; what is answered does not."""
        self._deaf_to_answers = True

    def cut(self) -> None:
        """End every connection; new ones are carried as in the beginning."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()
        self._deaf_to_answers = False
        self._flowing.set()

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, answers: bool) -> None:
        flowing = self._flowing
        with contextlib.suppress(OSError):
            while data := await source.read(65536):
                await flowing.wait()
                if answers and self._deaf_to_answers:
                    continue
                sink.write(data)
                await sink.drain()
        sink.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(*self._to)
        self._writers += (writer, back)
        for task in (
            asyncio.create_task(self._carry(reader, back, False)),
            asyncio.create_task(self._carry(there, writer, True)),
        ):
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[StoppingProxy]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            self.cut()
            server.close()
            for task in tuple(self._tasks):
                task.cancel()


def through(url: str, proxy: StoppingProxy) -> str:
    """The same database by way of the proxy, over TCP."""
    parts = urlsplit(url)
    signed_in = parts.netloc.rpartition("@")[0]
    return urlunsplit(parts._replace(netloc=f"{signed_in}@127.0.0.1:{proxy.port}", query=""))
