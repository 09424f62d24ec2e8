"""What a task is at a moment, as the facts leave it: for decisions and for those who read."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from msgspec.structs import replace

from domain.ids import CommentId, DocumentId, ProfileId, StatusId, TaskId, TopicId, UserId
from domain.kernel import Value
from domain.records import Attribute, Later, joined, later_of, revision_of
from domain.sealed import Sealed
from domain.work.attributes import AttributesSigned
from domain.work.items.facts import AudienceChanged, Deleted, Purged, Restored, Revised, Shared
from domain.work.items.state import SealedItem, deleted, purged, roles, with_attributes, with_content
from domain.work.recurrence import Recurrence
from domain.work.statuses.facts import Category, Outcome
from domain.work.tasks.facts import (
    CommentRemoved,
    CommentRevised,
    CommentShared,
    ReminderFired,
    ReminderMissed,
    TaskAssigned,
    TaskCommented,
    TaskCreated,
    TaskEvent,
    TaskFiled,
    TaskOccurrenceClosed,
    TaskRanked,
    TaskScheduled,
    TaskStatusChanged,
)
from domain.work.tasks.reminding import still_fired
from domain.work.tasks.schedule import Reminder, Schedule


class Task(SealedItem, frozen=True, kw_only=True):
    """A task.

    `occurrence` is the number of the one that is open, and `next_due_on` when it is due, where it differs
    from the signed date.
    """

    status_id: StatusId
    category: Category
    outcome: Outcome | None = None
    rank: str
    profile_ids: tuple[ProfileId, ...] = ()
    topic_ids: tuple[TopicId, ...] = ()
    document_ids: tuple[DocumentId, ...] = ()
    assignee_ids: tuple[UserId, ...] = ()
    start_on: date | None = None
    due_on: date | None = None
    due_time: str | None = None
    recurrence: Recurrence | None = None
    reminders: tuple[Reminder, ...] = ()
    parent_id: TaskId | None = None
    occurrence: int = 1
    next_due_on: date | None = None
    comment_count: int = 0

    @property
    def due(self) -> date | None:
        """The day on which the open occurrence is due."""
        return self.next_due_on or self.due_on

    @property
    def schedule(self) -> Schedule:
        return Schedule(self.start_on, self.due_on, self.due_time, self.recurrence, self.reminders)

    @property
    def attributes(self) -> Mapping[str, Attribute]:
        """What its people sign, by wire name (`domain.md` section 3)."""
        return {
            "statusId": self.status_id,
            "profileIds": self.profile_ids,
            "topicIds": self.topic_ids,
            "documentIds": self.document_ids,
            "assigneeIds": self.assignee_ids,
            "startOn": self.start_on,
            "dueOn": self.due_on,
            "dueTime": self.due_time,
            "recurrence": self.recurrence and self.recurrence.signed_text,
            "reminders": self.schedule.signed_reminders,
            "parentId": self.parent_id,
            "state": "active",
        }


class Comment(Value, frozen=True, kw_only=True):
    """What a decision about a comment needs to know. A deleted one has no content."""

    id: CommentId
    author_id: UserId
    sealed: Sealed
    audience: tuple[UUID, ...]
    """That of the task when it was written, and the roles it was shared with since."""
    later: tuple[Later, ...] = ()
    removed: bool = False

    @property
    def revision(self) -> int:
        return revision_of(self.sealed, self.later)


class KeptTask(Task, frozen=True, kw_only=True):
    """A task with what its stream keeps beside it: comments by id, and for which date each reminder fired."""

    comments: dict[CommentId, Comment] = msgspec.field(default_factory=dict[CommentId, Comment])
    fired: dict[UUID, date | None] = msgspec.field(default_factory=dict[UUID, date | None])


T = TypeVar("T", bound=Task)


def evolve(task: KeptTask | None, event: TaskEvent) -> KeptTask | None:
    if isinstance(event, TaskCreated):
        return KeptTask(**begun(event))
    if task is None:
        return None
    before, task = task, changed(task, event)
    match event:
        case TaskScheduled():
            return replace(task, fired=still_fired(task.fired, before.reminders, task.reminders))
        case TaskCommented(comment_id=id, author_id=author, sealed=sealed):
            return _said(task, Comment(id=id, author_id=author, sealed=sealed, audience=task.audience))
        case CommentRevised(comment_id=id, sealed=sealed) if id in task.comments:
            said = replace(task.comments[id], sealed=sealed, later=(), audience=task.audience)
            return _said(task, said)
        case CommentRemoved(comment_id=id, signed=signed) if id in task.comments:
            said = task.comments[id]
            empty = replace(said.sealed, wraps=(), data_b64u="")
            later = (*said.later, later_of(signed))
            return _said(task, replace(said, sealed=empty, later=later, removed=True))
        case CommentShared(comment_id=id, added=added, signed=signed, audience=audience) if (
            id in task.comments
        ):
            said = task.comments[id]
            sealed = replace(said.sealed, wraps=joined(said.sealed.wraps, added))
            later = (*said.later, later_of(signed, added))
            return _said(task, replace(said, sealed=sealed, later=later, audience=audience))
        case ReminderFired(reminder_id=id, due_on=due_on) | ReminderMissed(reminder_id=id, due_on=due_on):
            return replace(task, fired={**task.fired, id: due_on})
        case Purged():
            return replace(task, comments={}, fired={})
        case _:
            return task


def _said(task: KeptTask, comment: Comment) -> KeptTask:
    return replace(task, comments={**task.comments, comment.id: comment})


def evolve_shown(task: Task | None, event: TaskEvent) -> Task | None:
    """The same for those who read: what is said about it has rows of its own."""
    if isinstance(event, TaskCreated):
        return Task(**begun(event))
    return None if task is None else changed(task, event)


def begun(event: TaskCreated) -> dict[str, Any]:
    """The members of a task as it begins."""
    members = {name: getattr(event, name) for name in Task.__struct_fields__ if hasattr(event, name)}
    return members | {"audience": roles(event.audience)}


def changed(task: T, event: TaskEvent) -> T:
    """The task after one more fact, in whatever form it is held."""
    if isinstance(event, AttributesSigned):
        return _attributes_changed(with_attributes(task, event), event)
    match event:
        case Revised() | AudienceChanged() | Shared():
            return with_content(task, event)
        case TaskRanked(rank=rank):
            return replace(task, rank=rank)
        case TaskCommented():
            return replace(task, comment_count=task.comment_count + 1)
        case CommentRemoved():
            return replace(task, comment_count=task.comment_count - 1)
        case Deleted(signed=signed):
            return deleted(task, signed)
        case Purged():
            return replace(purged(task), comment_count=0)
        case _:
            return task


def _attributes_changed(task: T, event: AttributesSigned) -> T:
    match event:
        case TaskStatusChanged(to_id=status, category=category, outcome=outcome):
            return replace(task, status_id=status, category=category, outcome=outcome)
        case TaskAssigned(added=added, removed=removed):
            people = (set(task.assignee_ids) | set(added)) - set(removed)
            return replace(task, assignee_ids=tuple(sorted(people)))
        case TaskScheduled():
            times = {name: getattr(event, name) for name in Schedule.__struct_fields__}
            return replace(task, **times, next_due_on=event.next_due_on)
        case TaskFiled(profile_ids=profiles, topic_ids=topics, document_ids=documents):
            return replace(task, profile_ids=profiles, topic_ids=topics, document_ids=documents)
        case TaskOccurrenceClosed(number=number, next_due_on=next_due_on, skipped=skipped):
            # Also after the last one, so that a number closes once whatever is opened again.
            return replace(task, occurrence=number + 1 + skipped, next_due_on=next_due_on or task.next_due_on)
        case Restored():
            return replace(task, state="active")
        case _:
            return task
