"""Writing tasks: the signed statement, the board, the people, and what the account lets the server know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from msgspec import UNSET

from application.commands import Route
from application.processes.item_desk import ItemDesk
from application.processes.sealed_items import Found, SealedItems
from application.processes.task_bodies import (
    AlterTask,
    BinTask,
    Complete,
    Move,
    NewTask,
    PurgeTask,
    Reopen,
    UnbinTask,
)
from application.processes.task_columns import (
    Places,
    board_for,
    completion_of,
    standing_column,
)
from application.processes.task_comments import CommentDesk
from application.processes.task_people import check_people_and_dates
from application.unit_of_work import Work
from application.vault.content import audience_of
from application.vault.ports import Checks
from application.work.ports import Columns
from domain.errors import InvalidArgument, NotFound, Refused
from domain.ids import TaskId
from domain.kernel import Event
from domain.work.answers import Item
from domain.work.entries.facts import Place
from domain.work.statuses.state import StatusBoard
from domain.work.tasks import TASK
from domain.work.tasks.facts import ChangeTask, Column, CreateTask, TaskAttributes
from domain.work.tasks.item import TaskItem, shown
from domain.work.tasks.state import KeptTask


@dataclass(frozen=True)
class TaskDesk(ItemDesk[KeptTask, TaskItem]):
    """Carries out what is asked of tasks. Every answer is the task as it is afterwards."""

    places: Places
    comments: CommentDesk

    async def create(self, work: Work, command: NewTask) -> Item:
        board = await board_for(work)
        sealed, signed = command.sealed, command.attributes(TaskAttributes)
        column = standing_column(board, signed.status_id)
        creation = CreateTask(
            id=command.id,
            sealed=sealed,
            audience=audience_of(sealed),
            column=column,
            rank=command.rank or await self.places.last(work, column.status_id),
            profile_ids=signed.profile_ids,
            topic_ids=signed.topic_ids,
            document_ids=signed.document_ids,
            assignee_ids=signed.assignee_ids,
            schedule=signed.schedule,
            parent_id=signed.parent_id,
        )
        events = await work.decide(TASK, command.id, creation)
        if events:
            task = await self.items.now(work, command.id)
            await self.items.check_put(work, sealed, None)
            if signed.parent_id is not None:
                await self._check_parent(work, signed.parent_id)
            await check_people_and_dates(work, task, None)
        return await self.items.shown(work, command.id, events)

    async def alter(self, work: Work, command: AlterTask) -> Item:
        before = await self.items.visible(work, command.id)
        await self.items.check_version(work, command.id, command.version, command.sealed)
        if command.wraps is not None:
            return await self.share(work, command.id, command, before, wider="task.update")
        if before.state == "deleted" and command.sealed is None and command.attested is not None:
            # After a deletion signed attributes bring back what has them (`domain.md` section 8).
            work.permit("task.delete")
            return await self.unbin(work, UnbinTask(command.id, command.attested))
        board = await board_for(work)
        events: list[Event] = []
        if command.is_signed:
            work.permit("task.update")
            events += await self._change(work, board, command, before)
        events += await self._rank(work, board, command)
        events += await self.comments.carry_out(work, command.id, command.comments)
        return await self.items.shown(work, command.id, events)

    async def _change(
        self, work: Work, board: StatusBoard, command: AlterTask, before: KeptTask
    ) -> Sequence[Event]:
        change = _meant(board, command, before)
        events = await work.decide(TASK, command.id, change)
        if not events:
            return ()
        after = await self.items.now(work, command.id)
        if change.sealed is not None:
            await self.items.check_put(work, change.sealed, before)
        elif change.attested is not None:
            await self.items.check_attested(work, command.id, change.attested, before)
        await check_people_and_dates(work, after, before)
        return events

    async def _rank(self, work: Work, board: StatusBoard, command: AlterTask) -> Sequence[Event]:
        moves = [op for op in command.ops if isinstance(op, Move)]
        if not moves:
            return ()
        work.permit("task.update")
        task, move = await self.items.now(work, command.id), moves[-1]
        place = Place(rank=move.rank, after_id=move.after_id, before_id=move.before_id)
        return await self.places.move(work, board, command.id, task, place)

    async def _check_parent(self, work: Work, parent_id: TaskId) -> None:
        try:
            parent = await self.items.visible(work, parent_id)
        except NotFound:
            raise Refused("There is no such task to be a part of.", reason="parent") from None
        if parent.state != "active" or parent.parent_id is not None:
            raise Refused("A task has parts, and its parts have none.", reason="parent")


def _meant(board: StatusBoard, command: AlterTask, before: KeptTask) -> ChangeTask:
    """What is asked of the task: what is signed now, with the columns of the board in it."""
    signed = command.attributes(TaskAttributes)
    if signed is None:
        raise InvalidArgument("A change of a task is signed.", reason="statement")
    if signed.parent_id != before.parent_id:
        raise InvalidArgument("A task stays a part of what it was made for.", reason="parent")
    return ChangeTask(
        id=command.id,
        sealed=command.sealed,
        attested=command.attested,
        audience=command.audience,
        profile_ids=signed.profile_ids,
        topic_ids=signed.topic_ids,
        document_ids=signed.document_ids,
        assignee_ids=signed.assignee_ids,
        start_on=signed.start_on,
        # Signed as it was, it is not set again, and the date that follows from it stays.
        due_on=UNSET if signed.due_on == before.due_on else signed.due_on,
        due_time=signed.due_time,
        recurrence=signed.recurrence,
        reminders=signed.reminders,
        **_column(board, command, signed, before),
    )


def _column(
    board: StatusBoard, command: AlterTask, signed: TaskAttributes, before: KeptTask
) -> dict[str, Any]:
    """Where the task goes. One that is completed goes where its next date says."""
    for op in command.ops:
        match op:
            case Complete(outcome=outcome):
                status = board.status(signed.status_id)
                ends = status is not None and status.category == "done"
                return {"completion": completion_of(board, outcome, signed.status_id if ends else None)}
            case Reopen():
                return {"column": _open_column(board, signed.status_id), "reopens": True}
            case _:
                pass
    stays = signed.status_id == before.status_id
    return {"column": None if stays else standing_column(board, signed.status_id)}


def _open_column(board: StatusBoard, status_id: UUID) -> Column:
    column = standing_column(board, status_id)
    if column.category == "done":
        raise Refused("What is open again is in a status that is not done.", reason="status")
    return column


def desk_of(checks: Checks, found: Found[TaskItem], columns: Columns) -> TaskDesk:
    items = SealedItems(TASK, checks, found, shown)
    return TaskDesk(items, Places(columns), CommentDesk(items))


def routes(desk: TaskDesk) -> dict[type, Route]:
    return {
        NewTask: Route("task.create", desk.create, (TASK,)),
        AlterTask: Route("task.read", desk.alter, (TASK,)),
        BinTask: Route("task.delete", desk.bin, (TASK,)),
        UnbinTask: Route("task.delete", desk.unbin, (TASK,)),
        PurgeTask: Route("task.purge", desk.purge, (TASK,)),
    }
