"""Warnings that a task is due: who was told on its day, once for each date."""

from __future__ import annotations

from datetime import date
from uuid import UUID, uuid5

from domain.ids import TaskId, UserId
from domain.kernel import Decider, Event, Moment, Value


class WarnOfDue(Value, frozen=True, kw_only=True):
    """The day on which the task is due has begun."""

    task_id: TaskId
    due_on: date
    user_ids: tuple[UserId, ...]


class DueWarned(Event, frozen=True, tag="task.due_warned", kw_only=True):
    """These people were told that the task is due on this day."""

    task_id: TaskId
    due_on: date
    user_ids: tuple[UserId, ...]


class DueTold(Value, frozen=True):
    """Of which date there was a warning, the newest."""

    due_on: date


def due_id(task_id: UUID) -> UUID:
    """The stream of a task's warnings, beside that of the task for the reason of `expiry_id`."""
    return uuid5(task_id, "due")


def decide(command: WarnOfDue, told: DueTold | None, _moment: Moment) -> list[DueWarned]:
    if told is not None and told.due_on == command.due_on:
        return []
    return [DueWarned(task_id=command.task_id, due_on=command.due_on, user_ids=command.user_ids)]


def evolve(_told: DueTold | None, event: DueWarned) -> DueTold:
    return DueTold(event.due_on)


# A task that comes every day has a warning every day.
DUE: Decider[WarnOfDue, DueTold, DueWarned] = Decider(
    "due", (DueWarned,), decide, evolve, state=DueTold, snapshot_version=1
)
