"""What can be asked of an entry, and the facts that come of it.

Each kind has facts of its own, named as it is; what they say is the same.
"""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

from domain.kernel import Event, Value
from domain.records import Attested
from domain.sealed import Sealed, Signed, Wrap
from domain.work.attributes import AttributesSigned
from domain.work.items.facts import Audience
from domain.work.ranks import Rank


class Place(Value, frozen=True, kw_only=True):
    """Where an entry is to stand: at a rank, or beside another one. Beside two, `after_id` decides."""

    rank: Rank | None = None
    before_id: UUID | None = None
    after_id: UUID | None = None

    @property
    def is_given(self) -> bool:
        return self != NOWHERE


NOWHERE = Place()


class AddEntry(Value, frozen=True, kw_only=True):
    """Without a place it stands last."""

    id: UUID
    sealed: Sealed
    audience: Audience
    place: Place = NOWHERE


class ChangeEntry(Value, frozen=True, kw_only=True):
    """New content (`sealed`), other attributes under a statement of their own (`attested`), or a place."""

    id: UUID
    sealed: Sealed | None = None
    attested: Attested | None = None
    audience: Audience | None = None
    place: Place = NOWHERE


class ShareEntry(Value, frozen=True):
    """Further wraps, for all these roles to read it."""

    id: UUID
    wraps: tuple[Wrap, ...]
    signed: Signed
    audience: Audience


class Added(Event, frozen=True, kw_only=True):
    """It begins."""

    erasable: ClassVar[tuple[str, ...]] = ("sealed.wraps", "sealed.attrsSaltB64u")

    sealed: Sealed
    audience: tuple[UUID, ...]
    rank: Rank


class Revised(Event, frozen=True, kw_only=True):
    """It has a new content under a fresh key, for these roles."""

    erasable: ClassVar[tuple[str, ...]] = ("sealed.wraps", "sealed.attrsSaltB64u")

    sealed: Sealed
    audience: tuple[UUID, ...]


class Shared(Event, frozen=True, kw_only=True):
    """Wraps of the current content were added, for roles that had none."""

    erasable: ClassVar[tuple[str, ...]] = ("wraps",)

    audience: tuple[UUID, ...]
    wraps: tuple[Wrap, ...]
    signed: Signed


class Moved(Event, frozen=True, kw_only=True):
    """It stands elsewhere in its order."""

    rank: Rank


class Removed(AttributesSigned, frozen=True, kw_only=True):
    """It is gone, under its `record.delete`. Attributes signed before that say where things went."""

    deleted: Signed | None = None


EntryEvent = Added | Revised | Shared | Moved | Removed
