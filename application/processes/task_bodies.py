"""What clients send about tasks. What it means is found where it is carried out: it depends on the board."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from application.processes.sealed_bodies import BinItem, PurgeFromBin, SignedChange, UnbinItem, Version
from domain.errors import InvalidArgument
from domain.ids import CommentId, StatusId, TaskId
from domain.kernel import Value
from domain.records import Ids
from domain.sealed import Sealed, Signature, Signed, Statement, Wrap
from domain.work.ranks import Rank
from domain.work.recurrence import Recurrence
from domain.work.statuses.facts import Outcome
from domain.work.tasks.facts import People
from domain.work.tasks.schedule import Reminders, Schedule, TimeOfDay

Operations = Meta(max_length=50)


class NewTask(Value, frozen=True, kw_only=True):
    """A task. Without `statusId` it begins in the default status of what is open, at the end."""

    id: TaskId
    sealed: Sealed
    status_id: StatusId | None = None
    rank: Rank | None = None
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

    @property
    def schedule(self) -> Schedule:
        return Schedule(self.start_on, self.due_on, self.due_time, self.recurrence, self.reminders)


class TaskSet(Value, frozen=True, kw_only=True):
    """Members to set; those that are left out stay as they are. A written `dueOn` ends `nextDueOn`."""

    status_id: StatusId | UnsetType = UNSET
    rank: Rank | UnsetType = UNSET
    profile_ids: Ids | UnsetType = UNSET
    topic_ids: Ids | UnsetType = UNSET
    document_ids: Ids | UnsetType = UNSET
    assignee_ids: People | UnsetType = UNSET
    start_on: date | UnsetType | None = UNSET
    due_on: date | UnsetType | None = UNSET
    due_time: TimeOfDay | UnsetType | None = UNSET
    recurrence: Recurrence | UnsetType | None = UNSET
    reminders: Reminders | UnsetType = UNSET

    @property
    def signed_members(self) -> dict[str, Any]:
        """Those that are given and stand under the statement as they are."""
        names = (name for name in self.__struct_fields__ if name not in ("status_id", "rank"))
        return {name: value for name in names if (value := getattr(self, name)) is not UNSET}


class Operation(Value, frozen=True, tag_field="op"): ...


class AddComment(Operation, frozen=True, tag="comment.add"):
    """Say something. The content is sealed as a `comment` of its own."""

    comment_id: CommentId
    sealed: Sealed
    mention_ids: People = ()


class ReviseComment(Operation, frozen=True, tag="comment.revise"):
    comment_id: CommentId
    sealed: Sealed
    mention_ids: People = ()


class RemoveComment(Operation, frozen=True, tag="comment.remove"):
    """Take it back, under a `record.delete` of the comment."""

    comment_id: CommentId
    statement_b64u: Statement
    signature_b64u: Signature

    @property
    def signed(self) -> Signed:
        return Signed(statement_b64u=self.statement_b64u, signature_b64u=self.signature_b64u)


class ShareComment(Operation, frozen=True, tag="comment.share"):
    """Further wraps of what was said, for roles that read the task, under a `content.share`."""

    comment_id: CommentId
    wraps: Annotated[tuple[Wrap, ...], Meta(max_length=64)]
    statement_b64u: Statement
    signature_b64u: Signature

    @property
    def signed(self) -> Signed:
        return Signed(statement_b64u=self.statement_b64u, signature_b64u=self.signature_b64u)


class Assign(Operation, frozen=True, tag="assign"):
    add: People = ()
    remove: People = ()


class Complete(Operation, frozen=True, tag="complete"):
    """It is over. One that repeats goes on in the default open status, which is signed then."""

    outcome: Outcome = "completed"
    status_id: StatusId | None = None


class Reopen(Operation, frozen=True, tag="reopen"):
    """It is open after all, in this status or the default one."""

    status_id: StatusId | None = None


class Move(Operation, frozen=True, tag="rank"):
    """To stand there in its column. Beside two others `afterId` decides; beside none it stands last."""

    after_id: TaskId | None = None
    before_id: TaskId | None = None


CommentOperation = AddComment | ReviseComment | RemoveComment | ShareComment
TaskOperation = CommentOperation | Assign | Complete | Reopen | Move


class AlterTask(SignedChange, frozen=True, kw_only=True):
    """One change of one task: a new content, members to set, and what is to be done."""

    id: TaskId
    set: TaskSet = TaskSet()
    ops: Annotated[tuple[TaskOperation, ...], Operations] = ()

    @property
    def changes_more_than_wraps(self) -> bool:
        return super().changes_more_than_wraps or self.set != TaskSet() or bool(self.ops)

    @property
    def comments(self) -> tuple[CommentOperation, ...]:
        return tuple(op for op in self.ops if isinstance(op, CommentOperation))

    @property
    def is_signed(self) -> bool:
        """Whether it changes what stands under the task's own statements."""
        others = [op for op in self.ops if not isinstance(op, CommentOperation | Move)]
        signed_set = self.set.status_id is not UNSET or bool(self.set.signed_members)
        return bool(others) or signed_set or super().changes_more_than_wraps or self.signed is not None


class PutTask(Value, frozen=True, kw_only=True):
    """The whole of a task. Members that are left out are cleared; status, rank and parent stay."""

    id: TaskId | None = None
    version: Version
    sealed: Sealed
    status_id: StatusId | UnsetType = UNSET
    rank: Rank | UnsetType = UNSET
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

    def of(self, task_id: TaskId) -> ReplaceTask:
        if self.id not in (None, task_id):
            raise InvalidArgument("The path names another task.", reason="form")
        members = {name: getattr(self, name) for name in TaskSet.__struct_fields__}
        change = AlterTask(
            id=task_id,
            version=self.version,
            sealed=self.sealed,
            set=TaskSet(**members),
        )
        return ReplaceTask(change, self.parent_id)


class ReplaceTask(Value, frozen=True):
    """A change that says all there is; what it says again is no difference."""

    change: AlterTask
    parent_id: TaskId | None

    @property
    def id(self) -> TaskId:
        return self.change.id


class BinTask(BinItem, frozen=True): ...


class UnbinTask(UnbinItem, frozen=True): ...


class PurgeTask(PurgeFromBin, frozen=True): ...
