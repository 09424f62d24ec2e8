"""The first entry that a plan still lists is found by halves, whatever the history of an account is."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from psycopg_pool import AsyncConnectionPool

from infrastructure.event_store.migrate import ensure_projections
from infrastructure.rows.reader import PostgresReader
from infrastructure.rows.schema import schema_of
from projections.accounts import PROJECTIONS as OF_ACCOUNTS
from projections.identity.users import PROJECTION as USERS
from projections.oversight.audit_log import FIRST_KEPT, PROJECTION, first_kept
from tests.support.asked_queries import Query
from tests.support.plans import plan_of, rows_read
from tests.support.shapes_of import NOON

(ACCOUNTS,) = (one for one in OF_ACCOUNTS if one.name == "accounts")
_LOG, _ACCOUNTS = f"{schema_of(PROJECTION)}.audit_log", f"{schema_of(ACCOUNTS)}.accounts"
_NEWEST = f"select coalesce(max(position), 0) from {_LOG}".encode()
_ENTRY = f"""
insert into {_LOG} (account_id, position, at, category, action, outcome, severity, json, seq)
values (%s, %s, %s, 'account', 'account.renamed', 'success', 1, '{{}}', %s)
""".encode()
_ACCOUNT = f"""
insert into {_ACCOUNTS} (account_id, display_name, state, version, seats, custom_roles, json, seq)
values (%s, 'Acme', 'active', 1, 1, 0, %s, 1)
""".encode()
# Of each entry: how much later it comes, and whether it is another account's.
HISTORIES = st.lists(st.tuples(st.integers(0, 40), st.booleans()), min_size=1, max_size=30)


@pytest.fixture
def reader(database_url: str, pool: AsyncConnectionPool) -> PostgresReader:
    ensure_projections(database_url, [USERS, ACCOUNTS, PROJECTION])
    return PostgresReader(pool)


async def test_the_first_entry_that_is_kept(reader: PostgresReader, projector_database_url: str) -> None:
    seen = {"all": 0, "some": 0, "none": 0}
    loop = asyncio.get_running_loop()

    @settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(
        history=HISTORIES,
        days=st.integers(0, 150),
        plan=st.sampled_from([True, True, True, False]),
        until=st.integers(0, 60),
    )
    def law(history: list[tuple[int, bool]], days: int, plan: bool, until: int) -> None:
        account, other = uuid4(), uuid4()
        json = f'{{"plan": {{"limits": {{"auditDays": {days}}}}}}}' if plan else '{"plan": null}'
        at, own = NOON, list[tuple[int, datetime]]()
        with psycopg.connect(projector_database_url) as connection:
            (begin,) = connection.execute(_NEWEST).fetchone() or (0,)
            connection.execute(_ACCOUNT, (account, json))
            for position, (gap, others) in enumerate(history, begin + 1):
                at += timedelta(days=gap)
                connection.execute(_ENTRY, (other if others else account, position, at, position))
                if not others:
                    own.append((position, at))
        now = at + timedelta(days=until)
        kept = [position for position, when in own if not plan or when >= now - timedelta(days=days)]
        found = asyncio.run_coroutine_threadsafe(first_kept(reader, account, now), loop).result()
        assert [position for position, _ in own if position >= found] == kept
        seen["all" if kept == [one for one, _ in own] else "some" if kept else "none"] += 1

    await asyncio.to_thread(law)
    assert min(seen.values()) >= 15, seen


async def test_an_account_that_is_not_there_lists_nothing_and_fails_nothing(reader: PostgresReader) -> None:
    assert await first_kept(reader, UUID(int=1), NOON) == 0


async def test_it_is_found_before_the_database_knows_how_many_entries_there_are(
    reader: PostgresReader, projector_database_url: str
) -> None:
    """A new account has thousands of entries before they are counted for the planner the first time."""
    account, many = uuid4(), 2_000
    with psycopg.connect(projector_database_url) as connection:
        connection.execute(_ACCOUNT, (account, '{"plan": {"limits": {"auditDays": 30}}}'))
        rows = [(account, one, NOON + timedelta(hours=one), one) for one in range(1, many + 1)]
        connection.cursor().executemany(_ENTRY, rows)
    now = NOON + timedelta(hours=many)
    params = {"account_id": account, "now": now}
    query = Query("first_kept", FIRST_KEPT, params, account, None)
    assert await first_kept(reader, account, now) == many - 30 * 24
    assert rows_read(await plan_of(reader, query)) <= many.bit_length() * many, "at most all for each half"
