"""What a saved filter is at a moment, as the facts leave it: for decisions and for those who read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from msgspec.structs import replace

from domain.ids import UserId
from domain.records import Attribute
from domain.work.items.state import SealedItem, deleted, purged, roles, with_attributes, with_content
from domain.work.saved_filters.facts import (
    Entity,
    FilterAudienceChanged,
    FilterEvent,
    FilterPinned,
    FilterRemoved,
    FilterRevised,
    FilterSaved,
    FilterScopeChanged,
    FilterShared,
    FilterUnpinned,
    Scope,
)


class SavedFilter(SealedItem, frozen=True, kw_only=True):
    entity: Entity
    scope: Scope
    pinned: bool
    author_id: UserId

    @property
    def attributes(self) -> Mapping[str, Attribute]:
        return {"entity": self.entity, "scope": self.scope, "pinned": self.pinned}


def evolve(kept: SavedFilter | None, event: FilterEvent) -> SavedFilter | None:
    if isinstance(event, FilterSaved):
        return SavedFilter(
            sealed=event.sealed,
            audience=roles(event.audience),
            entity=event.entity,
            scope=event.scope,
            pinned=event.pinned,
            author_id=event.author_id,
        )
    if kept is None:
        return None
    match event:
        case FilterRevised() | FilterAudienceChanged() | FilterShared():
            return with_content(kept, event)
        case FilterScopeChanged(scope=scope):
            return replace(with_attributes(kept, event), scope=scope)
        case FilterPinned():
            return replace(with_attributes(kept, event), pinned=True)
        case FilterUnpinned():
            return replace(with_attributes(kept, event), pinned=False)
        case FilterRemoved(signed=signed):
            return purged(deleted(kept, signed))
        case _:
            assert_never(event)
