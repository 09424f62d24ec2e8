"""What an entry is at a moment, as the facts leave it: for decisions and for those who read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeVar
from uuid import UUID

from msgspec.structs import replace

from domain.ids import RoleId
from domain.kernel import Event, Value
from domain.records import Attribute, Later, joined, later_of, revision_of
from domain.sealed import Sealed
from domain.work.attributes import AttributesSigned, in_force
from domain.work.entries.facts import Moved, Removed, Revised, Shared
from domain.work.ranks import Rank


class Entry(Value, frozen=True, kw_only=True):
    """`version` is that of the aggregate at which the entry changed last: a write names it.

    `sealed` holds the attributes and wraps in force, `later` the statements since then. A built-in entry has
    none until it is renamed, and all members see it.
    """

    id: UUID
    version: int = 0
    rank: Rank
    sealed: Sealed | None
    later: tuple[Later, ...] = ()
    audience: tuple[RoleId, ...] = ()
    state: Literal["active", "deleted"] = "active"

    @property
    def revision(self) -> int:
        """How many statements there are about it."""
        return revision_of(self.sealed, self.later) if self.sealed else 0

    @property
    def attributes(self) -> Mapping[str, Attribute]:
        """What its people sign, by wire name (`domain.md` section 3)."""
        return {}

    def is_open_to(self, reads: frozenset[RoleId]) -> bool:
        return self.sealed is None or bool(reads.intersection(self.audience))


E = TypeVar("E", bound=Entry)


def evolved(entry: E, event: Event, version: int) -> E:
    """The entry after a fact about it; `version` is that of the aggregate then."""
    match event:
        case Revised(sealed=sealed, audience=audience):
            entry = replace(entry, sealed=sealed, later=(), audience=roles(audience))
        case Shared(audience=audience, wraps=wraps, signed=signed) if entry.sealed:
            entry = replace(
                entry,
                sealed=replace(entry.sealed, wraps=joined(entry.sealed.wraps, wraps)),
                later=(*entry.later, later_of(signed, wraps)),
                audience=roles(audience),
            )
        case Removed(deleted=deleted) if entry.sealed and deleted:
            sealed, later = in_force(entry.sealed, entry.later, event)
            entry = replace(entry, sealed=sealed, later=(*later, later_of(deleted)))
        case AttributesSigned() if entry.sealed:
            sealed, later = in_force(entry.sealed, entry.later, event)
            entry = replace(entry, sealed=sealed, later=later)
        case _:
            pass
    match event:
        case Moved(rank=rank):
            entry = replace(entry, rank=rank)
        case Removed():
            entry = replace(entry, state="deleted")
        case _:
            pass
    return replace(entry, version=version)


def roles(audience: tuple[UUID, ...]) -> tuple[RoleId, ...]:
    return tuple(RoleId(role) for role in audience)
