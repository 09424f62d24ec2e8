"""`/document`: documents are written under signed statements and listed for those who can open them."""

from __future__ import annotations

from uuid import UUID

import msgspec
from litestar import Controller, Response, post
from litestar.di import Provide
from litestar.params import JSONBody

from api.http.answers import Data, PageInfo, Sync, answer, listed
from api.http.cursors import Cursors
from api.http.given import Fresh, Given
from api.http.work.bulk import DocumentBulk, in_bulk, placed
from api.http.work.document_bodies import (
    DOCUMENT_ROWS,
    DocumentChanges,
    DocumentIds,
    DocumentQuery,
    ExpiringQuery,
    NewDocuments,
)
from api.http.work.listing import Listing, scope_of
from api.http.work.moves import BinMoves, Moves
from api.http.work.row_requests import ListOperation, as_rows
from application.access import permitted
from application.commands import Commands
from application.ports import Context
from application.processes.document_bodies import BinDocument, CopyDocument, UnbinDocument
from domain.kernel import Value
from domain.work.answers import DocumentAnswer
from domain.work.documents.facts import PurgeDocument
from projections.kernel import Reader
from projections.work.document_lists import DOCUMENT_LIST, expiring_documents
from projections.work.item_lists import Place

_MOVES = Moves(BinDocument, UnbinDocument, PurgeDocument)


class DocumentPage(Value, frozen=True):
    """A page of documents."""

    data: tuple[DocumentAnswer, ...]
    page: PageInfo
    sync: Sync


class FoundDocuments(Value, frozen=True):
    """Documents in the order asked for; `missing` are those that the caller could never open."""

    data: tuple[DocumentAnswer, ...]
    page: PageInfo
    sync: Sync
    missing: tuple[UUID, ...]


class ExpiringMeta(Value, frozen=True):
    """Who can tell: with the disclosure of expiry switched off only the client."""

    computed_by: str


class ExpiringPage(Value, frozen=True):
    data: tuple[DocumentAnswer, ...]
    page: PageInfo
    sync: Sync
    meta: ExpiringMeta


class DocumentController(Controller):
    tags = ["documents"]  # noqa: RUF012
    dependencies = {"as_rows": Provide(as_rows)}  # noqa: RUF012

    @post("/document/create", operation_id="createDocument", status_code=201)
    async def create(
        self, data: JSONBody[NewDocuments], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[DocumentAnswer] | DocumentBulk]:
        """Create a document, or several (200, each by itself). The same id and bytes again answer 200."""
        permitted(context, "document.create")
        if data.is_batch and not isinstance(data.items, msgspec.UnsetType):
            return await in_bulk(commands, context, [(item.id, item) for item in data.items])
        outcome = placed(await commands.run(data.one(), context))
        made = outcome.replayed is not None or outcome.position > 0
        return answer(outcome, status=201 if made else 200)

    @post("/document", operation_id="listDocuments", status_code=200, operation_class=ListOperation)
    async def list_documents(
        self,
        data: JSONBody[DocumentQuery],
        context: Given[Context],
        reader: Given[Reader],
        fresh: Given[Fresh],
        cursors: Given[Cursors],
        as_rows: Given[bool],
    ) -> Response[DocumentPage]:
        """List documents that the caller can open: a page in one order, or what changed `since`."""
        account_id = permitted(context, "document.read")
        rows = DOCUMENT_ROWS if as_rows else None
        listing = Listing(DOCUMENT_LIST, reader, account_id, context.actor.reads, fresh, rows)
        return await listing.asked(data, cursors, scope_of(data, "documents", account_id))

    @post("/document/ids", operation_id="getDocuments", status_code=200, operation_class=ListOperation)
    async def get_documents(
        self,
        data: JSONBody[DocumentIds],
        context: Given[Context],
        reader: Given[Reader],
        fresh: Given[Fresh],
        as_rows: Given[bool],
    ) -> Response[FoundDocuments]:
        """Get documents by their ids, in that order."""
        account_id = permitted(context, "document.read")
        rows = DOCUMENT_ROWS if as_rows else None
        listing = Listing(DOCUMENT_LIST, reader, account_id, context.actor.reads, fresh, rows)
        return await listing.by_ids(data.ids, data.parts, data.after)

    @post("/document/expiring", operation_id="listExpiringDocuments", status_code=200)
    async def list_expiring(
        self,
        data: JSONBody[ExpiringQuery],
        context: Given[Context],
        reader: Given[Reader],
        fresh: Given[Fresh],
        cursors: Given[Cursors],
    ) -> Response[ExpiringPage]:
        """List documents by expiry date, in the time zone of the account."""
        account_id = permitted(context, "document.read")
        scope = scope_of(data, "expiring", account_id)
        found = await expiring_documents(
            reader,
            account_id,
            context.actor.reads,
            now=context.now,
            within_days=data.within_days,
            include_expired=data.include_expired,
            profile_ids=data.profile_ids,
            limit=data.limit + 1,
            after=cursors.open(scope, data.cursor, Place) if data.cursor else None,
        )
        more = len(found.rows) > data.limit
        return listed(
            [row.json for row in found.rows[: data.limit]],
            fresh,
            limit=data.limit,
            next_cursor=cursors.seal(scope, found.rows[data.limit - 1].place) if more else None,
            extra={"meta": {"computedBy": "server" if found.disclosed else "client"}},
        )

    @post("/document/delete", operation_id="deleteDocuments", status_code=200)
    async def delete(
        self, data: JSONBody[BinMoves], context: Given[Context], commands: Given[Commands]
    ) -> Response[DocumentBulk]:
        """Delete documents (to the bin), restore them, or delete them for good with their keys."""
        permitted(context, f"document.{data.action()}")
        return await in_bulk(commands, context, data.commands(_MOVES))

    @post("/document/duplicate", operation_id="duplicateDocument", status_code=201)
    async def duplicate(
        self, data: JSONBody[CopyDocument], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[DocumentAnswer]]:
        """Create a document as a copy of another. Files are shared, not copied."""
        outcome = placed(await commands.run(data, context))
        made = outcome.replayed is not None or outcome.position > 0
        return answer(outcome, status=201 if made else 200)

    @post("/documents/update", operation_id="updateDocuments", status_code=200)
    async def update(
        self, data: JSONBody[DocumentChanges], context: Given[Context], commands: Given[Commands]
    ) -> Response[DocumentBulk]:
        """Change documents: content, attributes, versions, attachments, state, or audience."""
        permitted(context, "document.read")
        return await in_bulk(commands, context, [(item.id, item) for item in data.items])
