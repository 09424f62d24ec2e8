"""Connections that died while nobody used them."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from psycopg import AsyncCursor, errors
from psycopg_pool import AsyncConnectionPool

from domain.errors import Unavailable
from infrastructure.postgres import TimedConnection, ask, connection_of, open_pool
from infrastructure.rows.reader import PostgresReader
from tests.support.notes import ACME, NOTE, open_store, write
from tests.support.stack import end_connections


async def test_a_restart_in_between_is_not_noticed_by_readers(
    database_url: str, app_database_url: str
) -> None:
    async with open_pool(app_database_url, size=4) as pool, open_store(app_database_url) as (store, _):
        reader = PostgresReader(pool)
        page = uuid4()
        await write(store, page, "one")
        for _ in range(3):
            end_connections(database_url)
            assert await reader.all("select 1") == [(1,)]
            assert await reader.one("select current_setting('app.account_id')", account_id=ACME) == (
                str(ACME),
            )
            assert (await store.load(NOTE, ACME, page))[1] == 1


async def test_a_statement_that_takes_too_long_is_not_repeated(
    app_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = open_pool(app_database_url, size=1)
    await pool.open()
    reader = PostgresReader(pool)
    await reader.all("select set_config('statement_timeout', '200ms', false)")
    asked: list[Any] = []
    execute = AsyncCursor.execute

    def counted(self: AsyncCursor, query: Any, *arguments: Any, **named: Any) -> Any:
        asked.extend([query] if "pg_sleep" in str(query) else [])
        return execute(self, query, *arguments, **named)

    monkeypatch.setattr(AsyncCursor, "execute", counted)
    with pytest.raises(Unavailable):
        await reader.all("select pg_sleep(60)")
    assert len(asked) == 1
    assert await reader.all("select 1") == [(1,)]
    await pool.close()


async def _held(pool: AsyncConnectionPool, statement: str) -> None:
    async with connection_of(pool) as connection:
        await connection.execute(statement.encode())


DISK_FULL = "do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$"


async def test_a_full_disk_of_the_database_is_told_as_such(app_database_url: str) -> None:
    async with open_pool(app_database_url, size=1) as pool:
        with pytest.raises(Unavailable) as asked:
            await ask(pool, lambda connection: connection.execute(DISK_FULL.encode()))
        with pytest.raises(Unavailable) as held:
            await _held(pool, DISK_FULL)
    assert (asked.value.reason, held.value.reason) == ("disk_full", "disk_full")


async def test_a_connection_that_was_closed_below_its_user_is_no_fault_of_ours(app_database_url: str) -> None:
    async with open_pool(app_database_url, size=1) as pool:

        async def question(_connection: object) -> None:
            raise psycopg.InterfaceError("the connection is closed")

        with pytest.raises(Unavailable) as refused:
            await ask(pool, question)
    assert refused.value.reason == "store_unavailable"


async def test_one_tenant_is_not_carried_over_to_the_next(app_database_url: str) -> None:
    pool = open_pool(app_database_url, size=1)
    await pool.open()
    reader = PostgresReader(pool)
    setting = (
        "select nullif(current_setting('app.account_id', true), ''), current_setting('app.user_id', true)"
    )
    assert await reader.one(setting, account_id=ACME) == (str(ACME), "")
    assert await reader.one(setting, user_id=ACME) == (None, str(ACME))
    assert (await reader.one(setting) or ("",))[0] is None
    with pytest.raises(psycopg.errors.DivisionByZero):
        await reader.all("select 1/0", account_id=ACME)
    assert (await reader.one(setting) or ("",))[0] is None
    with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
        await reader.all("create table x()", account_id=ACME)
    await pool.close()


async def test_who_listens_and_hears_nothing_goes_on_listening(app_database_url: str) -> None:
    async with await TimedConnection.connect(app_database_url, autocommit=True) as ears:
        await ears.execute("listen news")
        assert [notice async for notice in ears.notifies(timeout=0.1)] == []
        await ears.execute("select pg_notify('news', 'at last')")
        heard = [notice.payload async for notice in ears.notifies(timeout=5, stop_after=1)]
    assert heard == ["at last"]


@pytest.mark.parametrize("how", ["cancelled", "too late"])
async def test_a_way_that_is_given_up_half_made_is_closed_at_once(how: str) -> None:
    let_go, arrived = asyncio.Event(), asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        arrived.set()
        await reader.read()  # to the end
        let_go.set()
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    seconds = 2 if how == "too late" else 60
    trying = asyncio.ensure_future(
        TimedConnection.connect("host=127.0.0.1 user=nobody", port=port, connect_timeout=seconds)
    )
    await arrived.wait()
    if how == "cancelled":
        trying.cancel()
    # Whoever keeps the failure keeps the frames in which it happened.
    with pytest.raises((asyncio.CancelledError, errors.ConnectionTimeout)) as kept:
        await trying
    await asyncio.wait_for(let_go.wait(), 10)
    assert kept.value
    server.close()
