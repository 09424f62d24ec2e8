"""Reminders that are still to fire, of all accounts, by their moment: what the clock asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from domain.accounts.accounts.events import AccountOpened, ZoneChanged
from domain.kernel import Recorded, Value
from domain.work.items.facts import Deleted, Purged, Restored
from domain.work.tasks import TASK
from domain.work.tasks.facts import (
    ReminderFired,
    ReminderMissed,
    TaskCreated,
    TaskOccurrenceClosed,
    TaskScheduled,
    TaskStatusChanged,
)
from domain.work.tasks.reminding import fires_at, reminded_of, still_fired
from domain.work.tasks.schedule import Reminder
from projections.kernel import Needed, Projection, Reader, Rows, Table

# The clock looks over all accounts, so these rows belong to none: ids, days and times, nothing else.
REMINDERS = Table(
    "task_reminders",
    {
        "account_id": "uuid not null",
        "task_id": "uuid not null",
        "id": "uuid not null",
        "due_on": "date",
        "fire_at": "timestamptz not null",
    },
    account=False,
    key=("account_id", "task_id", "id"),
    indexes=("fire_at, id, task_id",),
)
# What their moments follow from.
TIMES = Table("reminded_tasks", {"id": "uuid not null", "json": "jsonb not null"})
ZONES = Table("reminder_zones", {"id": "uuid not null", "zone": "text not null"})


class Times(Value, frozen=True, kw_only=True):
    """`zone` is that of a repeating task; others go by their account's."""

    due: date | None
    due_time: str | None
    zone: str | None
    reminders: tuple[Reminder, ...]
    fired: dict[UUID, date | None] = msgspec.field(default_factory=dict[UUID, date | None])
    alive: bool = True
    done: bool = False


def apply(rows: Rows, recorded: Recorded) -> None:
    event, task_id = recorded.event, recorded.entity_id
    match event:
        case AccountOpened(account_id=account_id, zone=zone):
            rows.put(ZONES, account_id, zone=zone)
        case ZoneChanged(zone=zone):
            rows.put(ZONES, recorded.entity_id, zone=zone)
            for row in rows.select(TIMES):
                _set(rows, recorded, row["id"], _times(row), again=True)
        case _:
            row = rows.get(TIMES, task_id)
            before = None if row is None else _times(row)
            after = _after(event, before)
            if after is not None and after != before:
                rows.put(TIMES, task_id, json=msgspec.to_builtins(after))
                _set(rows, recorded, task_id, after)


def _after(event: Any, before: Times | None) -> Times | None:
    change = msgspec.structs.replace
    match event:
        case TaskCreated(due_on=due):
            return Times(due=due, done=event.category == "done", **_of(event))
        case _ if before is None:
            return None
        case TaskScheduled(due_on=due, next_due_on=next_due_on):
            fired = still_fired(before.fired, before.reminders, event.reminders)
            return change(before, due=next_due_on or due, fired=fired, **_of(event))
        case ReminderFired(reminder_id=id, due_on=due_on) | ReminderMissed(reminder_id=id, due_on=due_on):
            return change(before, fired={**before.fired, id: due_on})
        case TaskOccurrenceClosed(next_due_on=next_due_on) if next_due_on is not None:
            return change(before, due=next_due_on)
        case TaskStatusChanged(category=category):
            return change(before, done=category == "done")
        case Deleted() | Purged():
            return change(before, alive=False)
        case Restored():
            return change(before, alive=True)
        case _:
            return before


def _of(event: TaskCreated | TaskScheduled) -> dict[str, Any]:
    zone = event.recurrence.zone if event.recurrence else None
    return {"due_time": event.due_time, "zone": zone, "reminders": event.reminders}


def _set(rows: Rows, recorded: Recorded, task_id: UUID, times: Times, *, again: bool = False) -> None:
    """Its reminders as they are now. What lies in the past when it is set fires no more; `again` moves
    only those that were still to fire."""
    known = {row["id"]: row for row in _armed(rows, recorded, task_id)}
    for row in known.values():
        rows.delete(REMINDERS, _place(recorded, task_id, row["id"]))
    if not times.alive or times.done:
        return
    account = rows.get(ZONES, recorded.account_id) if recorded.account_id else None
    zone = times.zone or (account["zone"] if account else "UTC")
    for reminder in times.reminders:
        moment, due_on = fires_at(reminder, times.due, times.due_time, zone), reminded_of(reminder, times.due)
        if reminder.id in times.fired and times.fired[reminder.id] == due_on:
            continue
        waits = reminder.id in known and known[reminder.id]["due_on"] == due_on
        if moment is not None and (waits or (not again and moment > recorded.occurred_at)):
            rows.put(REMINDERS, _place(recorded, task_id, reminder.id), due_on=due_on, fire_at=moment)


def _armed(rows: Rows, recorded: Recorded, task_id: UUID) -> list[Mapping[str, Any]]:
    return list(rows.select(REMINDERS, account_id=recorded.account_id, task_id=task_id))


def _place(recorded: Recorded, task_id: UUID, reminder_id: UUID) -> dict[str, Any]:
    return {"account_id": recorded.account_id, "task_id": task_id, "id": reminder_id}


def _times(row: Mapping[str, Any]) -> Times:
    return msgspec.convert(row["json"], Times)


# After these its reminders are set anew, unless nothing changed.
_SETTING = (
    *(TaskCreated, TaskScheduled, TaskOccurrenceClosed, TaskStatusChanged),
    *(ReminderFired, ReminderMissed, Deleted, Purged, Restored),
)


def _needs(recorded: Recorded) -> Iterator[Needed]:
    if recorded.kind == TASK.name:
        yield Needed(TIMES, {"id": recorded.entity_id})
        if isinstance(recorded.event, _SETTING):
            yield Needed(REMINDERS, {"account_id": recorded.account_id, "task_id": recorded.entity_id})


TASK_REMINDERS = Projection(
    "task_reminders",
    3,
    (REMINDERS, TIMES, ZONES),
    apply,
    (*TASK.events, AccountOpened, ZoneChanged),
    needs=_needs,
)


class DueReminder(NamedTuple):
    """A reminder whose moment has come."""

    account_id: UUID
    task_id: UUID
    reminder_id: UUID
    due_on: date | None
    fire_at: datetime


_DUE = """
select account_id, task_id, id, due_on, fire_at from read.task_reminders
where fire_at <= %(now)s and (fire_at, id, task_id) > (%(after)s::timestamptz, %(after_id)s, %(after_task)s)
order by fire_at, id, task_id limit %(limit)s
"""
_FIRST = UUID(int=0)


async def reminders_due(
    reader: Reader, now: datetime, limit: int, after: DueReminder | None = None
) -> list[DueReminder]:
    """At most so many, the longest due first, from where the last answer ended."""
    asked = {
        "now": now,
        "limit": limit,
        "after": "-infinity" if after is None else after.fire_at,
        "after_id": _FIRST if after is None else after.reminder_id,
        "after_task": _FIRST if after is None else after.task_id,
    }
    return [DueReminder(*row) for row in await reader.all(_DUE, asked)]
