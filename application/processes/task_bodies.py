"""What clients send about tasks. What it means is found where it is carried out: it depends on the board."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

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
from domain.ids import CommentId, TaskId
from domain.kernel import Value
from domain.sealed import Signature, Signed, Statement, Wrap
from domain.work.ranks import Rank
from domain.work.statuses.facts import Outcome

Operations = Meta(max_length=50)


class NewTask(NewContent, frozen=True, kw_only=True):
    """A task. Without `rank` it stands at the end."""

    id: TaskId
    rank: Rank | None = None


class Operation(Value, frozen=True, tag_field="op"): ...


class AddComment(Operation, frozen=True, tag="comment.add"):
    """Say something. The content is sealed as a `comment` of its own."""

    id: CommentId
    envelope: Envelope = field(name="sealed")


class ReviseComment(Operation, frozen=True, tag="comment.revise"):
    id: CommentId
    envelope: Envelope = field(name="sealed")


class RemoveComment(Operation, frozen=True, tag="comment.remove"):
    """Take it back, under a `record.delete` of the comment."""

    id: CommentId
    statement_b64u: Statement
    signature_b64u: Signature

    @property
    def signed(self) -> Signed:
        return Signed(statement_b64u=self.statement_b64u, signature_b64u=self.signature_b64u)


class ShareComment(Operation, frozen=True, tag="comment.share"):
    """Further wraps of what was said, for roles that read the task, under a `content.share`."""

    id: CommentId
    wraps: Annotated[tuple[Wrap, ...], Meta(max_length=64)]
    statement_b64u: Statement
    signature_b64u: Signature

    @property
    def signed(self) -> Signed:
        return Signed(statement_b64u=self.statement_b64u, signature_b64u=self.signature_b64u)


class Complete(Operation, frozen=True, tag="complete"):
    """It is over. One that repeats goes on in the default open status, which is signed then."""

    outcome: Outcome = "completed"


class Reopen(Operation, frozen=True, tag="reopen"):
    """It is open after all, in the status that is signed."""


class Move(Operation, frozen=True, tag="rank"):
    """To stand there in its column: at a rank, or beside another, where `afterId` decides; else last."""

    rank: Rank | None = None
    after_id: TaskId | None = None
    before_id: TaskId | None = None


CommentOperation = AddComment | ReviseComment | RemoveComment | ShareComment
TaskOperation = CommentOperation | Complete | Reopen | Move


class AlterTask(SignedChange, frozen=True, kw_only=True):
    """One change of one task: what is signed, and what is to be done."""

    id: TaskId
    ops: Annotated[tuple[TaskOperation, ...], Operations] = ()

    @property
    def changes_more_than_wraps(self) -> bool:
        return super().changes_more_than_wraps or bool(self.ops)

    @property
    def comments(self) -> tuple[CommentOperation, ...]:
        return tuple(op for op in self.ops if isinstance(op, CommentOperation))

    @property
    def is_signed(self) -> bool:
        """Whether it changes what stands under the task's own statements."""
        others = [op for op in self.ops if not isinstance(op, CommentOperation | Move)]
        return bool(others) or super().changes_more_than_wraps or self.signed is not None


class PutTask(Value, frozen=True, kw_only=True):
    """A new content of a task. Attributes that are left out are cleared."""

    id: TaskId | None = None
    version: Version
    envelope: Envelope = field(name="sealed")

    def of(self, task_id: TaskId) -> AlterTask:
        if self.id not in (None, task_id):
            raise InvalidArgument("The path names another task.", reason="form")
        return AlterTask(id=task_id, version=self.version, envelope=self.envelope)


class BinTask(BinItem, frozen=True): ...


class UnbinTask(UnbinItem, frozen=True): ...


class PurgeTask(PurgeFromBin, frozen=True): ...
