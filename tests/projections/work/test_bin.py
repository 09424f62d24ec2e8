"""The bin holds what was thrown away, of every kind, for its days."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg_pool import AsyncConnectionPool

from domain.kernel import Recorded
from infrastructure.event_store.migrate import ensure_projections, migrate
from infrastructure.rows.reader import PostgresReader
from infrastructure.rows.schema import place_name
from projections.kernel import Projection, Table
from projections.work.bin import BIN, DAYS_IN_BIN, Binned, items_to_purge
from tests.support.facts import REGISTRY, recorded, take_in
from tests.support.shapes_of import NOON, all_members

ACME, BETA = UUID(int=0xACE), UUID(int=0xBEA)
KINDS = ("document", "contact", "vendor", "profile")
DUE = NOON + DAYS_IN_BIN


@pytest.fixture
def reader(database_url: str, pool: AsyncConnectionPool) -> PostgresReader:
    ensure_projections(database_url, [BIN])
    return PostgresReader(pool)


def fact(name: str, item: UUID, version: int, *, account: UUID = ACME, minutes: int = 0) -> Recorded:
    return recorded(
        all_members(REGISTRY.classes[name]),
        position=version,
        account_id=account,
        entity_id=item,
        version=version,
        at=NOON + timedelta(minutes=minutes),
    )


async def test_items_of_all_kinds_wait_in_one_line(
    reader: PostgresReader, projector_database_url: str
) -> None:
    ids = [uuid4() for _ in KINDS]
    for place, (kind, item) in enumerate(zip(KINDS, ids, strict=True)):
        account = (ACME, BETA)[place % 2]
        created = fact(f"{kind}.created", item, 1, account=account)
        deleted = fact(f"{kind}.deleted", item, 2, account=account, minutes=place)
        take_in(projector_database_url, BIN, created, deleted)
    expected = [Binned(*row, 2) for row in zip((ACME, BETA, ACME, BETA), KINDS, ids, strict=True)]
    assert await items_to_purge(reader, DUE - timedelta(seconds=1), 10) == []
    assert await items_to_purge(reader, DUE, 10) == expected[:1]
    assert await items_to_purge(reader, DUE + timedelta(hours=1), 10) == expected
    assert await items_to_purge(reader, DUE + timedelta(hours=1), 2) == expected[:2]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("end", ["restored", "purged"])
async def test_what_is_given_back_or_gone_waits_no_longer(
    reader: PostgresReader, projector_database_url: str, kind: str, end: str
) -> None:
    item = uuid4()
    take_in(projector_database_url, BIN, fact(f"{kind}.deleted", item, 2))
    take_in(projector_database_url, BIN, fact(f"{kind}.{end}", item, 3))
    assert await items_to_purge(reader, DUE, 10) == []


async def test_the_same_id_of_another_kind_waits_by_itself(
    reader: PostgresReader, projector_database_url: str
) -> None:
    item = uuid4()
    take_in(projector_database_url, BIN, *(fact(f"{kind}.deleted", item, 2) for kind in KINDS))
    take_in(projector_database_url, BIN, fact("contact.restored", item, 3))
    assert {due.kind for due in await items_to_purge(reader, DUE, 10)} == set(KINDS) - {"contact"}


@pytest.mark.parametrize("kind", KINDS)
async def test_a_later_fact_moves_the_version_and_not_the_day(
    reader: PostgresReader, projector_database_url: str, kind: str
) -> None:
    item = uuid4()
    take_in(projector_database_url, BIN, fact(f"{kind}.deleted", item, 2))
    take_in(projector_database_url, BIN, fact(f"{kind}.shared", item, 3, minutes=60))
    assert await items_to_purge(reader, DUE, 10) == [Binned(ACME, kind, item, 3)]


def test_a_database_with_the_bin_of_documents_alone_forgets_it(database_url: str) -> None:
    """Nobody would fill it any more, and everybody would wait for it."""
    columns = {"account_id": "uuid not null", "id": "uuid not null"}
    table = Table("binned_documents", columns, account=False, key=("account_id", "id"))
    former = Projection("document_bin", 1, (table,), lambda _rows, _fact: None)
    ensure_projections(database_url, [former])
    with psycopg.connect(database_url, autocommit=True) as owner:
        owner.execute("delete from public.migration where name = '0041_one_bin.sql'")
        migrate(database_url)
        ensure_projections(database_url, [BIN])
        assert owner.execute("select name from es.read_model").fetchall() == [("bin",)]
        assert owner.execute("select follower from es.tracking").fetchall() == [(place_name(BIN),)]
        assert owner.execute("select to_regclass('read.binned_documents')").fetchone() == (None,)
