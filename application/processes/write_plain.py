"""Writing contacts and vendors: the signed statement, and who may do what."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import UNSET

from application.commands import Route
from application.processes.item_desk import ItemDesk
from application.processes.plain_bodies import (
    AlterContact,
    AlterItem,
    AlterVendor,
    BinContact,
    BinVendor,
    NewContact,
    NewItem,
    NewVendor,
    PurgeContact,
    PurgeVendor,
    UnbinContact,
    UnbinVendor,
)
from application.processes.sealed_bodies import UnbinItem
from application.processes.sealed_items import Found, SealedItems
from application.unit_of_work import Work
from application.vault.ports import Checks
from domain.work.answers import Item
from domain.work.contacts import CONTACT
from domain.work.plain.item import ShownItem, shown
from domain.work.plain.state import PlainItem
from domain.work.vendors import VENDOR


@dataclass(frozen=True)
class PlainDesk(ItemDesk[PlainItem, ShownItem]):
    """Carries out what is asked of one kind of plain item."""

    async def create(self, work: Work, command: NewItem) -> Item:
        events = await work.decide(self.items.decider, command.id, command.as_creation())
        if events:
            await self.items.check_put(work, command.sealed, None)
        return await self.items.shown(work, command.id, events)

    async def alter(self, work: Work, command: AlterItem) -> Item:
        before = await self.items.visible(work, command.id)
        await self.items.check_version(work, command.id, command.version, command.sealed)
        if command.wraps is not None:
            return await self.share(work, command.id, command, before, wider=f"{self.items.kind}.update")
        if before.state == "deleted" and command.sealed is None and command.attested is not None:
            # After a deletion signed attributes bring back what has them (`domain.md` section 8).
            self._permit(work, "delete")
            return await self.unbin(work, UnbinItem(command.id, command.attested))
        self._permit(work, "update")
        change = command.as_change()
        if change.state is not UNSET and change.state != before.lifecycle:
            self._permit(work, "archive")
        events = await work.decide(self.items.decider, command.id, change)
        return await self.changed(
            work, command.id, before, events, sealed=change.sealed, attested=change.attested
        )

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
