"""Writing contacts and vendors: the signed statement, and who may do what."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import UNSET

from application.commands import Route
from application.processes.plain_bodies import (
    AlterContact,
    AlterItem,
    AlterVendor,
    BinContact,
    BinItem,
    BinVendor,
    NewContact,
    NewItem,
    NewVendor,
    PurgeContact,
    PurgeFromBin,
    PurgeVendor,
    UnbinContact,
    UnbinItem,
    UnbinVendor,
)
from application.processes.sealed_items import Found, SealedItems
from application.step_up import require_step_up
from application.unit_of_work import Work
from application.vault.ports import Checks
from domain.errors import InvalidArgument
from domain.work.contacts import CONTACT
from domain.work.plain.facts import DeleteItem, PurgeItem, RestoreItem, ShareItem
from domain.work.plain.item import ShownItem, shown
from domain.work.plain.state import PlainItem
from domain.work.vendors import VENDOR


@dataclass(frozen=True)
class PlainDesk:
    """Carries out what is asked of one kind of plain item. Every answer is the item as it is afterwards."""

    items: SealedItems[PlainItem, ShownItem]

    async def create(self, work: Work, command: NewItem) -> ShownItem:
        events = await work.decide(self.items.decider, command.id, command.as_creation())
        if events:
            await self.items.check_put(work, command.sealed, await self.items.now(work, command.id), None)
        return await self.items.shown(work, command.id, events)

    async def alter(self, work: Work, command: AlterItem) -> ShownItem:
        before = await self.items.visible(work, command.id)
        await self.items.check_version(work, command.id, command.version, command.sealed)
        if command.wraps is not None:
            return await self._share(work, command, before)
        if before.state == "deleted" and command.sealed is None and command.attested is not None:
            # After a deletion signed attributes bring back what has them (`domain.md` section 8).
            self._permit(work, "delete")
            return await self.unbin(work, UnbinItem(command.id, command.attested))
        self._permit(work, "update")
        if command.state is not UNSET and command.state != before.lifecycle:
            self._permit(work, "archive")
        change = command.as_change()
        events = await work.decide(self.items.decider, command.id, change)
        if events and change.sealed is not None:
            after = await self.items.now(work, command.id)
            await self.items.check_put(work, change.sealed, after, before)
        elif events and change.attested is not None:
            await self.items.check_attested(work, command.id, change.attested, before)
        return await self.items.shown(work, command.id, events)

    async def bin(self, work: Work, command: BinItem) -> ShownItem:
        before = await self.items.visible(work, command.id)
        events = await work.decide(self.items.decider, command.id, DeleteItem(command.id, command.signed))
        if events:
            await self.items.check_deleted(work, command.id, command.signed, before)
        return await self.items.shown(work, command.id, events)

    async def unbin(self, work: Work, command: UnbinItem) -> ShownItem:
        before = await self.items.visible(work, command.id)
        restore = RestoreItem(command.id, command.attested)
        events = await work.decide(self.items.decider, command.id, restore)
        if events:
            await self.items.check_attested(work, command.id, command.attested, before)
        return await self.items.shown(work, command.id, events)

    async def purge(self, work: Work, command: PurgeFromBin) -> ShownItem:
        require_step_up(work)
        await self.items.visible(work, command.id)
        events = await work.decide(self.items.decider, command.id, PurgeItem(command.id))
        return await self.items.shown(work, command.id, events)

    async def _share(self, work: Work, command: AlterItem, before: PlainItem) -> ShownItem:
        """Wraps for roles that read it already need no more than reading it."""
        wraps, signed = command.wraps or (), command.signed
        if command.changes_more_than_wraps or signed is None:
            raise InvalidArgument("Wraps travel alone, with their statement.", reason="statement")
        if {wrap.role_id for wrap in wraps} - set(before.audience):
            self._permit(work, "update")
        share = ShareItem(command.id, wraps, signed)
        events = await work.decide(self.items.decider, command.id, share)
        if events:
            await self.items.check_shared(work, command.id, signed, wraps, before)
        return await self.items.shown(work, command.id, events)

    def _permit(self, work: Work, action: str) -> None:
        work.permit(f"{self.items.kind}.{action}")


def contact_routes(checks: Checks, found: Found[ShownItem]) -> dict[type, Route]:
    desk = PlainDesk(SealedItems(CONTACT, checks, found, shown))
    return {
        NewContact: Route("contact.create", desk.create, (CONTACT,)),
        AlterContact: Route("contact.read", desk.alter, (CONTACT,)),
        BinContact: Route("contact.delete", desk.bin, (CONTACT,)),
        UnbinContact: Route("contact.delete", desk.unbin, (CONTACT,)),
        PurgeContact: Route("contact.purge", desk.purge, (CONTACT,)),
    }


def vendor_routes(checks: Checks, found: Found[ShownItem]) -> dict[type, Route]:
    desk = PlainDesk(SealedItems(VENDOR, checks, found, shown))
    return {
        NewVendor: Route("vendor.create", desk.create, (VENDOR,)),
        AlterVendor: Route("vendor.read", desk.alter, (VENDOR,)),
        BinVendor: Route("vendor.delete", desk.bin, (VENDOR,)),
        UnbinVendor: Route("vendor.delete", desk.unbin, (VENDOR,)),
        PurgeVendor: Route("vendor.purge", desk.purge, (VENDOR,)),
    }
