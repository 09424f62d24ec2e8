"""Writing saved filters: the signed statement, and who may keep one for others."""

from __future__ import annotations

from dataclasses import dataclass

from application.commands import Route
from application.processes.filter_bodies import AlterFilter, NewFilter, RemoveSaved
from application.processes.item_desk import ItemDesk
from application.processes.sealed_items import Found, SealedItems
from application.unit_of_work import Work
from application.vault.ports import Checks
from domain.ids import FilterId
from domain.work.answers import Item
from domain.work.saved_filters import SAVED_FILTER
from domain.work.saved_filters.facts import RemoveFilter
from domain.work.saved_filters.item import ShownFilter, shown
from domain.work.saved_filters.state import SavedFilter


@dataclass(frozen=True)
class FilterDesk(ItemDesk[SavedFilter, ShownFilter]):
    """Carries out what is asked of saved filters."""

    async def create(self, work: Work, command: NewFilter) -> Item:
        events = await work.decide(SAVED_FILTER, command.id, command.as_creation())
        after = await self.items.now(work, command.id)
        self._permit(work, after)
        if events:
            await self.items.check_put(work, command.sealed, None)
        return await self.items.shown(work, command.id, events)

    async def alter(self, work: Work, command: AlterFilter) -> Item:
        before = await self.items.visible(work, command.id)
        await self.items.check_version(work, command.id, command.version, command.sealed)
        if command.wraps is not None:
            return await self.share(work, command.id, command, before, wider="savedFilter.share")
        change = command.as_change()
        events = await work.decide(SAVED_FILTER, command.id, change)
        self._permit(work, await self.items.now(work, command.id))
        return await self.changed(
            work, command.id, before, events, sealed=change.sealed, attested=change.attested
        )

    async def remove(self, work: Work, command: RemoveSaved) -> None:
        before = await self.items.visible(work, command.id)
        if await work.decide(SAVED_FILTER, command.id, RemoveFilter(FilterId(command.id), command.signed)):
            await self.items.check_deleted(work, command.id, command.signed, before)
        work.version = await work.version_of(SAVED_FILTER, command.id)

    def _permit(self, work: Work, kept: SavedFilter) -> None:
        """Authors need what lets them keep such a filter. That others may change it is decided already."""
        if work.context.actor.user_id == kept.author_id:
            work.permit("savedFilter.share" if kept.scope == "shared" else "savedFilter.create")


def filter_routes(checks: Checks, found: Found[ShownFilter]) -> dict[type, Route]:
    desk = FilterDesk(SealedItems(SAVED_FILTER, checks, found, shown))
    return {
        NewFilter: Route("savedFilter.create", desk.create, (SAVED_FILTER,)),
        AlterFilter: Route("savedFilter.read", desk.alter, (SAVED_FILTER,)),
        RemoveSaved: Route("savedFilter.read", desk.remove, (SAVED_FILTER,)),
    }
