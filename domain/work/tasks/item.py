"""A task as its readers get it: what it is, and the envelope of the facts that made it so."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from domain.ids import ProfileId, TaskId, UserId
from domain.records import timestamp
from domain.work.answers import Item, TaskAnswer
from domain.work.item import envelope
from domain.work.tasks.state import Task


class TaskItem(Task, frozen=True, kw_only=True):
    """`seq` is the position that last changed it; `owed` are the roles still without a wrap.

    `hidden_by` is a profile of it that was archived with all that is open there.
    """

    answered: ClassVar[type[Item]] = TaskAnswer

    id: TaskId
    version: int
    owed: tuple[UUID, ...] = ()
    created_at: str
    created_by: UserId | None
    updated_at: str
    updated_by: UserId | None
    closed_at: str | None = None
    hidden_by: ProfileId | None = None
    seq: int = 0


def shown(
    task: Task,
    task_id: TaskId,
    *,
    before: TaskItem | None,
    version: int,
    at: datetime,
    by: UserId | None,
    seq: int = 0,
) -> TaskItem:
    """The task after a change by this person at this moment; `before` is what was shown until then."""
    members: dict[str, Any] = {name: getattr(task, name) for name in Task.__struct_fields__}
    closed_at = (before.closed_at if before else None) or timestamp(at) if task.category == "done" else None
    hidden_by = before.hidden_by if before else None
    members |= {"id": task_id, "closed_at": closed_at, "hidden_by": hidden_by}
    members |= envelope(task, before, version=version, at=at, by=by, seq=seq)
    return TaskItem(**members)
