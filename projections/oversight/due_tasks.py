"""Tasks of all accounts whose day is still to come, by its morning; those with reminders go by these."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from msgspec.structs import replace

from domain.accounts.accounts import events as accounts
from domain.kernel import Recorded, Value
from domain.oversight.due import DueWarned
from domain.work.documents.expiry import morning_of
from domain.work.items.facts import Deleted, Purged, Restored
from domain.work.tasks import TASK
from domain.work.tasks import facts as t
from projections.kernel import Projection, Reader, Rows, Table, named_as_the_entity

# The clock looks over all accounts, so these rows belong to none: ids and moments, nothing else.
DUES = Table(
    "task_dues",
    {
        "account_id": "uuid not null",
        "task_id": "uuid not null",
        "warn_at": "timestamptz not null",
        "author_id": "uuid",
    },
    account=False,
    key=("account_id", "task_id"),
    indexes=("warn_at, task_id", "account_id, warn_at"),
)
# What their moments follow from.
DUE_TASKS = Table("due_tasks", {"id": "uuid not null", "json": "jsonb not null"})
POLICIES = Table("due_policies", {"id": "uuid not null", "json": "jsonb not null"})


class Policy(Value, frozen=True):
    zone: str
    disclosed: bool = True


class DueTask(Value, frozen=True, kw_only=True):
    """`zone` is that of a repeating task. Of `skipped` the morning was over when it was set."""

    due: date | None
    zone: str | None
    reminded: bool
    skipped: date | None = None
    told: date | None = None
    author_id: UUID | None = None
    done: bool = False
    deleted: bool = False


def apply(rows: Rows, fact: Recorded) -> None:
    event = fact.event
    match event:
        case accounts.AccountOpened(account_id=account_id, zone=zone):
            rows.put(POLICIES, account_id, json=msgspec.to_builtins(Policy(zone)))
        case accounts.ZoneChanged(zone=zone):
            _change_policy(rows, fact, zone=zone)
        case accounts.DisclosureChanged(disclosure=disclosure):
            _change_policy(rows, fact, disclosed=disclosure.task_dates)
        case accounts.AccountErased():
            for row in rows.select(DUES, account_id=fact.account_id):
                rows.delete(DUES, _place(fact, row["task_id"]))
        case Purged():
            rows.delete(DUE_TASKS, fact.entity_id)
            rows.delete(DUES, _place(fact, fact.entity_id))
        case DueWarned(task_id=task_id):
            _change_task(rows, fact, task_id)
        case _:
            _change_task(rows, fact, fact.entity_id)


def _change_policy(rows: Rows, fact: Recorded, **changed: Any) -> None:
    policy = replace(_policy(rows, fact), **changed)
    rows.put(POLICIES, fact.entity_id, json=msgspec.to_builtins(policy))
    for row in rows.select(DUE_TASKS):
        _set(rows, fact, row["id"], msgspec.convert(row["json"], DueTask), policy)


def _change_task(rows: Rows, fact: Recorded, task_id: UUID) -> None:
    row = rows.get(DUE_TASKS, task_id)
    before = None if row is None else msgspec.convert(row["json"], DueTask)
    policy = _policy(rows, fact)
    after = _after(fact, before)
    if after is None or after == before:
        return
    if before is None or after.due != before.due:
        over = after.due is not None and _morning(after, policy) <= fact.occurred_at
        after = replace(after, skipped=after.due if over else None)
    rows.put(DUE_TASKS, task_id, json=msgspec.to_builtins(after))
    _set(rows, fact, task_id, after, policy)


def _after(fact: Recorded, before: DueTask | None) -> DueTask | None:
    event = fact.event
    match event:
        case t.TaskCreated(due_on=due):
            return DueTask(due=due, author_id=fact.actor_id, done=event.category == "done", **_of(event))
        case _ if before is None:
            return None
        case t.TaskScheduled(due_on=due, next_due_on=next_due_on):
            return replace(before, due=next_due_on or due, **_of(event))
        case t.TaskOccurrenceClosed(next_due_on=next_due_on) if next_due_on is not None:
            return replace(before, due=next_due_on)
        case t.TaskStatusChanged(category=category):
            return replace(before, done=category == "done")
        case DueWarned(due_on=due_on):
            return replace(before, told=due_on)
        case Deleted():
            return replace(before, deleted=True)
        case Restored():
            return replace(before, deleted=False)
        case _:
            return before


def _of(event: t.TaskCreated | t.TaskScheduled) -> dict[str, Any]:
    zone = event.recurrence.zone if event.recurrence else None
    return {"zone": zone, "reminded": bool(event.reminders)}


def _set(rows: Rows, fact: Recorded, task_id: UUID, task: DueTask, policy: Policy) -> None:
    waits = task.due is not None and task.due not in (task.skipped, task.told)
    if not waits or not policy.disclosed or task.reminded or task.done or task.deleted:
        rows.delete(DUES, _place(fact, task_id))
    else:
        moment = _morning(task, policy)
        rows.put(DUES, _place(fact, task_id), warn_at=moment, author_id=task.author_id)


def _morning(task: DueTask, policy: Policy) -> datetime:
    assert task.due is not None  # of one without a day there is nothing to ask
    return morning_of(task.due, task.zone or policy.zone)


def _policy(rows: Rows, fact: Recorded) -> Policy:
    row = rows.get(POLICIES, fact.account_id) if fact.account_id else None
    return Policy("UTC") if row is None else msgspec.convert(row["json"], Policy)


def _place(fact: Recorded, task_id: UUID) -> dict[str, Any]:
    return {"account_id": fact.account_id, "task_id": task_id}


PROJECTION = Projection(
    "due_tasks",
    1,
    (DUES, DUE_TASKS, POLICIES),
    apply,
    (
        accounts.AccountOpened,
        accounts.ZoneChanged,
        accounts.DisclosureChanged,
        accounts.AccountErased,
        *TASK.events,
        DueWarned,
    ),
    needs=named_as_the_entity(DUE_TASKS),
)


class DueTaskNow(NamedTuple):
    """A task whose day has begun."""

    account_id: UUID
    task_id: UUID
    author_id: UUID | None
    warn_at: datetime


_DUE = """
select account_id, task_id, author_id, warn_at from read.task_dues
where warn_at <= %(now)s and (warn_at, task_id) > (%(after)s::timestamptz, %(after_id)s)
order by warn_at, task_id limit %(limit)s
"""
_FIRST = UUID(int=0)


async def tasks_due(
    reader: Reader, now: datetime, limit: int, after: DueTaskNow | None = None
) -> list[DueTaskNow]:
    asked = {
        "now": now,
        "limit": limit,
        "after": "-infinity" if after is None else after.warn_at,
        "after_id": _FIRST if after is None else after.task_id,
    }
    return [DueTaskNow(*row) for row in await reader.all(_DUE, asked)]
