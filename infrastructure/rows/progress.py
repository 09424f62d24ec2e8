"""How far the read models have come, for a reader who wants to see what was just written."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict

import psycopg

from infrastructure.event_store.generations import AT_WORK, at_work
from infrastructure.event_store.notifier import LISTEN, PROGRESS
from infrastructure.postgres import REACHED

# A lost NOTIFY costs a waiting reader this much.
POLL_SECONDS = 0.25
_REACHED = """
select t.log_id, min(t.position) from es.tracking as t
join es.read_model as m on t.follower = m.name || '_' || m.version group by t.log_id
"""


class Progress:
    """Listens to the followers on a connection of its own."""

    def __init__(self, app_url: str) -> None:
        self._url = app_url
        self._reached: defaultdict[int, int] = defaultdict(int)
        self._waiting = 0
        self._moved = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._task = asyncio.create_task(self._listen())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def reached(self, *, log: int = 0) -> int:
        """The position every read model shows, as far as this process has heard."""
        return self._reached[log]

    async def wait(self, position: int, timeout: float = 1.0, *, log: int = 0) -> int:  # noqa: ASYNC109 - of a reader
        """Wait until every read model shows this position; the position reached, at the latest then."""
        if self._reached[log] >= position:
            return self._reached[log]
        self._waiting += 1
        try:
            async with asyncio.timeout(timeout):
                while self._reached[log] < position:
                    await self._moved.wait()
        except TimeoutError:
            pass
        finally:
            self._waiting -= 1
        return self._reached[log]

    async def _listen(self) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._url, autocommit=True, **REACHED
                ) as connection:
                    await connection.execute(AT_WORK, at_work())
                    await connection.execute(LISTEN, (PROGRESS,))
                    await self._ask(connection)
                    while True:
                        heard = False
                        async for notice in connection.notifies(timeout=POLL_SECONDS, stop_after=1):
                            number, _, position = notice.payload.partition(":")
                            self._note(int(number), int(position))
                            heard = True
                        if not heard and self._waiting:
                            await self._ask(connection)
            except psycopg.Error:
                await asyncio.sleep(POLL_SECONDS)

    async def _ask(self, connection: psycopg.AsyncConnection) -> None:
        for number, position in await (await connection.execute(_REACHED)).fetchall():
            self._note(number, position)

    def _note(self, number: int, position: int) -> None:
        # Another version of a read model may have been shown: what counts is what was said last.
        self._reached[number] = position
        self._moved.set()
        self._moved = asyncio.Event()
