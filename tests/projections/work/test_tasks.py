"""Read models of tasks: whether facts come one by one or together, the rows are the same."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import psycopg
import pytest
from psycopg_pool import AsyncConnectionPool

from domain.ids import CommentId, StatusId, built_in_status
from domain.kernel import Event, Recorded
from domain.work.items.facts import DeleteItem, RestoreItem
from domain.work.profiles.facts import ProfileArchived, ProfileUnarchived
from domain.work.statuses.facts import StatusAdded, StatusRemoved
from domain.work.tasks import TASK
from domain.work.tasks.facts import AddComment, Column, RankTask, RemoveComment, ReviseComment, ShareComment
from domain.work.tasks.schedule import Schedule
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.rows.reader import PostgresReader
from projections.work.task_comments import TASK_COMMENTS
from projections.work.task_reminders import TASK_REMINDERS
from projections.work.tasks import TASKS_READ
from tests.domain.work.test_tasks import (
    BEFORE,
    DONE,
    ID,
    REPEATS,
    SAID,
    TODO,
    WEEKLY,
    attrs,
    changes,
    comment,
    completes,
    creates,
)
from tests.support.facts import recorded, take_in
from tests.support.shapes import (
    ACCOUNT,
    ANN,
    EVERYBODY,
    NOON,
    OWNER,
    attested,
    moment,
    named,
    readers,
    sealed,
    signed,
    wrap,
)

PROJECTIONS = (TASKS_READ, TASK_COMMENTS, TASK_REMINDERS)
BANK, CALLED_OFF = StatusId(named("bank")), built_in_status(ACCOUNT, "cancelled")
OTHER = CommentId(named("other"))


def facts() -> list[Recorded]:
    """A life of a task, one fact a minute, and of the status that it is in."""
    banked = Column(BANK, "done", "completed")
    record = sealed(BANK)
    added = StatusAdded(
        status_id=BANK,
        category="done",
        outcome="completed",
        sealed=record,
        audience=readers(record),
        rank="x",
    )
    found: list[tuple[Any, Event]] = [(ACCOUNT, added)]
    task: Any = None
    steps: list[Callable[[Any], Any]] = [
        lambda _: REPEATS,
        lambda _: SAID,
        lambda _: ReviseComment(ID, SAID.comment_id, comment(revision=2)),
        lambda _: ShareComment(ID, SAID.comment_id, (wrap(OWNER, 2),), signed("shared"), EVERYBODY),
        lambda _: AddComment(ID, OTHER, comment("other")),
        lambda now: completes(now, TODO),
        lambda _: RankTask(ID, "a"),
        lambda _: RemoveComment(ID, OTHER, signed("away")),
        lambda now: changes(now, "ends", column=banked, recurrence=None, due_on=date(2026, 6, 1)),
        lambda _: DeleteItem(ID, signed("bin")),
        lambda now: RestoreItem(ID, attested("back", attrs(now))),
    ]
    for step in steps:
        events = TASK.decide(step(task), task, moment())
        task = TASK.fold(events, task)
        found += [(ID, event) for event in events]
    found.append((ACCOUNT, StatusRemoved(status_id=BANK, moved_to=CALLED_OFF)))
    return [
        recorded(
            event,
            position=place,
            account_id=ACCOUNT,
            entity_id=entity,
            actor_id=ANN,
            version=place,
            at=NOON + timedelta(minutes=place),
        )
        for place, (entity, event) in enumerate(found, 1)
    ]


@pytest.fixture
def reader(database_url: str, pool: AsyncConnectionPool) -> PostgresReader:
    ensure_projections(database_url, PROJECTIONS)
    return PostgresReader(pool)


@pytest.mark.parametrize("projection", PROJECTIONS, ids=lambda projection: projection.name)
async def test_facts_of_one_batch_and_of_many_lead_to_the_same_rows(
    reader: PostgresReader, projector_database_url: str, projection: Any
) -> None:
    tables = [table.name for table in projection.tables]

    async def rows() -> list[Any]:
        return [
            await reader.all(f"select to_jsonb(t) from read.{table} t order by 1", account_id=ACCOUNT)
            for table in tables
        ]

    happened = facts()
    for fact in happened:
        take_in(projector_database_url, projection, fact)
    one_by_one = await rows()
    with psycopg.connect(projector_database_url) as projector:
        for table in tables:
            projector.execute(f"delete from p_{projection.name}_{projection.version}.{table}")
    take_in(projector_database_url, projection, *happened)
    assert await rows() == one_by_one
    assert any(one_by_one)


async def test_tasks_follow_their_status_to_how_it_ends_them(
    reader: PostgresReader, projector_database_url: str
) -> None:
    take_in(projector_database_url, TASKS_READ, *facts())
    row = await reader.one(
        "select status_id, category, outcome, due, json -> 'sealed' -> 'attrs' ->> 'statusId' = %(signed)s "
        "from read.tasks",
        {"signed": attrs(statusId=BANK)["statusId"]},
        account_id=ACCOUNT,
    )
    assert row is not None
    assert row == (CALLED_OFF, "done", "cancelled", date(2026, 6, 1), True)


async def test_what_is_open_goes_out_of_sight_with_its_profile_and_comes_back(
    reader: PostgresReader, projector_database_url: str
) -> None:
    home, car = sorted((named("home"), named("car")))
    (made,) = TASK.decide(creates(profile_ids=(home, car)), None, moment())
    task = TASK.fold([made], None)
    assert task is not None
    archived, beside = ProfileArchived(cascade=True), ProfileArchived(cascade=False)
    told: list[tuple[Any, Event]] = [
        *((ID, made), (home, beside), (car, archived), (home, archived), (home, ProfileUnarchived())),
        (home, archived),
        *((ID, event) for event in TASK.decide(completes(task), task, moment())),
        (car, ProfileUnarchived()),
    ]
    seen: list[Any] = []
    for position, (entity, event) in enumerate(told, 1):
        fact = recorded(event, position=position, account_id=ACCOUNT, entity_id=entity, at=NOON)
        take_in(projector_database_url, TASKS_READ, fact)
        row = await reader.one(
            "select hidden_by, json #>> '{word,hiddenBy}', seq from read.tasks", account_id=ACCOUNT
        )
        assert row is not None
        assert row[1] == (row[0] and str(row[0]))
        seen.append((row[0], row[2]))
    assert seen == [*[(None, 1)] * 3, (home, 4), (None, 5), (home, 6), (None, 7), (None, 7)]


async def test_a_reminder_waits_while_its_task_does(
    reader: PostgresReader, projector_database_url: str
) -> None:
    ahead = creates(Schedule(due_on=date(2026, 6, 1), recurrence=WEEKLY, reminders=(BEFORE,)))
    (made,) = TASK.decide(ahead, None, moment())
    task = TASK.fold([made], None)
    assert task is not None
    ended = changes(task, "ends", column=DONE, recurrence=None)
    further = TASK.decide(ended, task, moment())
    told = [
        recorded(fact, position=n, account_id=ACCOUNT, entity_id=ID, at=NOON)
        for n, fact in enumerate([made, *further], 1)
    ]
    waiting = "select fire_at::text, due_on from read.task_reminders"
    take_in(projector_database_url, TASK_REMINDERS, told[0])
    rows = await reader.all(waiting)
    assert [row[1] for row in rows] == [date(2026, 6, 1)]
    take_in(projector_database_url, TASK_REMINDERS, *told[1:])
    assert await reader.all(waiting) == []
