"""`/contact`: contacts are written under signed statements and listed for those who can open them."""

from __future__ import annotations

from uuid import UUID

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.di import Provide
from litestar.params import FromPath, JSONBody

from api.http.answers import Data, answer, one
from api.http.cursors import Cursors
from api.http.given import Fresh, Given
from api.http.work.bulk import in_bulk, placed
from api.http.work.listing import ItemQuery, Listing, scope_of
from api.http.work.moves import BinMoves, Moves
from api.http.work.plain_bodies import (
    CONTACT_ROWS,
    ContactChanges,
    FoundItems,
    ItemBulk,
    ItemIds,
    ItemPage,
    NewContacts,
    SignedDelete,
)
from api.http.work.row_requests import ListOperation, as_rows
from application.access import permitted
from application.commands import Commands
from application.ports import Context
from application.processes.plain_bodies import BinContact, PurgeContact, UnbinContact
from domain.errors import NotFound
from domain.ids import AccountId
from domain.work.answers import Item
from projections.kernel import Reader
from projections.work.plain_items import CONTACT_LIST

_MOVES = Moves(BinContact, UnbinContact, PurgeContact)


class ContactController(Controller):
    tags = ["contacts"]  # noqa: RUF012
    dependencies = {"as_rows": Provide(as_rows)}  # noqa: RUF012

    @post("/contact/create", operation_id="createContact", status_code=201)
    async def create(
        self, data: JSONBody[NewContacts], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[Item] | ItemBulk]:
        """Create a contact, or several (200, each by itself). The same id and bytes again answer 200."""
        permitted(context, "contact.create")
        batch = data.all()
        if batch is not None:
            return await in_bulk(commands, context, [(item.id, item) for item in batch])
        outcome = placed(await commands.run(data.one(), context))
        made = outcome.replayed is not None or outcome.position > 0
        return answer(outcome, status=201 if made else 200)

    @post("/contact", operation_id="listContacts", status_code=200, operation_class=ListOperation)
    async def list_contacts(
        self,
        data: JSONBody[ItemQuery],
        context: Given[Context],
        reader: Given[Reader],
        fresh: Given[Fresh],
        cursors: Given[Cursors],
        as_rows: Given[bool],
    ) -> Response[ItemPage]:
        """List contacts that the caller can open: a page in one order, or what changed `since`."""
        account_id = permitted(context, "contact.read")
        listing = _listing(context, account_id, reader, fresh, as_rows)
        return await listing.asked(data, cursors, scope_of(data, "contacts", account_id))

    @post("/contact/ids", operation_id="getContacts", status_code=200, operation_class=ListOperation)
    async def get_contacts(
        self,
        data: JSONBody[ItemIds],
        context: Given[Context],
        reader: Given[Reader],
        fresh: Given[Fresh],
        as_rows: Given[bool],
    ) -> Response[FoundItems]:
        """Get contacts by their ids, in that order."""
        account_id = permitted(context, "contact.read")
        listing = _listing(context, account_id, reader, fresh, as_rows)
        return await listing.by_ids(data.ids, data.parts, data.after)

    @post("/contact/update", operation_id="updateContacts", status_code=200)
    async def update(
        self, data: JSONBody[ContactChanges], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[Item] | ItemBulk]:
        """Change one contact or several: content, state, or audience."""
        permitted(context, "contact.read")
        batch = data.all()
        if batch is not None:
            return await in_bulk(commands, context, [(item.id, item) for item in batch])
        return answer(placed(await commands.run(data.one(), context)))

    @post("/contact/delete", operation_id="deleteContacts", status_code=200)
    async def delete_contacts(
        self, data: JSONBody[BinMoves], context: Given[Context], commands: Given[Commands]
    ) -> Response[ItemBulk]:
        """Delete contacts (to the bin), restore them, or delete them for good with their keys."""
        permitted(context, f"contact.{data.action()}")
        return await in_bulk(commands, context, data.commands(_MOVES))

    @get("/contact/{contact_id:uuid}", operation_id="getContact")
    async def get_contact(
        self, contact_id: FromPath[UUID], context: Given[Context], reader: Given[Reader], fresh: Given[Fresh]
    ) -> Response[Data[Item]]:
        """Get a contact. Its history is its chain (`keys/chain`)."""
        account_id = permitted(context, "contact.read")
        found = await CONTACT_LIST.visible(reader, account_id, context.actor.reads, [contact_id])
        if not found:
            raise NotFound("There is no such contact.")
        return one(found[0].json, fresh, version=msgspec.json.decode(found[0].json, type=Item).word.version)

    @delete("/contact/{contact_id:uuid}", operation_id="deleteContact", status_code=204)
    async def delete_contact(
        self,
        contact_id: FromPath[UUID],
        data: JSONBody[SignedDelete],
        context: Given[Context],
        commands: Given[Commands],
    ) -> Response[None]:
        """Delete a contact (to the bin). Idempotent."""
        command = BinContact(contact_id, data.statement_b64u, data.signature_b64u)
        return answer(await commands.run(command, context), status=204)


def _listing(context: Context, account_id: AccountId, reader: Reader, fresh: Fresh, as_rows: bool) -> Listing:
    rows = CONTACT_ROWS if as_rows else None
    return Listing(CONTACT_LIST, reader, account_id, context.actor.reads, fresh, rows)
