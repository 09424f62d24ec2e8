"""Tasks on their day: those who do them are told in the morning, once, unless they chose reminders."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

import pytest

from application.processes import warn_of_due
from application.processes.warn_of_due import WarnOfTask
from domain.accounts.accounts import ACCOUNT
from domain.accounts.accounts.events import DisclosureChanged, ZoneChanged
from domain.accounts.accounts.settings import Disclosure
from domain.errors import NotAllowed
from domain.ids import TaskId
from domain.work.recurrence import Recurrence
from domain.work.tasks import TASK
from infrastructure.work.expiry_chores import ExpiryChores
from tests.api.work.asking import created as a_document
from tests.api.work.test_reminding import created, reminder
from tests.api.work.test_tasks import attested, status, updated
from tests.api.work.test_warning_of_expiry import Post, at, digests, post
from tests.support.seen import whole
from tests.support.workplace import ANN, BEN, House

__all__ = ["post"]

DAY = date(2026, 6, 1)


@pytest.fixture(autouse=True)
def tasks(house: House, post: Post) -> None:
    house.commands._routes.update(warn_of_due.ROUTES)  # type: ignore[attr-defined]


async def told(house: House, *, times: int = 1) -> list[tuple[str, str, str]]:
    for _ in range(times):
        await ExpiryChores(house.commands, house.reader, lambda: house.now).do_what_is_due()
    await house.follow()
    return await house.reader.all(
        "select said ->> 'taskId', said ->> 'dueOn', (said -> 'userIds')::text from ("
        "select position, convert_from(state, 'utf8')::json as said from es.event "
        "where type = 'task.due_warned' and account_id = %(account)s) as e order by position",
        {"account": house.account},
    )


async def test_those_who_do_it_are_told_in_the_morning_and_once(house: House, post: Post) -> None:
    bens, anns = await created(house, dueOn=DAY, assigneeIds=(BEN,)), await created(house, dueOn=DAY)
    _, version = await house.store.load(TASK, house.account, UUID(bens["id"]))
    at(house, DAY, 6.99)
    assert await told(house) == []
    at(house, DAY)
    both = {(bens["id"], "2026-06-01", f'["{BEN}"]'), (anns["id"], "2026-06-01", f'["{ANN}"]')}
    warned = await told(house, times=3)
    assert (len(warned), set(warned)) == (2, both)
    at(house, date(2026, 6, 9))
    assert await told(house) == warned
    assert (await house.store.load(TASK, house.account, UUID(bens["id"])))[1] == version


async def test_the_mail_of_the_morning_counts_both(house: House, post: Post) -> None:
    await created(house, dueOn=DAY)
    await a_document(house, expiresOn=DAY)
    at(house, DAY)
    await told(house, times=1)
    rows = await digests(house, "documents, tasks")
    assert rows == [(1, 1)]
    await told(house, times=2)
    assert post.sent == [(ANN, "digest", "1")]
    assert await digests(house, "documents, tasks, send_at") == [(0, 0, None)]


async def test_the_account_s_clock_and_that_of_a_repeating_task(house: House, post: Post) -> None:
    await house.record(ACCOUNT, house.account, ZoneChanged("America/New_York"))
    await house.follow()
    there = await created(house, dueOn=DAY)
    daily = Recurrence("FREQ=DAILY", "fixed", "UTC")
    here = await created(house, dueOn=DAY, recurrence=daily)
    at(house, DAY)
    assert [task for task, _, _ in await told(house)] == [here["id"]]
    at(house, DAY, 11)
    assert [task for task, _, _ in await told(house)] == [here["id"], there["id"]]


async def test_each_occurrence_has_its_day(house: House, post: Post) -> None:
    daily = Recurrence("FREQ=DAILY", "fixed", "UTC")
    item = await created(house, dueOn=DAY, recurrence=daily)
    at(house, DAY)
    assert [day for _, day, _ in await told(house)] == ["2026-06-01"]
    complete = attested(house, "ann", item, dueOn=DAY, recurrence=daily)
    await updated(house, "ann", item, {"ops": [{"op": "complete"}], **complete})
    at(house, date(2026, 6, 2))
    assert [day for _, day, _ in await told(house, times=2)] == ["2026-06-01", "2026-06-02"]


async def test_whoever_chose_reminders_goes_by_them(house: House, post: Post) -> None:
    await created(house, reminder(at=datetime(2026, 6, 5, tzinfo=UTC)), dueOn=DAY)
    at(house, DAY)
    assert await told(house) == []


async def test_what_is_done_thrown_away_or_was_due_already_is_not_told(house: House, post: Post) -> None:
    done, binned = await created(house, dueOn=DAY), await created(house, dueOn=DAY)
    finish = attested(house, "ann", done, dueOn=DAY, statusId=status(house, "done"))
    await updated(house, "ann", done, {"ops": [{"op": "complete"}], **finish})
    at(house, DAY, 8)
    moves = {"items": [{"id": binned["id"], **house.pens["ann"].deletion(binned, kind="task")}]}
    assert whole(await house.post("ann", "/task/delete", moves))["errors"] == []
    assert await told(house) == [], "also by a read model that is behind"
    await created(house, dueOn=DAY)
    assert await told(house) == [], "whoever sets today knows of today"


async def test_an_account_that_keeps_its_dates_to_itself_is_not_told(house: House, post: Post) -> None:
    await created(house, dueOn=DAY)
    await house.record(ACCOUNT, house.account, DisclosureChanged(Disclosure(task_dates=False)))
    at(house, DAY)
    assert await told(house, times=2) == []
    await house.follow()
    assert await told(house) == []


async def test_only_the_clock_asks(house: House, post: Post) -> None:
    item = await created(house, dueOn=DAY)
    command: Any = WarnOfTask(TaskId(UUID(item["id"])), ANN)
    with pytest.raises(NotAllowed):
        await house.commands.run(command, house.context(house.actors["ann"]))
