"""What a sealed item is at a moment, as the facts leave it: for decisions and for those who read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeVar, assert_never
from uuid import UUID

from msgspec.structs import replace

from domain.ids import RoleId
from domain.kernel import Value
from domain.records import Attribute, Later, joined, later_of, revision_of
from domain.sealed import Sealed, Signed
from domain.work.attributes import AttributesSigned, in_force
from domain.work.items.facts import AudienceChanged, ContentEvent, Revised, Shared


class SealedItem(Value, frozen=True, kw_only=True):
    """`sealed` holds the attributes and wraps in force, `later` the statements since then."""

    sealed: Sealed
    later: tuple[Later, ...] = ()
    audience: tuple[RoleId, ...]
    state: Literal["active", "archived", "deleted", "purged"] = "active"

    @property
    def revision(self) -> int:
        return revision_of(self.sealed, self.later)

    @property
    def attributes(self) -> Mapping[str, Attribute]:
        """What its people sign, by wire name (`domain.md` section 3)."""
        return {}


T = TypeVar("T", bound=SealedItem)


def with_content(item: T, event: ContentEvent) -> T:
    """The item with a new content, or further wraps of the one in force."""
    match event:
        case Revised(sealed=sealed):
            return replace(item, sealed=sealed, later=())
        case AudienceChanged(sealed=sealed, audience=audience):
            return replace(item, sealed=sealed, later=(), audience=roles(audience))
        case Shared(audience=audience, wraps=wraps, signed=signed):
            sealed = replace(item.sealed, wraps=joined(item.sealed.wraps, wraps))
            later = (*item.later, later_of(signed, wraps))
            return replace(item, sealed=sealed, later=later, audience=roles(audience))
        case _:
            assert_never(event)


def with_attributes(item: T, event: AttributesSigned) -> T:
    """The item with the statement that this fact may carry."""
    sealed, later = in_force(item.sealed, item.later, event)
    return replace(item, sealed=sealed, later=later)


def deleted(item: T, signed: Signed) -> T:
    return replace(item, state="deleted", later=(*item.later, later_of(signed)))


def purged(item: T) -> T:
    """Deleted for good; its audience stays known, so that its readers can be told."""
    return replace(item, state="purged", sealed=destroyed(item.sealed), later=without_wraps(item.later))


def destroyed(sealed: Sealed) -> Sealed:
    """What is left of a content: who signed it, and when."""
    return replace(sealed, attrs={}, attrs_salt_b64u="", wraps=(), data_b64u="")


def without_wraps(later: tuple[Later, ...]) -> tuple[Later, ...]:
    """The statements alone."""
    return tuple(replace(entry, wraps=()) for entry in later)


def roles(audience: tuple[UUID, ...]) -> tuple[RoleId, ...]:
    return tuple(RoleId(role) for role in audience)
