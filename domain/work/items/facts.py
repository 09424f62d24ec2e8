"""What can be asked of a sealed item of any kind, and the facts that come of it.

Each kind has facts of its own, named as it is; what they say is the same.
"""

from __future__ import annotations

from typing import Annotated, ClassVar
from uuid import UUID

from msgspec import Meta

from domain.kernel import Event, Value
from domain.records import Attested
from domain.sealed import Sealed, Signed, Wrap
from domain.work.attributes import AttributesSigned

Audience = Annotated[tuple[UUID, ...], Meta(min_length=1, max_length=64)]


class ShareItem(Value, frozen=True):
    """Further wraps, for all these roles to read it."""

    id: UUID
    wraps: tuple[Wrap, ...]
    signed: Signed
    audience: Audience


class DeleteItem(Value, frozen=True):
    id: UUID
    signed: Signed


class RestoreItem(Value, frozen=True):
    id: UUID
    attested: Attested


class PurgeItem(Value, frozen=True):
    id: UUID


class EmptyBin(Value, frozen=True):
    """Its days in the bin are over. The clock says so, for whom nothing is readable."""

    id: UUID


# The ways into the bin and out of it.
BinCommand = DeleteItem | RestoreItem | PurgeItem | EmptyBin


class Created(Event, frozen=True, kw_only=True):
    """It begins."""

    erasable: ClassVar[tuple[str, ...]] = ("sealed.wraps", "sealed.attrsSaltB64u")

    sealed: Sealed
    audience: tuple[UUID, ...]


class Revised(Event, frozen=True):
    """It has a new content under a fresh key, for the same roles."""

    erasable: ClassVar[tuple[str, ...]] = ("sealed.wraps", "sealed.attrsSaltB64u")

    sealed: Sealed


class AudienceChanged(Event, frozen=True):
    """It has a new content under a fresh key, for other roles than before."""

    erasable: ClassVar[tuple[str, ...]] = ("sealed.wraps", "sealed.attrsSaltB64u")

    sealed: Sealed
    audience: tuple[UUID, ...]


class Shared(Event, frozen=True):
    """Wraps of the current content were added, for roles that had none."""

    erasable: ClassVar[tuple[str, ...]] = ("wraps",)

    audience: tuple[UUID, ...]
    wraps: tuple[Wrap, ...]
    signed: Signed


class Archived(AttributesSigned, frozen=True):
    """Archived; still readable."""


class Unarchived(AttributesSigned, frozen=True):
    """Unarchived."""


class Deleted(Event, frozen=True):
    """Moved to the bin."""

    signed: Signed


class Restored(AttributesSigned, frozen=True):
    """It is out of the bin, with the state it had."""


class Purged(Event, frozen=True):
    """Deleted for good, with its wraps."""

    destroys_key: ClassVar[bool] = True


# A new content, or further wraps of the one in force.
ContentEvent = Revised | AudienceChanged | Shared
BinEvent = Deleted | Restored | Purged
