"""What is kept for a while only goes when its time is over, and not before."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql

from infrastructure.event_store.housekeeping import drop_what_is_due
from tests.support.large_accounts import ASKING, fill
from tests.support.stack import seen_by


@pytest.fixture
def owner(product_database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(product_database_url, autocommit=True) as owner:
        yield owner


def keep_house(owner_url: str) -> None:
    with psycopg.connect(seen_by("coffer_projector", owner_url), autocommit=True) as followers:
        drop_what_is_due(followers)


def test_answers_to_repeated_requests_are_kept_for_a_week(
    owner: psycopg.Connection, product_database_url: str
) -> None:
    for name, age in (("new", timedelta()), ("old", timedelta(days=6, hours=23)), ("due", timedelta(days=7))):
        owner.execute(
            "insert into es.idempotency values (%s, %s, %s, 'POST /x', '', '', 1, now() - %s)",
            (uuid4(), uuid4(), name, age),
        )
    keep_house(product_database_url)
    assert {key for (key,) in owner.execute("select key from es.idempotency")} == {"new", "old"}


@pytest.mark.parametrize("table", ["changes", "notices"])
def test_changes_and_notices_are_kept_for_ninety_days(
    owner: psycopg.Connection, product_database_url: str, table: str
) -> None:
    fill(owner, {ASKING: 3})
    ages = [timedelta(), timedelta(days=89, hours=23), timedelta(days=90)]
    for seq, age in zip(sorted(_seqs(owner, table)), ages, strict=True):
        moved = sql.SQL("update {} set at = now() - %s where seq = %s").format(sql.Identifier("read", table))
        owner.execute(moved, (age, seq))
    before = _seqs(owner, table)
    keep_house(product_database_url)
    assert before - _seqs(owner, table) == {max(before)}


def _seqs(owner: psycopg.Connection, table: str) -> set[int]:
    rows = owner.execute(sql.SQL("select seq from {}").format(sql.Identifier("read", table)))
    return {row[0] for row in rows.fetchall()}
