"""What clients send about saved filters, and the commands that it means."""

from __future__ import annotations

from msgspec import UNSET

from application.processes.sealed_bodies import BinItem, NewContent, SignedChange
from application.vault.content import audience_of
from domain.ids import FilterId
from domain.work.saved_filters.facts import ChangeFilter, FilterAttributes, SaveFilter


class NewFilter(NewContent, frozen=True, kw_only=True):
    """A filter. A private one is for its author alone."""

    id: FilterId

    def as_creation(self) -> SaveFilter:
        sealed, signed = self.sealed, self.attributes(FilterAttributes)
        return SaveFilter(
            id=self.id,
            sealed=sealed,
            audience=audience_of(sealed),
            entity=signed.entity,
            scope=signed.scope,
            pinned=signed.pinned,
        )


class AlterFilter(SignedChange, frozen=True, kw_only=True):
    """One change of one filter; members that are left out stay as they are."""

    id: FilterId

    def as_change(self) -> ChangeFilter:
        signed = self.attributes(FilterAttributes)
        return ChangeFilter(
            id=self.id,
            sealed=self.sealed,
            attested=self.attested,
            audience=self.audience,
            entity=UNSET if signed is None else signed.entity,
            scope=UNSET if signed is None else signed.scope,
            pinned=UNSET if signed is None else signed.pinned,
        )


class RemoveSaved(BinItem, frozen=True):
    """Gone for good: filters do not go through the bin."""
