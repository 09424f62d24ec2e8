"""`/task`: tasks are written under signed statements and listed for those who can open them."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from litestar import Controller, Response, post, put
from litestar.di import Provide
from litestar.params import FromPath, JSONBody

from api.http.answers import Data, answer
from api.http.cursors import Cursors
from api.http.given import Fresh, Given
from api.http.work.bulk import in_bulk, placed
from api.http.work.listing import Listing, scope_of
from api.http.work.moves import BinMoves, Moves
from api.http.work.row_frames import Parts
from api.http.work.row_requests import ListOperation, as_rows
from api.http.work.task_bodies import TASK_ROWS, NewTasks, TaskBulk, TaskChanges, TaskPage, TaskQuery
from application.access import permitted, signed_in
from application.commands import Commands
from application.ports import Context
from application.processes.task_bodies import BinTask, PurgeTask, PutTask, UnbinTask
from domain.ids import TaskId
from domain.work.answers import TaskAnswer
from projections.kernel import Reader
from projections.work.task_lists import TASK_LIST, TASK_LIST_WITH_COMMENTS, TaskFilter, TaskSort

_MOVES = Moves(BinTask, UnbinTask, PurgeTask)


@dataclass(frozen=True)
class _Asked:
    """A query as the list takes it."""

    filter: TaskFilter
    sort: tuple[TaskSort, ...]
    limit: int | None
    cursor: str | None
    since: int | None
    parts: Parts | None


class TaskController(Controller):
    path = "/task"
    tags = ["tasks"]  # noqa: RUF012
    dependencies = {"as_rows": Provide(as_rows)}  # noqa: RUF012

    @post("/create", operation_id="createTask", status_code=201)
    async def create(
        self, data: JSONBody[NewTasks], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[TaskAnswer] | TaskBulk]:
        """Create a task, or several (200, each by itself). The same id and bytes again answer 200."""
        permitted(context, "task.create")
        batch = data.all()
        if batch is not None:
            return await in_bulk(commands, context, [(item.id, item) for item in batch])
        outcome = placed(await commands.run(data.one(), context))
        made = outcome.replayed is not None or outcome.position > 0
        return answer(outcome, status=201 if made else 200)

    @post("/get", operation_id="listTasks", status_code=200, operation_class=ListOperation)
    async def list_tasks(
        self,
        data: JSONBody[TaskQuery],
        context: Given[Context],
        reader: Given[Reader],
        fresh: Given[Fresh],
        cursors: Given[Cursors],
        as_rows: Given[bool],
    ) -> Response[TaskPage]:
        """List tasks that the caller can open: a page in one order, or what changed `since`."""
        account_id = permitted(context, "task.read")
        items = TASK_LIST_WITH_COMMENTS if data.include else TASK_LIST
        beside = "comments" if data.include else None
        rows = TASK_ROWS if as_rows else None
        listing = Listing(items, reader, account_id, context.actor.reads, fresh, rows, beside)
        wanted = data.filter_for(signed_in(context), context.now)
        asked = _Asked(wanted, data.sort, data.limit, data.cursor, data.since, data.parts)
        return await listing.asked(asked, cursors, scope_of(data, "tasks", account_id))

    @post("/update", operation_id="updateTasks", status_code=200)
    async def update(
        self, data: JSONBody[TaskChanges], context: Given[Context], commands: Given[Commands]
    ) -> Response[TaskBulk]:
        """Change tasks: content, attributes, position, assignee; complete or comment on them."""
        permitted(context, "task.read")
        return await in_bulk(commands, context, [(item.id, item) for item in data.items])

    @put("/{task_id:uuid}", operation_id="replaceTask")
    async def replace(
        self,
        task_id: FromPath[UUID],
        data: JSONBody[PutTask],
        context: Given[Context],
        commands: Given[Commands],
    ) -> Response[Data[TaskAnswer]]:
        """Replace a task. Members that are left out are cleared."""
        permitted(context, "task.read")
        return answer(placed(await commands.run(data.of(TaskId(task_id)), context)))

    @post("/delete", operation_id="deleteTasks", status_code=200)
    async def delete(
        self, data: JSONBody[BinMoves], context: Given[Context], commands: Given[Commands]
    ) -> Response[TaskBulk]:
        """Delete tasks (to the bin), restore them, or delete them for good with their keys."""
        permitted(context, f"task.{data.action()}")
        return await in_bulk(commands, context, data.commands(_MOVES))
