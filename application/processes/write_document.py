"""Writing documents: the signed statement, the files, and what the account lets the server know."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from application.commands import Route
from application.processes.document_bodies import (
    AlterDocument,
    BinDocument,
    CopyDocument,
    NewDocument,
    UnbinDocument,
)
from application.processes.document_files import check_files
from application.processes.sealed_items import SealedItems
from application.step_up import require_step_up
from application.unit_of_work import Work
from application.vault.content import audience_of
from application.vault.ports import Checks
from application.work.ports import ShownDocuments
from domain.accounts.accounts import ACCOUNT
from domain.errors import InvalidArgument, Refused
from domain.work.answers import Item
from domain.work.documents import DOCUMENT
from domain.work.documents.facts import (
    ChangeDocument,
    CreateDocument,
    DeleteDocument,
    PurgeDocument,
    RestoreDocument,
    ShareDocument,
)
from domain.work.documents.item import DocumentItem, shown
from domain.work.documents.state import Document


@dataclass(frozen=True)
class DocumentDesk:
    """Carries out what is asked of documents. Every answer is the document as it is afterwards."""

    items: SealedItems[Document, DocumentItem]

    async def create(self, work: Work, command: NewDocument) -> Item:
        return await self._begin(work, command.as_creation())

    async def copy(self, work: Work, command: CopyDocument) -> Item:
        """Create a copy of a document: the content is encrypted again, the files are shared."""
        work.permit("document.read")
        source = await self.items.visible(work, command.source_id)
        return await self._begin(work, command.as_creation(source))

    async def alter(self, work: Work, command: AlterDocument) -> Item:
        before = await self.items.visible(work, command.id)
        await self.items.check_version(work, command.id, command.version, command.sealed)
        if command.wraps is not None:
            return await self._share(work, command, before)
        work.permit("document.update")
        change = command.as_change(before)
        if change.state != before.lifecycle and "archived" in (change.state, before.lifecycle):
            work.permit("document.archive")
        events = await work.decide(DOCUMENT, command.id, change)
        after = await self.items.now(work, command.id)
        if events:
            await self._check_change(work, change, before)
            await _check_disclosure(work, after, before)
            wider = set(after.audience) - set(before.audience)
            await check_files(
                work,
                added=after.named_files - before.named_files,
                held=after.named_files if wider else (),
                audience=after.audience,
            )
        return await self.items.shown(work, command.id, events)

    async def bin(self, work: Work, command: BinDocument) -> Item:
        before = await self.items.visible(work, command.id)
        events = await work.decide(DOCUMENT, command.id, DeleteDocument(command.id, command.signed))
        if events:
            await self.items.check_deleted(work, command.id, command.signed, before)
        return await self.items.shown(work, command.id, events)

    async def unbin(self, work: Work, command: UnbinDocument) -> Item:
        before = await self.items.visible(work, command.id)
        events = await work.decide(DOCUMENT, command.id, RestoreDocument(command.id, command.attested))
        if events:
            await self.items.check_attested(work, command.id, command.attested, before)
            await check_files(work, added=(), held=before.named_files, audience=())
        return await self.items.shown(work, command.id, events)

    async def purge(self, work: Work, command: PurgeDocument) -> Item:
        require_step_up(work)
        await self.items.visible(work, command.id)
        events = await work.decide(DOCUMENT, command.id, command)
        return await self.items.shown(work, command.id, events)

    async def _begin(self, work: Work, creation: CreateDocument) -> Item:
        events = await work.decide(DOCUMENT, creation.id, creation)
        document = await self.items.now(work, creation.id)
        if events:
            await self.items.check_put(work, creation.sealed, None)
            await _check_disclosure(work, document, None)
            await check_files(work, added=document.named_files, held=(), audience=document.audience)
        return await self.items.shown(work, creation.id, events)

    async def _share(self, work: Work, command: AlterDocument, before: Document) -> Item:
        """Wraps for roles that read it already need no more than reading it."""
        wraps, signed = command.wraps or (), command.signed
        if command.changes_more_than_wraps or signed is None:
            raise InvalidArgument("Wraps travel alone, with their statement.", reason="statement")
        audience = audience_of(signed)
        new = set(audience) - set(before.audience)
        work.permit("document.update" if new else "document.read")
        share = ShareDocument(command.id, wraps, signed, audience)
        events = await work.decide(DOCUMENT, command.id, share)
        if events:
            await self.items.check_shared(work, command.id, signed, wraps, before)
            await check_files(work, added=(), held=before.named_files if new else (), audience=new)
        return await self.items.shown(work, command.id, events)

    async def _check_change(self, work: Work, change: ChangeDocument, before: Document) -> None:
        if change.sealed is not None:
            await self.items.check_put(work, change.sealed, before)
        elif change.attested is not None:
            await self.items.check_attested(work, change.id, change.attested, before)


async def _check_disclosure(work: Work, after: Document, before: Document | None) -> None:
    """With the switch off, dates of expiry belong into the payload and nowhere else."""
    known: tuple[date | None, tuple[int, ...]] = (
        (before.expires_on, before.remind_days) if before else (None, ())
    )
    if (after.expires_on, after.remind_days) in (known, (None, ())):
        return
    account_id = work.context.actor.account_id
    account = await work.load(ACCOUNT, account_id, account_id=account_id) if account_id else None
    if account is None or not account.disclosure.document_expiry:
        raise Refused("This account keeps dates of expiry from the server.", reason="disclosure_off")


def desk_of(checks: Checks, documents: ShownDocuments) -> DocumentDesk:
    return DocumentDesk(SealedItems(DOCUMENT, checks, documents, shown))


def routes(desk: DocumentDesk) -> dict[type, Route]:
    return {
        NewDocument: Route("document.create", desk.create, (DOCUMENT,)),
        CopyDocument: Route("document.create", desk.copy, (DOCUMENT,)),
        AlterDocument: Route("document.read", desk.alter, (DOCUMENT,)),
        BinDocument: Route("document.delete", desk.bin, (DOCUMENT,)),
        UnbinDocument: Route("document.delete", desk.unbin, (DOCUMENT,)),
        PurgeDocument: Route("document.purge", desk.purge, (DOCUMENT,)),
    }
