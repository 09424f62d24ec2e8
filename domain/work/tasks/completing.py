"""Completing a task: it is done, or with a next date it is open again and due then."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from domain.errors import InvalidArgument, Refused, Stale
from domain.records import encoded, unpadded
from domain.work.recurrence import day_in, following
from domain.work.tasks.facts import (
    Cause,
    Column,
    Completion,
    TaskEvent,
    TaskOccurrenceClosed,
    TaskStatusChanged,
)
from domain.work.tasks.state import Task


def complete(completion: Completion, task: Task, attrs: Mapping[str, str], now: datetime) -> list[TaskEvent]:
    """The facts, if the status that was signed is the one that goes with them (`next_due`)."""
    if completion.done.category != "done" or completion.again.category != "open":
        raise InvalidArgument("A completed task goes to a status of what is done.", reason="status")
    if task.category == "done":
        raise Stale("Someone else has already completed this.", reason="already_completed")
    recurrence, due_on = task.recurrence, task.due
    if recurrence is None or due_on is None or task.due_on is None:
        return _to(completion.done, task, "completed")
    found = following(
        recurrence,
        first_due=task.due_on,
        due_on=due_on,
        today=day_in(recurrence.zone, now),
        number=task.occurrence,
    )
    goes_to = completion.again if found else completion.done
    _check_signed(attrs, goes_to.status_id, found.on.isoformat() if found else None)
    closed = TaskOccurrenceClosed(
        number=task.occurrence,
        due_on=due_on,
        outcome=completion.outcome,
        next_due_on=found.on if found else None,
        skipped=found.skipped if found else 0,
    )
    return [closed, *_to(goes_to, task, "repeated" if found else "completed")]


def _to(column: Column, task: Task, cause: Cause) -> list[TaskEvent]:
    if column.status_id == task.status_id:
        return []
    return [
        TaskStatusChanged(
            from_id=task.status_id,
            to_id=column.status_id,
            category=column.category,
            outcome=column.outcome,
            cause=cause,
        )
    ]


def _check_signed(attrs: Mapping[str, str], status_id: UUID, next_due_on: str | None) -> None:
    """Whoever computes another date signs another status, and is told."""
    if attrs.get("statusId") != unpadded(encoded(status_id)):
        raise Refused(
            "The signed status does not go with the next date.",
            reason="next_due",
            next_due_on=next_due_on,
            status_id=str(status_id),
        )
