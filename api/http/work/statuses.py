"""`/api/statuses`: the statuses of tasks, in their order."""

from __future__ import annotations

from uuid import UUID

from litestar import Controller, Response, delete, get, post, put
from litestar.params import FromPath, JSONBody
from msgspec import field

from api.http.answers import Data, PageInfo, Sync, answer
from api.http.given import Fresh, Given
from api.http.work.bulk import placed
from api.http.work.entry_bodies import EntryBody, EntryEnd, about, all_of
from application.access import permitted
from application.commands import Commands
from application.ports import Context
from application.processes.write_statuses import AlsoStatus, AlterStatus, EndStatus, FirstContent, NewStatus
from domain.kernel import Value
from domain.work.answers import RankedItem
from domain.work.entries.rules import EVER
from domain.work.statuses.rules import MOST
from projections.kernel import Reader
from projections.work.statuses import STATUS_LIST


class StatusList(Value, frozen=True):
    """All statuses. A removed one names that which its tasks are in. `version` is the board's."""

    data: tuple[RankedItem, ...]
    page: PageInfo
    sync: Sync
    version: int


class StatusBody(EntryBody, frozen=True, kw_only=True):
    """One change of the status that the path names. Whoever makes it the default signs the former one too."""

    former: AlsoStatus | None = field(default=None, name="also")


class StatusEnd(EntryEnd, frozen=True, kw_only=True):
    """The end of the status that the path names. `put` is the first content of one that had none."""

    put: FirstContent | None = None


class StatusController(Controller):
    path = "/api/statuses"
    tags = ["statuses"]  # noqa: RUF012

    @get("/", operation_id="listStatuses")
    async def list_statuses(
        self, context: Given[Context], reader: Given[Reader], fresh: Given[Fresh]
    ) -> Response[StatusList]:
        """List the statuses in their order. One without content is built in; clients translate its name."""
        account_id = permitted(context, "status.read")
        entries = await STATUS_LIST.open_to(reader, account_id, context.actor.reads)
        return all_of(entries, fresh, limit=MOST * EVER)

    @post("/", operation_id="createStatus", status_code=201)
    async def create(
        self, data: JSONBody[NewStatus], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[RankedItem]]:
        """Add a status. The same id and bytes again answer 200."""
        outcome = placed(await commands.run(data, context))
        made = outcome.replayed is not None or outcome.position > 0
        return answer(outcome, status=201 if made else 200)

    @put("/{status_id:uuid}", operation_id="updateStatus")
    async def update(
        self,
        status_id: FromPath[UUID],
        data: JSONBody[StatusBody],
        context: Given[Context],
        commands: Given[Commands],
    ) -> Response[Data[RankedItem]]:
        """Change a status: content, position, audience, or whether it is the default."""
        return answer(placed(await commands.run(about(AlterStatus, status_id, data), context)))

    @delete("/{status_id:uuid}", operation_id="deleteStatus", status_code=204)
    async def delete_status(
        self,
        status_id: FromPath[UUID],
        data: JSONBody[StatusEnd],
        context: Given[Context],
        commands: Given[Commands],
    ) -> Response[None]:
        """Delete a status. Its tasks move to another one of its category. Idempotent."""
        return answer(await commands.run(about(EndStatus, status_id, data), context), status=204)
