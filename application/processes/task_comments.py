"""Carrying out what is said about a task: each comment under statements of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from application.processes.sealed_items import SealedItems
from application.processes.statements import previous_of
from application.processes.task_bodies import (
    AddComment,
    CommentOperation,
    RemoveComment,
    ReviseComment,
    ShareComment,
)
from application.processes.task_people import check_mentions
from application.unit_of_work import Work
from application.vault.content import (
    audience_of,
    check_content_share,
    check_record_delete,
    check_record_put,
)
from domain.errors import InvalidArgument
from domain.ids import TaskId
from domain.kernel import Event
from domain.work.signed_attributes import read_attributes
from domain.work.tasks import TASK
from domain.work.tasks import facts as tasks
from domain.work.tasks.facts import CommentAttributes
from domain.work.tasks.item import TaskItem
from domain.work.tasks.state import Comment, KeptTask

KIND = "comment"


@dataclass(frozen=True)
class CommentDesk:
    """What is asked about comments, in the order asked for."""

    items: SealedItems[KeptTask, TaskItem]

    async def carry_out(
        self, work: Work, task_id: TaskId, operations: Sequence[CommentOperation]
    ) -> Sequence[Event]:
        events: list[Event] = []
        for operation in operations:
            if not isinstance(operation, ShareComment):  # which needs no more than reading it
                work.permit("task.comment")
            task = await self.items.now(work, task_id)
            before = task.comments.get(operation.id)
            match operation:
                case RemoveComment():
                    events += await self._remove(work, task_id, operation, before)
                case ShareComment():
                    events += await self._share(work, task_id, operation, before)
                case _:
                    events += await self._say(work, task_id, operation, before, task)
        return events

    async def _say(
        self,
        work: Work,
        task_id: TaskId,
        operation: AddComment | ReviseComment,
        before: Comment | None,
        task: KeptTask,
    ) -> Sequence[Event]:
        sealed = operation.envelope.opened()
        signed = read_attributes(CommentAttributes, operation.envelope.attrs)
        people = signed.mention_ids
        say = tasks.AddComment if isinstance(operation, AddComment) else tasks.ReviseComment
        events = await work.decide(TASK, task_id, say(task_id, operation.id, sealed, people))
        if events:
            previous = previous_of(before) if before else None
            said = await check_record_put(
                work, self.items.checks, kind=KIND, sealed=sealed, previous=previous
            )
            if said.audience != task.audience:
                raise InvalidArgument("A comment is for those who read its task.", reason="audience")
            await check_mentions(work, people, task.audience)
        return events

    async def _remove(
        self, work: Work, task_id: TaskId, operation: RemoveComment, before: Comment | None
    ) -> Sequence[Event]:
        command = tasks.RemoveComment(task_id, operation.id, operation.signed)
        events = await work.decide(TASK, task_id, command)
        if events and before is not None:
            await check_record_delete(
                work,
                self.items.checks,
                kind=KIND,
                object_id=operation.id,
                statement_b64u=operation.statement_b64u,
                signature_b64u=operation.signature_b64u,
                previous=previous_of(before),
            )
        return events

    async def _share(
        self, work: Work, task_id: TaskId, operation: ShareComment, before: Comment | None
    ) -> Sequence[Event]:
        wraps, signed = operation.wraps, operation.signed
        command = tasks.ShareComment(task_id, operation.id, wraps, signed, audience_of(signed))
        events = await work.decide(TASK, task_id, command)
        if events and before is not None:
            await check_content_share(
                work,
                self.items.checks,
                kind=KIND,
                object_id=operation.id,
                statement_b64u=operation.statement_b64u,
                signature_b64u=operation.signature_b64u,
                added=wraps,
                previous=previous_of(before),
            )
        return events
