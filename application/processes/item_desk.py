"""What is asked of a sealed item of any kind but its own: further wraps, and the ways through the bin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar
from uuid import UUID

from application.processes.sealed_bodies import BinItem, PurgeFromBin, SignedChange, UnbinItem
from application.processes.sealed_items import SealedItems, ShownState
from application.step_up import require_step_up
from application.unit_of_work import Work
from application.vault.content import audience_of
from domain.errors import InvalidArgument
from domain.kernel import Event
from domain.records import Attested
from domain.sealed import Sealed
from domain.work.answers import Item
from domain.work.items.facts import DeleteItem, PurgeItem, RestoreItem, ShareItem
from domain.work.items.state import SealedItem

S = TypeVar("S", bound=SealedItem)
T = TypeVar("T", bound=ShownState)


@dataclass(frozen=True)
class ItemDesk(Generic[S, T]):
    """Carries out what is asked of items of one kind. Every answer is the item as it is afterwards."""

    items: SealedItems[S, T]

    async def bin(self, work: Work, command: BinItem) -> Item:
        before = await self.items.visible(work, command.id)
        events = await work.decide(self.items.decider, command.id, DeleteItem(command.id, command.signed))
        if events:
            await self.items.check_deleted(work, command.id, command.signed, before)
        return await self.items.shown(work, command.id, events)

    async def unbin(self, work: Work, command: UnbinItem) -> Item:
        before = await self.items.visible(work, command.id)
        restore = RestoreItem(command.id, command.attested)
        events = await work.decide(self.items.decider, command.id, restore)
        if events:
            await self.items.check_attested(work, command.id, command.attested, before)
        return await self.items.shown(work, command.id, events)

    async def purge(self, work: Work, command: PurgeFromBin) -> Item:
        require_step_up(work)
        await self.items.visible(work, command.id)
        events = await work.decide(self.items.decider, command.id, PurgeItem(command.id))
        return await self.items.shown(work, command.id, events)

    async def share(self, work: Work, item_id: UUID, change: SignedChange, before: S, *, wider: str) -> Item:
        """Sharing with roles of the audience needs read access only; other roles need the permission `wider`.

        Raises `InvalidArgument` when anything else is to be changed too.
        """
        wraps, signed = change.wraps or (), change.signed
        if change.changes_more_than_wraps or signed is None:
            raise InvalidArgument("Wraps travel alone, with their statement.", reason="statement")
        audience = audience_of(signed)
        if set(audience) - set(before.audience):
            work.permit(wider)
        events = await work.decide(self.items.decider, item_id, ShareItem(item_id, wraps, signed, audience))
        if events:
            await self.items.check_shared(work, item_id, signed, wraps, before)
        return await self.items.shown(work, item_id, events)

    async def changed(
        self,
        work: Work,
        item_id: UUID,
        before: S,
        events: Sequence[Event],
        *,
        sealed: Sealed | None,
        attested: Attested | None,
    ) -> Item:
        """What was decided, once its one statement is found to be in order."""
        if events and sealed is not None:
            await self.items.check_put(work, sealed, before)
        elif events and attested is not None:
            await self.items.check_attested(work, item_id, attested, before)
        return await self.items.shown(work, item_id, events)
