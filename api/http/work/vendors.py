"""`/api/vendors`: vendors are written under signed statements and listed for those who can open them."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from litestar import Controller, Response, delete, get, post, put
from litestar.di import Provide
from litestar.params import FromPath, JSONBody, QueryParameter

from api.http.answers import Data, answer
from api.http.cursors import Cursors
from api.http.given import Fresh, Given
from api.http.work.address_query import address_query
from api.http.work.bulk import placed
from api.http.work.listing import ItemQuery, Listing, narrowed, scope_of
from api.http.work.plain_bodies import VENDOR_ROWS, ItemPage, OptionalDelete, VendorChange
from api.http.work.row_requests import ListOperation, as_rows
from application.access import permitted
from application.commands import Commands
from application.ports import Context
from application.processes.plain_bodies import BinVendor, NewVendor, PurgeVendor
from domain.work.answers import Item
from projections.kernel import Reader
from projections.work.item_lists import Direction, ItemFilter, Sort
from projections.work.plain_items import VENDOR_LIST


class VendorController(Controller):
    path = "/api/vendors"
    tags = ["vendors"]  # noqa: RUF012
    dependencies = {"asked": Provide(address_query), "as_rows": Provide(as_rows)}  # noqa: RUF012

    @get("/", operation_id="listVendors", operation_class=ListOperation)
    async def list_vendors(
        self,
        context: Given[Context],
        reader: Given[Reader],
        fresh: Given[Fresh],
        cursors: Given[Cursors],
        asked: Given[ItemQuery],
        as_rows: Given[bool],
        sort: Annotated[Literal["createdAt", "updatedAt"] | None, QueryParameter(name="sort")] = None,
        direction: Annotated[Direction, QueryParameter(name="dir")] = "asc",
    ) -> Response[ItemPage]:
        """List vendors that the caller can open: a page in one order, or what changed `since`."""
        account_id = permitted(context, "vendor.read")
        query = narrowed(asked, ItemFilter, () if sort is None else (Sort(sort, direction),))
        rows = VENDOR_ROWS if as_rows else None
        listing = Listing(VENDOR_LIST, reader, account_id, context.actor.reads, fresh, rows)
        return await listing.asked(query, cursors, scope_of(query, "vendors", account_id))

    @post("/", operation_id="createVendor", status_code=201)
    async def create(
        self, data: JSONBody[NewVendor], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[Item]]:
        """Create a vendor. The same id and bytes again answer 200."""
        outcome = placed(await commands.run(data, context))
        made = outcome.replayed is not None or outcome.position > 0
        return answer(outcome, status=201 if made else 200)

    @put("/{vendor_id:uuid}", operation_id="updateVendor")
    async def update(
        self,
        vendor_id: FromPath[UUID],
        data: JSONBody[VendorChange],
        context: Given[Context],
        commands: Given[Commands],
    ) -> Response[Data[Item]]:
        """Change a vendor: content, state, or audience. Signed attributes restore it from the bin."""
        return answer(placed(await commands.run(data.of(vendor_id), context)))

    @delete("/{vendor_id:uuid}", operation_id="deleteVendor", status_code=204)
    async def delete_vendor(
        self,
        vendor_id: FromPath[UUID],
        data: JSONBody[OptionalDelete],
        context: Given[Context],
        commands: Given[Commands],
        purge: Annotated[bool, QueryParameter(name="purge")] = False,
    ) -> Response[None]:
        """Delete a vendor (to the bin); with `purge` (unsigned) for good. Idempotent."""
        permitted(context, "vendor.purge" if purge else "vendor.delete")
        if purge:
            return answer(await commands.run(PurgeVendor(vendor_id), context), status=204)
        command = BinVendor(vendor_id, *data.needed())
        return answer(await commands.run(command, context), status=204)
