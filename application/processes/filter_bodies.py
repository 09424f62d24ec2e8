"""What clients send about saved filters, and the commands that it means."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from application.processes.sealed_bodies import BinItem, SignedChange
from application.vault.content import audience_of
from domain.ids import FilterId
from domain.kernel import Value
from domain.sealed import Sealed
from domain.work.saved_filters.facts import ChangeFilter, Entity, SaveFilter, Scope


class NewFilter(Value, frozen=True, kw_only=True):
    """A filter. A private one is for its author alone."""

    id: FilterId
    sealed: Sealed
    entity: Entity
    scope: Scope
    pinned: bool = False

    def as_creation(self) -> SaveFilter:
        return SaveFilter(
            id=self.id,
            sealed=self.sealed,
            audience=audience_of(self.sealed),
            entity=self.entity,
            scope=self.scope,
            pinned=self.pinned,
        )


class AlterFilter(SignedChange, frozen=True, kw_only=True):
    """One change of one filter; members that are left out stay as they are."""

    id: FilterId
    entity: Entity | UnsetType = UNSET
    scope: Scope | UnsetType = UNSET
    pinned: bool | UnsetType = UNSET

    @property
    def changes_more_than_wraps(self) -> bool:
        left_out = (self.entity, self.scope, self.pinned)
        return any(member is not UNSET for member in left_out) or super().changes_more_than_wraps

    def as_change(self) -> ChangeFilter:
        return ChangeFilter(
            id=self.id,
            sealed=self.sealed,
            attested=self.attested,
            audience=self.audience,
            entity=self.entity,
            scope=self.scope,
            pinned=self.pinned,
        )


class RemoveSaved(BinItem, frozen=True):
    """Gone for good: filters do not go through the bin."""
