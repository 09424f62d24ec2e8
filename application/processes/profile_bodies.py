"""What clients send about profiles, and the commands that it means."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from application.processes.sealed_bodies import BinItem, NewContent, PurgeFromBin, SignedChange, Version
from application.vault.content import audience_of
from domain.ids import GroupId, ProfileId, SubGroupId
from domain.kernel import Value
from domain.records import Attested
from domain.work.entries.facts import NOWHERE, Place
from domain.work.profiles.facts import CreateProfile, ProfileAttributes
from domain.work.ranks import Rank


class NewProfile(NewContent, frozen=True, kw_only=True):
    """A profile. Without `rank` it stands last."""

    id: ProfileId
    rank: Rank | None = None

    def as_creation(self, signed: ProfileAttributes, rank: Rank) -> CreateProfile:
        sealed = self.sealed
        return CreateProfile(
            id=self.id,
            sealed=sealed,
            audience=audience_of(sealed),
            type_id=signed.type_id,
            group_id=signed.group_id,
            sub_group_id=signed.sub_group_id,
            rank=rank,
        )


class AlterProfile(SignedChange, frozen=True, kw_only=True):
    """New content, further wraps, or signed attributes that bring it out of the bin."""

    id: ProfileId


class SetArchived(Value, frozen=True, kw_only=True):
    """Out of the way or in use again, under a `record.attrs`; `cascade` takes what belongs to it along."""

    id: ProfileId
    version: Version | None = None
    archived: bool
    cascade: bool
    attested: Attested


class SetPlace(Value, frozen=True, kw_only=True):
    """Another group, under a `record.attrs`, or another place in its own, which is not signed."""

    id: ProfileId
    version: Version | None = None
    group_id: GroupId | UnsetType = UNSET
    sub_group_id: SubGroupId | UnsetType | None = UNSET
    place: Place = NOWHERE
    attested: Attested | None = None


class BinProfile(BinItem, frozen=True, kw_only=True):
    """Into the bin; `detach` leaves its documents and tasks behind, which then say nothing by it."""

    detach: bool


class PurgeProfile(PurgeFromBin, frozen=True): ...
