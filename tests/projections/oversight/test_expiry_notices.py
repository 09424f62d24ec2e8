"""The bell on documents that expire: a line for each, for those who may read it, until it is over."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from psycopg_pool import AsyncConnectionPool

from domain.ids import DocumentId, RoleId, UserId
from domain.oversight.expiry import ExpiryWarned, expiry_id
from domain.oversight.notices import NoticesDone, NoticesRead
from domain.work.documents.facts import (
    DocumentArchived,
    DocumentCreated,
    DocumentDeleted,
    DocumentExpirySet,
    DocumentPurged,
    DocumentRenewed,
)
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.rows.reader import PostgresReader
from projections.oversight.notices import PROJECTION, may_be_done, notices_of
from projections.work.documents import DOCUMENTS_READ
from tests.support.facts import recorded, take_in
from tests.support.shapes import ACCOUNT, ANN, EVERYBODY, MEMBER, NOON, OWNER, named, sealed, signed

PASSPORT = DocumentId(named("passport"))
BEN = UserId(named("ben"))
MAY, JUNE = date(2026, 5, 31), date(2026, 6, 30)
ABOUT = {"account_id": ACCOUNT, "entity_id": PASSPORT, "at": NOON}
WARNING = {"account_id": ACCOUNT, "entity_id": expiry_id(PASSPORT), "at": NOON}


def warned(stage: int, *users: UserId) -> ExpiryWarned:
    return ExpiryWarned(document_id=PASSPORT, expires_on=MAY, stage=stage, user_ids=users)


@pytest.fixture
def reader(database_url: str, projector_database_url: str, pool: AsyncConnectionPool) -> PostgresReader:
    ensure_projections(database_url, [PROJECTION, DOCUMENTS_READ])
    content = sealed(PASSPORT)
    filed = DocumentCreated(PASSPORT, content, EVERYBODY, (), (), "active", MAY, (), note_only=True)
    take_in(projector_database_url, DOCUMENTS_READ, recorded(filed, position=1, **ABOUT))
    return PostgresReader(pool)


async def bell(reader: PostgresReader, user_id: UserId, *roles: RoleId) -> list[tuple[Any, ...]]:
    found = await notices_of(reader, user_id, ACCOUNT, frozenset(roles or EVERYBODY), NOON, 50)
    rows = [json.loads(row) for row in found.json]
    return [(row["about"], row["kind"], row["targetId"], row["readAt"] is not None) for row in rows]


LINE = ("documentExpires", "expiry", str(PASSPORT), False)


async def test_each_stage_takes_the_place_of_the_one_before(
    reader: PostgresReader, projector_database_url: str
) -> None:
    take_in(projector_database_url, PROJECTION, recorded(warned(30, ANN, BEN), position=2, **WARNING))
    assert await bell(reader, ANN) == await bell(reader, BEN) == [LINE]
    seen = recorded(NoticesRead((expiry_id(PASSPORT),)), position=3, entity_id=ANN, at=NOON)
    take_in(projector_database_url, PROJECTION, seen)
    assert await bell(reader, ANN) == [(*LINE[:3], True)]
    # Ben is not told any more, and what he was told of is not so any more.
    take_in(projector_database_url, PROJECTION, recorded(warned(7, ANN), position=4, **WARNING))
    assert await bell(reader, ANN) == [LINE]
    assert await bell(reader, BEN) == []


async def test_who_may_not_read_it_any_more_sees_no_warning(
    reader: PostgresReader, projector_database_url: str
) -> None:
    take_in(projector_database_url, PROJECTION, recorded(warned(30, ANN), position=2, **WARNING))
    assert await bell(reader, ANN, MEMBER) == [LINE]
    assert await bell(reader, ANN, RoleId(named("another role"))) == []
    found = await notices_of(reader, ANN, ACCOUNT, frozenset(), NOON, 50)
    assert found.unread == 0


async def test_what_one_has_done_is_gone_for_them_alone(
    reader: PostgresReader, projector_database_url: str
) -> None:
    take_in(projector_database_url, PROJECTION, recorded(warned(30, ANN, BEN), position=2, **WARNING))
    assert await may_be_done(reader, ANN, [expiry_id(PASSPORT), named("another")]) == [expiry_id(PASSPORT)]
    done = recorded(NoticesDone((expiry_id(PASSPORT),)), position=3, entity_id=ANN, at=NOON)
    take_in(projector_database_url, PROJECTION, done)
    assert await bell(reader, ANN) == []
    assert await bell(reader, BEN) == [LINE]


@pytest.mark.parametrize(
    ("fact", "over"),
    [
        (DocumentExpirySet(expires_on=JUNE, remind_days=()), True),
        (DocumentExpirySet(expires_on=None, remind_days=()), True),
        (DocumentExpirySet(expires_on=MAY, remind_days=(14,)), False),
        (DocumentRenewed(previous_expires_on=MAY, expires_on=JUNE, file_id=named("file")), True),
        (DocumentArchived(), True),
        (DocumentDeleted(signed("gone")), True),
        (DocumentPurged(), True),
    ],
    ids=["later", "never", "other days", "renewed", "archived", "deleted", "purged"],
)
async def test_a_warning_lasts_as_long_as_what_it_warns_of(
    reader: PostgresReader, projector_database_url: str, fact: Any, over: bool
) -> None:
    take_in(
        projector_database_url,
        PROJECTION,
        recorded(warned(30, ANN), position=2, **WARNING),
        recorded(fact, position=3, **ABOUT),
    )
    assert await bell(reader, ANN, OWNER) == ([] if over else [LINE])
