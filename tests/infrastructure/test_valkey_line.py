"""A held connection to Valkey: each hears its own answer, and a line that was given up is not used again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import cast

import pytest
from hiredis import pack_command
from redis.asyncio import Redis
from redis.asyncio.connection import ConnectionPool
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import NoScriptError, ResponseError
from redis.exceptions import TimeoutError as TooSlow

from infrastructure.valkey_line import ValkeyLine
from tests.support.cut_off import cut_off


def packed(*words: str | int) -> bytes:
    return cast("bytes", pack_command(words))


@pytest.fixture
async def pool(valkey_url: str) -> AsyncIterator[ConnectionPool]:
    valkey = Redis.from_url(valkey_url)
    yield valkey.connection_pool
    async with asyncio.timeout(60):
        await valkey.aclose()


async def line_of(pool: ConnectionPool) -> ValkeyLine:
    return ValkeyLine(await pool.get_connection())


async def test_an_answer_of_any_size_comes_to_whoever_asked(pool: ConnectionPool):
    line = await line_of(pool)
    assert await line.ask(packed("ECHO", "a"), 1) == b"a"
    long = "b" * 300_000
    assert await line.ask(packed("ECHO", long), 1) == long.encode()
    assert await line.ask(packed("EVAL", "return {1, {2, 'c'}}", 0), 1) == [1, [2, b"c"]]


async def test_a_refusal_is_an_answer_and_the_line_goes_on(pool: ConnectionPool):
    line = await line_of(pool)
    with pytest.raises(ResponseError, match="wrong number"):
        await line.ask(packed("ECHO"), 1)
    with pytest.raises(NoScriptError):
        await line.ask(packed("EVALSHA", "0" * 40, 0), 1)
    assert await line.ask(packed("ECHO", "still here"), 1) == b"still here"
    assert not line.broken


async def test_who_stops_waiting_leaves_no_answer_to_the_next(pool: ConnectionPool):
    line = await line_of(pool)
    asked = asyncio.create_task(line.ask(packed("BLPOP", "nothing", 3), 5))
    await asyncio.sleep(0.02)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert line.broken
    with pytest.raises(NoConnection):
        await line.ask(packed("ECHO", "x"), 1)


async def test_what_takes_too_long_is_given_up(pool: ConnectionPool):
    line = await line_of(pool)
    with pytest.raises(TooSlow):
        await line.ask(packed("BLPOP", "nothing", 1), 0.05)
    assert line.broken


async def test_a_line_knows_that_it_was_cut_also_when_nobody_asks(pool: ConnectionPool, valkey_url: str):
    line = await line_of(pool)
    assert await line.ask(packed("PING"), 1) == b"PONG"
    asked = asyncio.create_task((await line_of(pool)).ask(packed("BLPOP", "nothing", 1), 5))
    await asyncio.sleep(0.02)
    async with Redis.from_url(valkey_url) as other:
        await cut_off(other, "normal")
    with pytest.raises(NoConnection):
        await asked
    async with asyncio.timeout(60):
        while not line.broken:  # noqa: ASYNC110 - the other side is a server
            await asyncio.sleep(0.01)


async def test_what_is_given_back_is_a_connection_like_any_other(pool: ConnectionPool):
    line = await line_of(pool)
    await line.ask(packed("PING"), 1)
    connection = await line.release()
    await pool.release(connection)
    assert await pool.get_connection() is connection
    assert await (await line_of(pool)).ask(packed("PING"), 1) == b"PONG"
    await connection.send_command("PING")
    assert await connection.read_response() == b"PONG"
