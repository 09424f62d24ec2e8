"""What the bell says of tasks: that one is due, and that somebody was spoken of."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

import pytest
from psycopg_pool import AsyncConnectionPool

from domain.ids import CommentId, TaskId, UserId
from domain.work.tasks.facts import CommentRevised, ReminderFired, TaskCommented, TaskDeleted
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.rows.reader import PostgresReader
from projections.oversight.notices import PROJECTION, notices_of
from projections.work.documents import DOCUMENTS_READ
from tests.support.facts import recorded, take_in
from tests.support.shapes import ACCOUNT, ANN, NOON, named, sealed, signed

TASK = TaskId(named("task"))
SAID = CommentId(named("comment"))
BEN, EVE = UserId(named("ben")), UserId(named("eve"))


@pytest.fixture
def reader(database_url: str, pool: AsyncConnectionPool) -> PostgresReader:
    ensure_projections(database_url, [PROJECTION, DOCUMENTS_READ])
    return PostgresReader(pool)


async def test_people_hear_of_tasks_in_their_account_and_of_comments_once(
    reader: PostgresReader, projector_database_url: str
) -> None:
    about = {"account_id": ACCOUNT, "entity_id": TASK, "at": NOON}

    async def bell(user_id: UserId, account_id: UUID = ACCOUNT) -> list[Any]:
        found = await notices_of(reader, user_id, account_id, frozenset(), NOON, 50)
        rows = [json.loads(row) for row in found.json]
        return sorted((row["about"], row["kind"], row["targetId"], row["personId"]) for row in rows)

    due = ("taskDue", "reminder", str(TASK), None)
    spoken_of = ("mentioned", "mention", str(TASK), str(ANN))
    content = sealed(SAID)
    take_in(
        projector_database_url,
        PROJECTION,
        recorded(ReminderFired(named("reminder"), None, (ANN, BEN)), position=1, **about),
        recorded(TaskCommented(SAID, ANN, content, (ANN, BEN)), position=2, actor_id=ANN, **about),
        recorded(CommentRevised(SAID, content, (BEN, EVE)), position=3, actor_id=ANN, **about),
    )
    assert await bell(ANN) == [due]
    assert await bell(BEN) == [spoken_of, due]
    assert await bell(EVE) == [spoken_of]
    assert await bell(BEN, named("another account")) == []
    gone = recorded(TaskDeleted(signed("gone")), position=4, **about)
    take_in(projector_database_url, PROJECTION, gone)
    assert await bell(BEN) == []
