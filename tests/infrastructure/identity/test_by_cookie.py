"""Reading behind a cookie: over connections that are held, may die meanwhile, and are given back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from domain.errors import Unavailable
from infrastructure.identity import by_cookie
from infrastructure.identity.by_cookie import CookieReader, behind_cookie
from infrastructure.postgres import TooSlow, open_pool
from infrastructure.prepared import Execution, PreparedLine
from tests.support.stack import end_connections, seen_by

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

# Nobody has such a cookie: it sleeps for as many seconds as its hash says.
SLOW = behind_cookie("slept.it::text", "right join (select pg_sleep($1::float8) as it) as slept on true")
QUICK = behind_cookie("s.session_id")


@pytest.fixture
async def pool(module_product_database_url: str) -> AsyncIterator[AsyncConnectionPool]:
    async with open_pool(seen_by("coffer_app", module_product_database_url), size=2) as pool:
        yield pool


async def test_a_restart_in_between_is_not_noticed(
    pool: AsyncConnectionPool, module_product_database_url: str
) -> None:
    reader = CookieReader(pool)
    for _ in range(3):
        assert await reader.one(QUICK, "nobody's", NOON) is None
        await asyncio.to_thread(end_connections, module_product_database_url)
    assert await reader.one(QUICK, "nobody's", NOON) is None
    await reader.close()


async def test_a_read_that_takes_too_long_is_not_repeated(
    pool: AsyncConnectionPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    first_rows = PreparedLine.first_rows

    def counted(self: PreparedLine, executions: Sequence[Execution]) -> Any:
        asked.append(len(executions))
        return first_rows(self, executions)

    monkeypatch.setattr(PreparedLine, "first_rows", counted)
    reader = CookieReader(pool)
    async with pool.connection() as one, pool.connection() as other:
        for connection in (one, other):
            await connection.execute("set statement_timeout = '200ms'")
    with pytest.raises(Unavailable):
        await reader.one(SLOW, "60", NOON)
    assert asked == [1]
    assert await reader.one(SLOW, "0", NOON) == ("",)
    await reader.close()


async def test_a_server_that_hangs_is_left_alone_for_a_while(
    pool: AsyncConnectionPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(by_cookie, "_LEFT_ALONE_SECONDS", 3600.0)
    asked: list[int] = []

    async def hangs(_self: PreparedLine, executions: Sequence[Execution]) -> Any:
        asked.append(len(executions))
        raise TooSlow("The database did not answer in time.")

    reader = CookieReader(pool)
    with monkeypatch.context() as hanging:
        hanging.setattr(PreparedLine, "first_rows", hangs)
        for _ in range(3):
            with pytest.raises(Unavailable):
                await reader.one(QUICK, "nobody's", NOON)
    # The others were told at once.
    assert asked == [1]
    monkeypatch.setattr(reader, "_asked_again_at", 0.0)
    assert await reader.one(QUICK, "nobody's", NOON) is None
    await reader.close()


async def test_the_connections_are_given_back(pool: AsyncConnectionPool) -> None:
    reader = CookieReader(pool)
    await asyncio.gather(reader.one(SLOW, "0.05", NOON), reader.one(QUICK, "nobody's", NOON))
    await reader.close()
    async with asyncio.timeout(60), pool.connection() as one, pool.connection() as other:
        assert one is not other


async def test_a_full_disk_is_told_as_such_behind_a_cookie_as_well(
    pool: AsyncConnectionPool, module_product_database_url: str
) -> None:
    """A read that sorts on the disk, or a page that has to be written to make room for another."""
    async with await AsyncConnection.connect(module_product_database_url, autocommit=True) as owner:
        await owner.execute(
            "create function public.full_disk() returns text language plpgsql as $$ begin "
            "raise exception 'could not write to file' using errcode = '53100'; end $$"
        )
        try:
            reader = CookieReader(pool)
            full = behind_cookie("full_disk.it", "right join public.full_disk() as full_disk(it) on true")
            with pytest.raises(Unavailable) as refused:
                await reader.one(full, "nobody's", NOON)
            await reader.close()
        finally:
            await owner.execute("drop function public.full_disk()")
    assert refused.value.reason == "disk_full"
