"""What closed sockets leave behind: nothing."""

from __future__ import annotations

import asyncio
import gc

import pytest
from litestar import WebSocket

from api.realtime import connection as connections
from api.realtime.connection import Connection
from tests.support.sockets import Closed
from tests.support.streams import FAMILY, World, document, hello

SOCKETS = 500
AT_ONCE = 10


def kept() -> int:
    """Connections that are in memory, without anybody sweeping."""
    return sum(isinstance(thing, Connection) for thing in gc.get_objects())


async def test_memory_of_sockets_is_given_back_when_they_close(world: World) -> None:
    async def visit() -> None:
        async with world.socket() as socket:
            await hello(socket)

    # A cycle would stay until the collector walks everything, which in a busy process takes long.
    gc.collect()
    gc.disable()
    try:
        for _ in range(SOCKETS // AT_ONCE):
            await asyncio.gather(*(visit() for _ in range(AT_ONCE)))
        assert kept() <= AT_ONCE
        assert len(asyncio.all_tasks()) <= 2 * AT_ONCE
    finally:
        gc.enable()


async def test_a_browser_that_takes_nothing_is_left(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "TAKES_SECONDS", 0.1)

    async def stuck(*_said: object, **_more: object) -> None:
        await asyncio.Event().wait()

    async with world.socket() as socket:
        await hello(socket)
        monkeypatch.setattr(WebSocket, "send_data", stuck)
        world.happens(document(1, FAMILY))
        with pytest.raises(Closed) as closed:
            await socket.frame(20)
    assert closed.value.code == 4408


async def test_a_store_that_does_not_answer_ends_the_greeting(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.realtime.stream.GREETING_SECONDS", 0.1)

    async def hangs(_socket: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(world.streams, "_actor_of", hangs)
    async with world.socket() as socket:
        with pytest.raises(Closed) as closed:
            await socket.frame(20)
    assert closed.value.code == 1013
