"""`/api/saved-filters`: saved queries over a collection, private or shared."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from litestar import Controller, Response, delete, get, post, put
from litestar.di import Provide
from litestar.params import FromPath, JSONBody, QueryParameter

from api.http.answers import Data, answer
from api.http.cursors import Cursors
from api.http.given import Fresh, Given
from api.http.work.address_query import address_query
from api.http.work.bulk import placed
from api.http.work.filter_bodies import FILTER_ROWS, FilterChange, FilterPage
from api.http.work.listing import ItemQuery, Listing, narrowed, scope_of
from api.http.work.plain_bodies import SignedDelete
from api.http.work.row_requests import ListOperation, as_rows
from application.access import permitted
from application.commands import Commands
from application.ports import Context
from application.processes.filter_bodies import NewFilter, RemoveSaved
from domain.work.answers import Item
from domain.work.saved_filters.facts import Entity
from projections.kernel import Reader
from projections.work.saved_filters import SAVED_FILTER_LIST, FilterFilter


class SavedFilterController(Controller):
    path = "/api/saved-filters"
    tags = ["saved filters"]  # noqa: RUF012
    dependencies = {"asked": Provide(address_query), "as_rows": Provide(as_rows)}  # noqa: RUF012

    @get("/", operation_id="listSavedFilters", operation_class=ListOperation)
    async def list_filters(
        self,
        context: Given[Context],
        reader: Given[Reader],
        fresh: Given[Fresh],
        cursors: Given[Cursors],
        asked: Given[ItemQuery],
        as_rows: Given[bool],
        entity: Annotated[Entity | None, QueryParameter(name="entity")] = None,
    ) -> Response[FilterPage]:
        """List your filters and those shared with you, newest first."""
        account_id = permitted(context, "savedFilter.read")
        query = narrowed(asked, FilterFilter, entity=entity)
        rows = FILTER_ROWS if as_rows else None
        listing = Listing(SAVED_FILTER_LIST, reader, account_id, context.actor.reads, fresh, rows)
        return await listing.asked(query, cursors, scope_of(query, "saved-filters", account_id))

    @post("/", operation_id="createSavedFilter", status_code=201)
    async def create(
        self, data: JSONBody[NewFilter], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[Item]]:
        """Save a filter. The same id and bytes again answer 200."""
        outcome = placed(await commands.run(data, context))
        made = outcome.replayed is not None or outcome.position > 0
        return answer(outcome, status=201 if made else 200)

    @put("/{filter_id:uuid}", operation_id="updateSavedFilter")
    async def update(
        self,
        filter_id: FromPath[UUID],
        data: JSONBody[FilterChange],
        context: Given[Context],
        commands: Given[Commands],
    ) -> Response[Data[Item]]:
        """Change a filter: content, pin, or sharing. Allowed for its author and with `savedFilter.manage`."""
        return answer(placed(await commands.run(data.of(filter_id), context)))

    @delete("/{filter_id:uuid}", operation_id="deleteSavedFilter", status_code=204)
    async def remove(
        self,
        filter_id: FromPath[UUID],
        data: JSONBody[SignedDelete],
        context: Given[Context],
        commands: Given[Commands],
    ) -> Response[None]:
        """Delete a filter for good. Idempotent."""
        command = RemoveSaved(filter_id, data.statement_b64u, data.signature_b64u)
        return answer(await commands.run(command, context), status=204)
