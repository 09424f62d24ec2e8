"""What can be asked of a task, and the facts that come of it."""

from __future__ import annotations

from datetime import date
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from msgspec import UNSET, Meta, UnsetType

from domain.ids import CommentId, StatusId, TaskId, UserId
from domain.kernel import Event, Value
from domain.records import Attested, Ids
from domain.sealed import Sealed, Signed, Wrap
from domain.work.attributes import AttributesSigned
from domain.work.items import facts as items
from domain.work.items.facts import Audience, BinCommand, ShareItem
from domain.work.ranks import Rank
from domain.work.recurrence import Recurrence
from domain.work.statuses.facts import Category, Outcome
from domain.work.tasks.schedule import Reminder, Reminders, Schedule, TimeOfDay

People = Annotated[tuple[UserId, ...], Meta(max_length=100)]
Cause = Literal["moved", "completed", "reopened", "repeated"]


class TaskAttributes(Value, frozen=True, kw_only=True):
    """What the people of a task sign in the clear."""

    status_id: StatusId
    profile_ids: Ids = ()
    topic_ids: Ids = ()
    document_ids: Ids = ()
    assignee_ids: People = ()
    start_on: date | None = None
    due_on: date | None = None
    due_time: TimeOfDay | None = None
    recurrence: Recurrence | None = None
    reminders: Reminders = ()
    parent_id: TaskId | None = None
    state: Literal["active"]

    @property
    def schedule(self) -> Schedule:
        return Schedule(self.start_on, self.due_on, self.due_time, self.recurrence, self.reminders)


class CommentAttributes(Value, frozen=True, kw_only=True):
    """What the author of a comment signs in the clear."""

    task_id: TaskId
    mention_ids: People = ()


class Column(Value, frozen=True):
    """A status as the board has it now, looked up by the caller."""

    status_id: StatusId
    category: Category
    outcome: Outcome | None = None


class Completion(Value, frozen=True):
    """One occurrence is over. The task goes to `done`, or to `again` when there is a next date."""

    outcome: Outcome
    done: Column
    again: Column


class CreateTask(Value, frozen=True, kw_only=True):
    id: TaskId
    sealed: Sealed
    audience: Audience
    column: Column
    rank: Rank
    profile_ids: Ids = ()
    topic_ids: Ids = ()
    document_ids: Ids = ()
    assignee_ids: People = ()
    schedule: Schedule = Schedule()
    parent_id: TaskId | None = None


class ChangeTask(Value, frozen=True, kw_only=True):
    """New content (`sealed`), or other attributes under a statement of their own (`attested`)."""

    id: TaskId
    sealed: Sealed | None = None
    attested: Attested | None = None
    audience: Audience | None = None
    column: Column | None = None
    reopens: bool = False
    completion: Completion | None = None
    profile_ids: Ids | UnsetType = UNSET
    topic_ids: Ids | UnsetType = UNSET
    document_ids: Ids | UnsetType = UNSET
    assignee_ids: People | UnsetType = UNSET
    start_on: date | UnsetType | None = UNSET
    due_on: date | UnsetType | None = UNSET
    due_time: TimeOfDay | UnsetType | None = UNSET
    recurrence: Recurrence | UnsetType | None = UNSET
    reminders: Reminders | UnsetType = UNSET


class RankTask(Value, frozen=True):
    id: TaskId
    rank: Rank


class SpreadTask(Value, frozen=True):
    """Rank a whole column again; needs no read access."""

    id: TaskId
    rank: Rank


class AddComment(Value, frozen=True):
    id: TaskId
    comment_id: CommentId
    sealed: Sealed
    mention_ids: People = ()


class ReviseComment(Value, frozen=True):
    id: TaskId
    comment_id: CommentId
    sealed: Sealed
    mention_ids: People = ()


class RemoveComment(Value, frozen=True):
    id: TaskId
    comment_id: CommentId
    signed: Signed


class ShareComment(Value, frozen=True):
    """Further wraps of its content, for roles that read the task."""

    id: TaskId
    comment_id: CommentId
    wraps: tuple[Wrap, ...]
    signed: Signed
    audience: Audience


class FireReminder(Value, frozen=True):
    """Its time has come. The clock says so; `missed` when that was too long ago to be of use."""

    id: TaskId
    reminder_id: UUID
    due_on: date | None
    user_ids: People = ()
    missed: bool = False


TaskCommand = (
    CreateTask
    | ChangeTask
    | RankTask
    | SpreadTask
    | ShareItem
    | AddComment
    | ReviseComment
    | RemoveComment
    | ShareComment
    | FireReminder
    | BinCommand
)


class TaskCreated(items.Created, frozen=True, kw_only=True, tag="task.created"):
    """A task was created."""

    task_id: TaskId
    status_id: StatusId
    category: Category
    outcome: Outcome | None
    rank: Rank
    profile_ids: tuple[UUID, ...]
    topic_ids: tuple[UUID, ...]
    document_ids: tuple[UUID, ...]
    assignee_ids: tuple[UserId, ...]
    start_on: date | None
    due_on: date | None
    due_time: str | None
    recurrence: Recurrence | None
    reminders: tuple[Reminder, ...]
    parent_id: TaskId | None


class TaskRevised(items.Revised, frozen=True, tag="task.revised"):
    """The content changed."""


class TaskAudienceChanged(items.AudienceChanged, frozen=True, tag="task.audience_changed"):
    """The content changed, encrypted for another audience."""


class TaskShared(items.Shared, frozen=True, tag="task.shared"):
    """More roles got access."""


class TaskStatusChanged(AttributesSigned, frozen=True, tag="task.status_changed"):
    """Moved to another status."""

    from_id: StatusId
    to_id: StatusId
    category: Category
    outcome: Outcome | None
    cause: Cause


class TaskRanked(Event, frozen=True, tag="task.ranked"):
    """Moved within its column."""

    rank: Rank


class TaskAssigned(AttributesSigned, frozen=True, tag="task.assigned"):
    """The assignees changed."""

    added: tuple[UserId, ...]
    removed: tuple[UserId, ...]


class TaskScheduled(AttributesSigned, frozen=True, tag="task.scheduled"):
    """Start, due date, recurrence or reminders changed. Setting `due_on` clears `next_due_on`."""

    start_on: date | None
    due_on: date | None
    due_time: str | None
    recurrence: Recurrence | None
    reminders: tuple[Reminder, ...]
    next_due_on: date | None


class TaskFiled(AttributesSigned, frozen=True, tag="task.filed"):
    """It belongs to these profiles, topics and documents."""

    profile_ids: tuple[UUID, ...]
    topic_ids: tuple[UUID, ...]
    document_ids: tuple[UUID, ...]


class TaskOccurrenceClosed(AttributesSigned, frozen=True, tag="task.occurrence_closed"):
    """One occurrence ended; `skipped` dates of the rule are passed over before the next one."""

    number: int
    due_on: date
    outcome: Outcome
    next_due_on: date | None
    skipped: int


class TaskCommented(Event, frozen=True, tag="task.commented"):
    """A comment was added."""

    erasable: ClassVar[tuple[str, ...]] = ("sealed.wraps", "sealed.attrsSaltB64u")

    comment_id: CommentId
    author_id: UserId
    sealed: Sealed
    mention_ids: tuple[UserId, ...]


class CommentRevised(Event, frozen=True, tag="comment.revised"):
    """A comment was changed."""

    erasable: ClassVar[tuple[str, ...]] = ("sealed.wraps", "sealed.attrsSaltB64u")

    comment_id: CommentId
    sealed: Sealed
    mention_ids: tuple[UserId, ...]


class CommentRemoved(Event, frozen=True, tag="comment.removed"):
    """A comment was deleted."""

    comment_id: CommentId
    signed: Signed


class CommentShared(Event, frozen=True, tag="comment.shared"):
    """Roles added to the task later got access to the comment."""

    erasable: ClassVar[tuple[str, ...]] = ("added",)

    comment_id: CommentId
    added: tuple[Wrap, ...]
    signed: Signed
    audience: tuple[UUID, ...]


class ReminderFired(Event, frozen=True, tag="reminder.fired"):
    """A reminder of this due date was sent to these people."""

    reminder_id: UUID
    due_on: date | None
    user_ids: tuple[UserId, ...] = ()


class ReminderMissed(Event, frozen=True, tag="reminder.missed"):
    """A reminder was not sent in time, and will not be."""

    reminder_id: UUID
    due_on: date | None


class TaskDeleted(items.Deleted, frozen=True, tag="task.deleted"):
    """Moved to the bin."""


class TaskRestored(items.Restored, frozen=True, tag="task.restored"):
    """Restored from the bin."""


class TaskPurged(items.Purged, frozen=True, tag="task.purged"):
    """Deleted for good, with its wraps."""


# Those that are stored; what any sealed item may have is decided under its common name.
TaskFact = (
    TaskCreated
    | TaskRevised
    | TaskAudienceChanged
    | TaskShared
    | TaskStatusChanged
    | TaskRanked
    | TaskAssigned
    | TaskScheduled
    | TaskFiled
    | TaskOccurrenceClosed
    | TaskCommented
    | CommentRevised
    | CommentRemoved
    | CommentShared
    | ReminderFired
    | ReminderMissed
    | TaskDeleted
    | TaskRestored
    | TaskPurged
)

TaskEvent = TaskFact | items.ContentEvent | items.BinEvent
