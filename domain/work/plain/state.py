"""What a plain item is at a moment, as the facts leave it: for decisions and for those who read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, assert_never
from uuid import UUID

from msgspec.structs import replace

from domain.ids import RoleId
from domain.kernel import Value
from domain.records import Attribute, Later, joined, later_of, revision_of
from domain.sealed import Sealed
from domain.work.attributes import in_force
from domain.work.plain.facts import (
    Archived,
    AudienceChanged,
    Created,
    Deleted,
    Lifecycle,
    PlainEvent,
    Purged,
    Restored,
    Revised,
    Shared,
    Unarchived,
)


class PlainItem(Value, frozen=True, kw_only=True):
    """`sealed` holds the attributes and wraps in force, `later` the statements since then."""

    sealed: Sealed
    later: tuple[Later, ...] = ()
    audience: tuple[RoleId, ...]
    state: Literal["active", "archived", "deleted", "purged"] = "active"
    lifecycle: Lifecycle = "active"

    @property
    def revision(self) -> int:
        return revision_of(self.sealed, self.later)

    @property
    def attributes(self) -> Mapping[str, Attribute]:
        """What its people sign, by wire name (`domain.md` section 3)."""
        return {"state": self.lifecycle}


def evolve(item: PlainItem | None, event: PlainEvent) -> PlainItem | None:
    if isinstance(event, Created):
        return PlainItem(sealed=event.sealed, audience=_roles(event.audience))
    if item is None:
        return None
    match event:
        case Revised(sealed=sealed):
            return replace(item, sealed=sealed, later=())
        case AudienceChanged(sealed=sealed, audience=audience):
            return replace(item, sealed=sealed, later=(), audience=_roles(audience))
        case Shared(audience=audience, wraps=wraps, signed=signed):
            sealed = replace(item.sealed, wraps=joined(item.sealed.wraps, wraps))
            later = (*item.later, later_of(signed, wraps))
            return replace(item, sealed=sealed, later=later, audience=_roles(audience))
        case Archived():
            return replace(_attested(item, event), lifecycle="archived", state="archived")
        case Unarchived():
            return replace(_attested(item, event), lifecycle="active", state="active")
        case Restored():
            return replace(_attested(item, event), state=item.lifecycle)
        case Deleted(signed=signed):
            return replace(item, state="deleted", later=(*item.later, later_of(signed)))
        case Purged():
            sealed = replace(item.sealed, wraps=(), data_b64u="")
            return replace(item, state="purged", sealed=sealed, later=())
        case _:
            assert_never(event)


def _attested(item: PlainItem, event: Archived | Unarchived | Restored) -> PlainItem:
    sealed, later = in_force(item.sealed, item.later, event)
    return replace(item, sealed=sealed, later=later)


def _roles(audience: tuple[UUID, ...]) -> tuple[RoleId, ...]:
    return tuple(RoleId(role) for role in audience)
