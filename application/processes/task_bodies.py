"""What clients send about tasks. What it means is found where it is carried out: it depends on the board."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType, field

from application.processes.sealed_bodies import (
    BinItem,
    Envelope,
    NewContent,
    PurgeFromBin,
    SignedChange,
    UnbinItem,
    Version,
)
from domain.errors import InvalidArgument
from domain.ids import CommentId, StatusId, TaskId
from domain.kernel import Value
from domain.records import Ids
from domain.sealed import Signature, Signed, Statement, Wrap
from domain.work.ranks import Rank
from domain.work.recurrence import Recurrence
from domain.work.signed_attributes import check_copies, read_attributes
from domain.work.statuses.facts import Outcome
from domain.work.tasks.facts import People, TaskAttributes
from domain.work.tasks.schedule import Reminders, TimeOfDay

Operations = Meta(max_length=50)


class NewTask(NewContent, frozen=True, kw_only=True):
    """A task. Without `rank` it stands at the end."""

    id: TaskId
    status_id: StatusId | UnsetType = UNSET
    rank: Rank | None = None
    profile_ids: Ids | UnsetType = UNSET
    topic_ids: Ids | UnsetType = UNSET
    document_ids: Ids | UnsetType = UNSET
    assignee_ids: People | UnsetType = UNSET
    start_on: date | UnsetType | None = UNSET
    due_on: date | UnsetType | None = UNSET
    due_time: TimeOfDay | UnsetType | None = UNSET
    recurrence: Recurrence | UnsetType | None = UNSET
    reminders: Reminders | UnsetType = UNSET
    parent_id: TaskId | UnsetType | None = UNSET


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
    def is_signed(self) -> bool:
        """Whether it sets anything that stands under the task's statements."""
        return any(getattr(self, name) is not UNSET for name in self.__struct_fields__ if name != "rank")


class Operation(Value, frozen=True, tag_field="op"): ...


class AddComment(Operation, frozen=True, tag="comment.add"):
    """Say something. The content is sealed as a `comment` of its own."""

    comment_id: CommentId
    envelope: Envelope = field(name="sealed")
    mention_ids: People | UnsetType = UNSET


class ReviseComment(Operation, frozen=True, tag="comment.revise"):
    comment_id: CommentId
    envelope: Envelope = field(name="sealed")
    mention_ids: People | UnsetType = UNSET


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

    def task_attributes(self) -> TaskAttributes | None:
        """What is signed in the clear. Raises `InvalidArgument` (`attrs`) where the body says otherwise."""
        signed = self.attributes(TaskAttributes)
        if signed is None:
            return None
        check_copies(self.set, signed)
        people = set(signed.assignee_ids)
        for op in self.ops:
            if isinstance(op, Assign) and (set(op.add) - people or set(op.remove) & people):
                raise InvalidArgument("Other people are signed.", reason="attrs")
        return signed

    @property
    def sets_due_on(self) -> bool:
        """Whether the day is said to be set, were it the same as before."""
        return self.set.due_on is not UNSET

    @property
    def comments(self) -> tuple[CommentOperation, ...]:
        return tuple(op for op in self.ops if isinstance(op, CommentOperation))

    @property
    def is_signed(self) -> bool:
        """Whether it changes what stands under the task's own statements."""
        others = [op for op in self.ops if not isinstance(op, CommentOperation | Move)]
        return (
            bool(others) or self.set.is_signed or super().changes_more_than_wraps or self.signed is not None
        )


class PutTask(Value, frozen=True, kw_only=True):
    """The whole of a task. Members that are left out are cleared; status, rank and parent stay."""

    id: TaskId | None = None
    version: Version
    envelope: Envelope = field(name="sealed")
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
    parent_id: TaskId | UnsetType | None = UNSET

    def of(self, task_id: TaskId) -> ReplaceTask:
        if self.id not in (None, task_id):
            raise InvalidArgument("The path names another task.", reason="form")
        check_copies(self, read_attributes(TaskAttributes, self.envelope.attrs))
        members = {name: getattr(self, name) for name in TaskSet.__struct_fields__}
        change = AlterTask(
            id=task_id,
            version=self.version,
            envelope=self.envelope,
            set=TaskSet(**members),
        )
        return ReplaceTask(change)


class ReplaceTask(Value, frozen=True):
    """A new content with all attributes."""

    change: AlterTask

    @property
    def id(self) -> TaskId:
        return self.change.id


class BinTask(BinItem, frozen=True): ...


class UnbinTask(UnbinItem, frozen=True): ...


class PurgeTask(PurgeFromBin, frozen=True): ...
