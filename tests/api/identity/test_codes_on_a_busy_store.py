"""Codes that a busy store could not try: not judged, not counted, and the caller is told to try again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import psycopg
import pytest
from psycopg_pool import PoolTimeout

from tests.api.identity.test_codes import other_than, use
from tests.support.door import Door, an_address

BUSY = (503, "STORE_UNAVAILABLE")
_WAITING = """
select pid from pg_stat_activity
where wait_event_type = 'Lock' and query like '%%identity.try_code%%' and datname = current_database()
"""


@asynccontextmanager
async def held_by_another(door: Door, email: str) -> AsyncGenerator[None]:
    """The row of the code is locked, as by tries that came before and do not end."""
    index = door.base.blind.email(email)
    async with await psycopg.AsyncConnection.connect(door.owner_url) as connection:
        await connection.execute("select from identity.one_time_code where address = %s for update", (index,))
        yield
        await connection.rollback()


async def waiting(door: Door) -> list[int]:
    """The server processes whose tries wait for the lock."""
    return [pid for (pid,) in await door.rows(_WAITING)]


async def given_up(door: Door) -> None:
    """PostgreSQL ends a statement that waits for the lock, as it does by itself after `lock_timeout`."""
    while not (found := await waiting(door)):
        pass
    await door.rows("select pg_cancel_backend(%s)", (found[0],))


async def wrong_tries(door: Door, email: str) -> int:
    index = door.base.blind.email(email)
    ((tries,),) = await door.rows("select tries from identity.one_time_code where address = %s", (index,))
    return tries


@pytest.mark.parametrize("right", [False, True], ids=["wrong", "right"])
async def test_a_code_that_waited_too_long_for_its_turn_is_not_judged(door: Door, right: bool):
    """The answer is the same for a right code and a wrong one, and the code is as good as before."""
    email = an_address()
    code = await door.browser().ask_for_code(email)
    rejected = await door.facts("code.rejected")
    async with held_by_another(door, email):
        tried = asyncio.create_task(use(door.browser(), email, code if right else other_than(code)))
        await given_up(door)
        assert await tried == BUSY
    assert await wrong_tries(door, email) == 0
    assert await door.facts("code.rejected") == rejected
    assert (await use(door.browser(), email, code))[0] == 200


async def test_a_code_that_found_no_connection_is_not_judged(door: Door, monkeypatch: pytest.MonkeyPatch):
    email = an_address()
    code = await door.browser().ask_for_code(email)

    def none_free(*_: object, **__: object) -> object:
        raise PoolTimeout("couldn't get a connection after 5.00 sec")

    with monkeypatch.context() as busy:
        busy.setattr(door.base.pool, "getconn", none_free)
        assert await use(door.browser(), email, code) == BUSY
    assert await wrong_tries(door, email) == 0
    assert (await use(door.browser(), email, code))[0] == 200
