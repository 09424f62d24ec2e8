"""Reminders: the clock finds those whose moment has come, and each fires once for its date."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest

from application.processes.remind import Remind, Reminding, routes
from domain.accounts.accounts import ACCOUNT
from domain.accounts.accounts.events import ZoneChanged
from domain.errors import NotAllowed, Refused
from domain.ids import TaskId
from domain.work.recurrence import Recurrence
from domain.work.tasks import TASK
from domain.work.tasks.item import TaskItem
from domain.work.tasks.schedule import Reminder, Schedule
from infrastructure.work import reminder_chores
from infrastructure.work.lookups import ItemLookup
from infrastructure.work.reminder_chores import ReminderChores
from projections.work.task_lists import TASK_LIST
from tests.api.work.test_tasks import attested, status, task, updated
from tests.support.seen import seen, whole
from tests.support.workplace import ANN, BEN, House

DAY = date(2026, 6, 1)
EARLY = datetime(2026, 6, 1, 0, tzinfo=UTC)


@dataclass
class Post:
    """Notes who got which letter."""

    sent: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])

    async def send(self, work: Any, account_id: Any, user_id: Any, template: str, path: str) -> None:
        self.sent.append((user_id, template, path))


@pytest.fixture
def post(house: House) -> Post:
    letters = Post()
    tasks = ItemLookup(house.reader, TASK_LIST, TaskItem)
    house.commands._routes.update(routes(Reminding(tasks, letters)))  # type: ignore[attr-defined]
    house.party.now = int(EARLY.timestamp() * 1000)
    return letters


def reminder(channel: Any = "inapp", **when: Any) -> Reminder:
    return Reminder(uuid4(), channel, **when)


def body(house: House, *reminders: Reminder, **typed: Any) -> dict[str, Any]:
    lines = Schedule(reminders=reminders).signed_reminders
    return task(house, reminders=lines, **typed)


async def created(house: House, *reminders: Reminder, **typed: Any) -> dict[str, Any]:
    answer = await house.post("ann", "/task/create", body(house, *reminders, **typed))
    assert answer.status_code == 201, answer.text
    await house.follow()
    return seen(answer)


async def told(house: House, item: dict[str, Any]) -> list[Any]:
    """What has fired, after the clock was asked."""
    await ReminderChores(house.commands, house.reader, lambda: house.now).do_what_is_due()
    await house.follow()
    _, version = await house.store.load(TASK, house.account, UUID(item["id"]))
    rows = await house.reader.all(
        "select count(*) from read.task_reminders where task_id = %(id)s", {"id": item["id"]}
    )
    return [version, rows[0][0]]


async def people(house: House, item: dict[str, Any]) -> Any:
    """Of whom the newest fact speaks."""
    row = await house.reader.one(
        "select type, convert_from(state, 'utf8')::json ->> 'userIds' from es.event "
        "where account_id = %(account)s order by position desc limit 1",
        {"account": house.account},
    )
    assert row is not None
    return row


async def test_those_who_do_it_are_reminded_once_by_bell_and_mail(house: House, post: Post):
    half = reminder("email", minutes_before=30)
    item = await created(house, half, dueOn=DAY, dueTime="09:30", assigneeIds=(BEN,))
    house.pass_time(hours=8, minutes=59)
    assert await told(house, item) == [1, 1]
    house.pass_time(minutes=1)
    assert await told(house, item) == [2, 0]
    assert await people(house, item) == ("reminder.fired", f'["{BEN}"]')
    assert post.sent == [(BEN, "task_reminder", "/tasks")]
    house.pass_time(hours=1)
    assert await told(house, item) == [2, 0]
    command = Remind(TaskId(UUID(item["id"])), half.id, DAY, house.now)
    with pytest.raises(NotAllowed):
        await house.commands.run(command, house.context(house.actors["ann"]))


async def test_nobody_does_it_so_whoever_wrote_it_down_is_reminded(house: House, post: Post):
    item = await created(house, reminder(at=datetime(2026, 6, 1, 10, tzinfo=UTC)))
    house.pass_time(hours=11)
    assert await told(house, item) == [2, 0]
    assert await people(house, item) == ("reminder.fired", f'["{ANN}"]')
    assert post.sent == [], "only by the bell"


async def test_too_late_is_missed_and_late_is_not(house: House, post: Post):
    late = await created(house, reminder("email", at=datetime(2026, 6, 1, 10, tzinfo=UTC)))
    await created(house, reminder("email", at=datetime(2026, 6, 1, 9, tzinfo=UTC)))
    house.pass_time(hours=33, minutes=30)
    await told(house, late)
    rows = await house.reader.all(
        "select type from es.event where account_id = %(account)s and type like 'reminder.%%' order by type",
        {"account": house.account},
    )
    assert rows == [("reminder.fired",), ("reminder.missed",)]
    assert [letter[0] for letter in post.sent] == [ANN]


async def test_one_run_comes_to_the_end_and_passes_over_what_is_refused(
    house: House, post: Post, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(reminder_chores, "BATCH", 2)
    nine = reminder(at=datetime(2026, 6, 1, 9, tzinfo=UTC))
    items = [await created(house, nine) for _ in range(5)]
    stuck = {UUID(item["id"]) for item in items[:3]}
    run = house.commands.run

    async def refuse_some(command: Any, context: Any) -> Any:
        if isinstance(command, Remind) and command.task_id in stuck:
            raise Refused("Not now.")
        return await run(command, context)

    house.pass_time(hours=10)
    with monkeypatch.context() as refusing:
        refusing.setattr(house.commands, "run", refuse_some)
        versions = [(await told(house, item))[0] for item in items]
    assert versions == [1, 1, 1, 2, 2]
    assert [(await told(house, item))[0] for item in items] == [2] * 5


async def test_the_account_moves_and_its_reminders_move_along(house: House, post: Post):
    item = await created(house, reminder(minutes_before=0), dueOn=DAY, dueTime="09:00")
    await house.record(ACCOUNT, house.account, ZoneChanged("Europe/London"))
    await house.follow()
    house.pass_time(hours=8)
    assert await told(house, item) == [2, 0]


async def test_each_occurrence_is_reminded_of(house: House, post: Post):
    daily = Recurrence("FREQ=DAILY", "fixed", "UTC")
    at_nine = reminder(minutes_before=0)
    item = await created(house, at_nine, dueOn=DAY, dueTime="09:00", recurrence=daily)
    house.pass_time(hours=9)
    assert await told(house, item) == [2, 0]
    signed = {"dueOn": DAY, "dueTime": "09:00", "recurrence": daily}
    lines = Schedule(reminders=(at_nine,)).signed_reminders
    complete = attested(house, "ann", item, **signed, reminders=lines)
    after = await updated(house, "ann", item, {"ops": [{"op": "complete"}], **complete})
    assert (after["nextDueOn"], after["occurrence"]) == ("2026-06-02", 2)
    assert await told(house, item) == [3, 1]
    house.pass_time(hours=24)
    assert await told(house, item) == [4, 0]


async def test_what_is_done_or_thrown_away_reminds_of_nothing(house: House, post: Post):
    at_nine = reminder(minutes_before=0)
    lines = Schedule(reminders=(at_nine,)).signed_reminders
    done, binned = [await created(house, at_nine, dueOn=DAY, dueTime="09:00") for _ in range(2)]
    typed = {"dueOn": DAY, "dueTime": "09:00", "reminders": lines}
    finish = attested(house, "ann", done, **typed, statusId=status(house, "done"))
    await updated(house, "ann", done, {"ops": [{"op": "complete"}], **finish})
    moves = {"items": [{"id": binned["id"], **house.pens["ann"].deletion(binned, kind="task")}]}
    assert whole(await house.post("ann", "/task/delete", moves))["errors"] == []
    await house.follow()
    house.pass_time(hours=10)
    assert await told(house, done) == [2, 0]
    assert await told(house, binned) == [2, 0]
    past = await created(house, at_nine, dueOn=DAY, dueTime="09:00")
    assert await told(house, past) == [1, 0], "its moment had gone by when it was set"
