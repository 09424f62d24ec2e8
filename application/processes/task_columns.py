"""Where a task stands: the status it is in by the board, and its place among those in the same one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from application.unit_of_work import Work
from application.vault.key_statements import account_of
from application.work.ports import Columns
from domain.errors import NotFound, Refused
from domain.ids import StatusId, TaskId
from domain.kernel import Event
from domain.work.entries.facts import Place
from domain.work.entries.places import Ranked, ranks_at
from domain.work.ranks import Rank, between
from domain.work.statuses import STATUS_BOARD
from domain.work.statuses.facts import Outcome
from domain.work.statuses.state import Status, StatusBoard, board_of
from domain.work.tasks import TASK
from domain.work.tasks.facts import Column, Completion, RankTask, SpreadTask
from domain.work.tasks.state import KeptTask


async def board_for(work: Work) -> StatusBoard:
    """The board of the account. The append depends on it: no status is removed in between."""
    account_id = account_of(work)
    return board_of(account_id, await work.guard(STATUS_BOARD, account_id))


def column_of(status: Status) -> Column:
    return Column(status.id, status.category, status.outcome)


def standing_column(board: StatusBoard, status_id: UUID) -> Column:
    """The status that a task is to be put into. Raises `Refused` (`status`) for one that is not there."""
    status = board.status(status_id)
    if status is None or status.state == "deleted":
        raise Refused("There is no such status.", reason="status", status_id=str(status_id))
    return column_of(status)


def completion_of(board: StatusBoard, outcome: Outcome, status_id: StatusId | None) -> Completion:
    """Where a task ends that way: in the status named, or in the first of its outcome, the default before."""
    default = board.default_of("done")
    wanted = [default, *board.standing] if status_id is None else [board.status(status_id)]
    for status in wanted:
        if status is not None and status.state == "active" and status.outcome == outcome:
            again = column_of(board.default_of("open"))
            return Completion(outcome, column_of(status), again)
    raise Refused("No status says that a task ends that way.", reason="status")


@dataclass(frozen=True)
class Beside:
    """A neighbour as its own stream has it, whatever lists show yet."""

    id: UUID
    rank: Rank


@dataclass(frozen=True)
class Places:
    """Ranks in a column.

    Lists may be a moment behind, so two concurrent moves into one gap may get the same rank: then the ids
    decide, for all readers alike.
    """

    columns: Columns

    async def last(self, work: Work, status_id: UUID) -> Rank:
        return between(await self.columns.last_rank(account_of(work), status_id), None)

    async def move(
        self, work: Work, board: StatusBoard, task_id: TaskId, task: KeptTask, place: Place
    ) -> Sequence[Event]:
        """The task to its place; all others of the column too where there is no room for it."""
        status_id = _status(board, task)
        others: dict[UUID, Ranked] = {
            each.id: each for each in await self.columns.column(account_of(work), status_id)
        }
        for other_id in (place.after_id, place.before_id):
            if other_id is not None:
                others[other_id] = await self._neighbour(work, board, other_id, status_id)
        ranks = ranks_at(place, task_id, others.values())
        for other_id, rank in ranks.items():
            if other_id != task_id:
                await work.decide(TASK, other_id, SpreadTask(TaskId(other_id), rank))
        return await work.decide(TASK, task_id, RankTask(task_id, ranks[task_id]))

    async def _neighbour(self, work: Work, board: StatusBoard, task_id: UUID, status_id: UUID) -> Beside:
        task = await work.load(TASK, task_id)
        if task is None or not work.context.actor.reads.intersection(task.audience):
            raise NotFound("There is no such task.")
        if task.state != "active" or _status(board, task) != status_id:
            raise Refused("That task is in another column.", reason="place", id=str(task_id))
        return Beside(task_id, task.rank)


def _status(board: StatusBoard, task: KeptTask) -> UUID:
    status = board.followed(task.status_id)
    return task.status_id if status is None else status.id
