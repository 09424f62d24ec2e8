"""Statements over a line that is held: who is answered what, and what a failure leaves behind."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import psycopg
import pytest
from psycopg import postgres
from psycopg_pool import AsyncConnectionPool

from infrastructure.postgres import open_pool
from infrastructure.prepared import Execution, PreparedLine, Statement
from tests.support.stack import end_connections

TEXT = postgres.types["text"].oid

ECHO = Statement("select $1", (TEXT,))
NOTHING = Statement("select $1 where false", (TEXT,))
DIVIDED = Statement("select 1 / length($1)", (TEXT,))
SLEPT = Statement("select pg_sleep($1::float8)", (TEXT,))
KEPT = Statement("select count(*) from pg_prepared_statements where statement = $1", (TEXT,))


@pytest.fixture
async def pool(app_database_url: str) -> AsyncIterator[AsyncConnectionPool]:
    async with open_pool(app_database_url, size=2) as pool:
        yield pool


@pytest.fixture
async def line(pool: AsyncConnectionPool) -> AsyncIterator[PreparedLine]:
    line = PreparedLine(await pool.getconn())
    yield line
    await pool.putconn(await line.release())


def said(statement: Statement, *values: str) -> list[Execution]:
    return [Execution(statement, (value.encode(),)) for value in values]


async def test_everybody_gets_the_own_answer_in_order(line: PreparedLine) -> None:
    asked = [*said(ECHO, "one"), *said(NOTHING, "two"), *said(ECHO, "three", "one")]
    assert await line.first_rows(asked) == [("one",), None, ("three",), ("one",)]


async def test_a_statement_is_prepared_once(line: PreparedLine) -> None:
    for _ in range(3):
        await line.first_rows(said(ECHO, "one", "two"))
    assert await line.first_rows(said(KEPT, ECHO.sql)) == [(1,)]


async def test_what_is_more_than_a_socket_takes_is_sent_bit_by_bit(line: PreparedLine) -> None:
    texts = [str(number) * 4_000_000 for number in range(8)]
    assert await line.first_rows(said(ECHO, *texts)) == [(text,) for text in texts]


async def test_a_failure_is_one_for_all_who_went_together_and_nobody_after_them(line: PreparedLine) -> None:
    with pytest.raises(psycopg.errors.DivisionByZero):
        await line.first_rows([*said(ECHO, "one"), *said(DIVIDED, ""), *said(ECHO, "two")])
    assert not line.broken
    assert await line.first_rows(said(DIVIDED, "x")) == [(1,)]


async def test_what_cannot_be_prepared_leaves_the_line_usable(line: PreparedLine) -> None:
    with pytest.raises(psycopg.errors.UndefinedTable):
        await line.first_rows(said(Statement("select $1 from nowhere", (TEXT,)), "one"))
    assert await line.first_rows(said(ECHO, "two")) == [("two",)]


async def test_who_no_longer_waits_leaves_no_answers_for_others(line: PreparedLine) -> None:
    asking = asyncio.create_task(line.first_rows(said(SLEPT, "5")))
    await asyncio.sleep(0.05)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert line.broken
    with pytest.raises(psycopg.OperationalError):
        await line.first_rows(said(ECHO, "mine"))


@pytest.mark.parametrize("busy", [False, True])
async def test_a_line_knows_that_its_server_went_away(
    line: PreparedLine, database_url: str, busy: bool
) -> None:
    await line.first_rows(said(ECHO, "one"))
    asking = asyncio.create_task(line.first_rows(said(SLEPT, "5"))) if busy else None
    await asyncio.sleep(0.05)
    await asyncio.to_thread(end_connections, database_url)
    if asking is not None:
        with pytest.raises(psycopg.OperationalError):
            await asking
    async with asyncio.timeout(60):
        while not line.broken:  # noqa: ASYNC110 - the other side is a server
            await asyncio.sleep(0.01)


async def test_a_connection_that_was_a_line_is_an_ordinary_one_again(pool: AsyncConnectionPool) -> None:
    line = PreparedLine(await pool.getconn())
    assert await line.first_rows(said(ECHO, "one")) == [("one",)]
    connection = await line.release()
    cursor = await connection.execute("select 'two'")
    assert await cursor.fetchone() == ("two",)
    again = PreparedLine(connection)
    assert await again.first_rows(said(ECHO, "three")) == [("three",)]
    await pool.putconn(await again.release())


async def test_what_was_prepared_before_is_still_there_after(pool: AsyncConnectionPool) -> None:
    connection = await pool.getconn()
    await connection.execute("select %s::text", ("one",), prepare=True)
    line = PreparedLine(connection)
    assert await line.first_rows(said(ECHO, "two")) == [("two",)]
    connection = await line.release()
    cursor = await connection.execute("select %s::text", ("three",), prepare=True)
    assert await cursor.fetchone() == ("three",)
    names = await (await connection.execute("select name from pg_prepared_statements")).fetchall()
    assert [name for (name,) in names if name.startswith("line_")] == []
    await pool.putconn(connection)
