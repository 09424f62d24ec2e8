"""Rows outside the log, written in the transaction of the append."""

from __future__ import annotations

from collections.abc import AsyncIterator
from uuid import uuid4

import psycopg
import pytest

from application.ports import Append, RowChange
from domain.errors import Stale
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.event_store.store import PostgresEventStore
from tests.support.notes import (
    NOTES_INLINE,
    context,
    open_store,
)


@pytest.fixture
async def store(database_url: str, app_database_url: str) -> AsyncIterator[PostgresEventStore]:
    ensure_projections(database_url, [NOTES_INLINE])
    async with open_store(app_database_url, inline=[NOTES_INLINE]) as (store, _):
        yield store


@pytest.fixture
def owner(database_url: str):
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection


@pytest.fixture
def secrets_table(owner: psycopg.Connection) -> str:
    owner.execute(
        "create schema scratch; grant usage on schema scratch to coffer_app;"
        "create table scratch.secret (id uuid primary key, hash bytea, used_at timestamptz, "
        "tries int not null default 0, tags text[] not null default '{}');"
        "grant select, insert, update, delete on scratch.secret to coffer_app;"
        "create table scratch.closed (id int primary key); grant select on scratch.closed to coffer_app"
    )
    return "scratch.secret"


def rows_only(*changes: RowChange) -> Append:
    return Append(context(), (), rows=changes)


async def test_rows_outside_the_log(
    store: PostgresEventStore, owner: psycopg.Connection, secrets_table: str
) -> None:
    one = {"id": uuid4()}
    await store.append(
        rows_only(RowChange("add", secrets_table, one, {"hash": b"\x00\xff", "tags": ("a", "b")}))
    )
    with pytest.raises(Stale) as refusal:
        await store.append(rows_only(RowChange("add", secrets_table, one, {"hash": b"2"})))
    assert refusal.value.reason == "row_taken"
    unused = {**one, "used_at": None}
    await store.append(rows_only(RowChange("patch", secrets_table, unused, {"used_at": context().now})))
    with pytest.raises(Stale) as refusal:
        await store.append(rows_only(RowChange("patch", secrets_table, unused, {"used_at": context().now})))
    assert refusal.value.reason == "row_missing"
    await store.append(rows_only(RowChange("put", secrets_table, one, {"tries": 3})))
    rows = owner.execute("select hash, used_at, tries, tags from scratch.secret").fetchall()
    assert rows == [(b"\x00\xff", context().now, 3, ["a", "b"])]
    await store.append(rows_only(RowChange("delete", secrets_table, one)))
    await store.append(rows_only(RowChange("delete", secrets_table, one)))
    assert owner.execute("select count(*) from scratch.secret").fetchone() == (0,)


@pytest.mark.parametrize("table", ["scratch.closed", "es.head", "es.event", "pg_catalog.pg_authid"])
async def test_rows_are_written_with_the_privileges_of_the_api(
    store: PostgresEventStore, secrets_table: str, table: str
) -> None:
    with pytest.raises(RuntimeError, match="42501"):
        await store.append(rows_only(RowChange("delete", table, {"id": 1})))
