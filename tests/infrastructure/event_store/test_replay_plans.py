"""What a replay reads is as much as its account has, beside accounts and people who have far more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import psycopg
import pytest

from infrastructure.event_store.account_log import MENTIONING, NAMED, OPTIONS, OWN
from infrastructure.event_store.moments import position_at
from infrastructure.rows.schema import schema_of
from projections.oversight import mentions
from tests.support.plans import rows_read
from tests.support.stack import seen_by

SMALL, LARGE = UUID(int=0xA), UUID(int=0xB)
OWN_EVENTS, NAMING, OTHERS = 500, 100, 60_000
_FILL = """
insert into es.event (log_id, position, account_id, kind, entity_id, stream_id, stream_version, type,
    schema_version, state, event_id, actor_kind, correlation_id, request_id, occurred_at, recorded_at,
    leaf_hash)
select 0, %(after)s + i, %(account)s, 'note', gen_random_uuid(),
    ('0000000a-0000-4000-8000-' || lpad(to_hex(%(stream)s + i / 5), 12, '0'))::uuid, 1 + i %% 5,
    'note.made', 1, '{}', gen_random_uuid(), 'user', gen_random_uuid(), gen_random_uuid(), now(), now(),
    '\\x00'
from generate_series(1, %(count)s) as i
"""


@pytest.fixture(scope="module")
def connection(module_product_database_url: str) -> Iterator[psycopg.Connection]:
    """As a replay reads: between a small account, a large one, and many people."""
    after = 0
    with psycopg.connect(module_product_database_url) as owner:
        # Spread over the whole log, which is not in the order of accounts.
        for round_ in range(5):
            for account, stream, count in (
                (SMALL, 0, OWN_EVENTS // 5),
                (LARGE, 1_000_000, OTHERS // 5),
                (None, 2_000_000, OTHERS // 5),
            ):
                asked = {
                    "account": account,
                    "stream": stream + round_ * OTHERS,
                    "count": count,
                    "after": after,
                }
                owner.execute(_FILL, asked)
                after += count
        owner.execute(
            f"insert into {schema_of(mentions.PROJECTION)}.account_mentions (account_id, stream_id, seq) "
            "select %s, stream_id, 1 from es.event where account_id is null and stream_version = 1 "
            "order by position limit %s".encode(),
            (SMALL, NAMING),
        )
        owner.execute("update es.head set position = %s", (after,))
        owner.execute("update es.tracking set position = %s", (after,))
    with psycopg.connect(module_product_database_url, autocommit=True) as owner:
        owner.execute("vacuum analyze")
    url = seen_by("coffer_projector", module_product_database_url)
    with psycopg.connect(url, autocommit=True, options=OPTIONS) as connection:
        yield connection


def plan_of(connection: psycopg.Connection, statement: str, **asked: Any) -> dict[str, Any]:
    """The plan for whatever is asked, as that of a prepared statement is."""
    given: dict[str, Any] = {"log": 0, "account": SMALL, "topics": [], "limit": 1_000, **asked}
    names = [name for name in given if f"%({name})s" in statement]
    for number, name in enumerate(names, 1):
        statement = statement.replace(f"%({name})s", f"${number}")
    values = ", ".join(f"%({name})s" for name in names)
    cursor = psycopg.ClientCursor(connection)
    cursor.execute(f"prepare asked as {statement}".encode())
    try:
        explained = "explain (analyze, verbose, timing off, buffers off, format json) execute asked"
        row = cursor.execute(f"{explained}({values})".encode(), given).fetchone()
    finally:
        cursor.execute("deallocate asked")
    assert row is not None
    return row[0][0]["Plan"]


@pytest.mark.parametrize(
    ("after", "found"), [(0, OWN_EVENTS), (4 * (2 * OTHERS + OWN_EVENTS) // 5, OWN_EVENTS // 5)]
)
def test_own_events_are_found_by_the_account(connection: psycopg.Connection, after: int, found: int) -> None:
    plan = plan_of(connection, OWN, after=after, until=10**9)
    assert plan["Actual Rows"] == found
    assert rows_read(plan) <= found
    assert "event_account" in str(plan)


def test_what_names_it_is_found_by_its_streams(connection: psycopg.Connection) -> None:
    plan = plan_of(connection, MENTIONING, until=10**9)
    assert plan["Actual Rows"] >= NAMING
    assert rows_read(plan) <= 6 * NAMING
    positions = [
        row[0]
        for row in connection.execute(MENTIONING, {"log": 0, "account": SMALL, "until": 10**9}).fetchall()
    ]
    plan = plan_of(connection, NAMED, positions=positions)
    assert plan["Actual Rows"] == len(positions)
    assert rows_read(plan) <= 2 * len(positions)


def test_a_moment_is_found_in_a_few_looks(connection: psycopg.Connection) -> None:
    head = position_at(connection, connection.execute("select now()").fetchone()[0])  # type: ignore[index]
    assert head == 2 * OTHERS + OWN_EVENTS
