"""What a plain item is at a moment, as the facts leave it: for decisions and for those who read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar, assert_never

from msgspec.structs import replace

from domain.records import Attribute
from domain.work.items.facts import (
    Archived,
    AudienceChanged,
    BinEvent,
    ContentEvent,
    Created,
    Deleted,
    Purged,
    Restored,
    Revised,
    Shared,
    Unarchived,
)
from domain.work.items.state import SealedItem, deleted, purged, roles, with_attributes, with_content
from domain.work.plain.facts import Lifecycle, PlainEvent


class PlainItem(SealedItem, frozen=True, kw_only=True):
    """`lifecycle` is what its people sign as its state; the bin hides it and gives it back."""

    lifecycle: Lifecycle = "active"

    @property
    def attributes(self) -> Mapping[str, Attribute]:
        return {"state": self.lifecycle}


P = TypeVar("P", bound=PlainItem)


def evolve(item: PlainItem | None, event: PlainEvent) -> PlainItem | None:
    if isinstance(event, Created):
        return PlainItem(sealed=event.sealed, audience=roles(event.audience))
    return None if item is None else lived(item, event)


def lived(item: P, event: ContentEvent | Archived | Unarchived | BinEvent) -> P:
    """The item after a fact that every kind with a state and a bin has."""
    match event:
        case Revised() | AudienceChanged() | Shared():
            return with_content(item, event)
        case Archived():
            return replace(with_attributes(item, event), lifecycle="archived", state="archived")
        case Unarchived():
            return replace(with_attributes(item, event), lifecycle="active", state="active")
        case Restored():
            return replace(with_attributes(item, event), state=item.lifecycle)
        case Deleted(signed=signed):
            return deleted(item, signed)
        case Purged():
            return purged(item)
        case _:
            assert_never(event)
