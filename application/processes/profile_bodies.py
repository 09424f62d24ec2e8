"""What clients send about profiles, and the commands that it means."""

from __future__ import annotations

from application.processes.sealed_bodies import BinItem, PurgeFromBin, SignedChange, Version
from application.vault.content import audience_of
from domain.ids import GroupId, ProfileId, ProfileTypeId, SubGroupId
from domain.kernel import Value
from domain.records import Attested
from domain.sealed import Sealed
from domain.work.entries.facts import NOWHERE, Place
from domain.work.profiles.facts import CreateProfile
from domain.work.ranks import Rank


class NewProfile(Value, frozen=True, kw_only=True):
    """A profile. Without `rank` it stands last."""

    id: ProfileId
    sealed: Sealed
    type_id: ProfileTypeId
    group_id: GroupId
    sub_group_id: SubGroupId | None = None
    rank: Rank | None = None

    def as_creation(self, rank: Rank) -> CreateProfile:
        return CreateProfile(
            id=self.id,
            sealed=self.sealed,
            audience=audience_of(self.sealed),
            type_id=self.type_id,
            group_id=self.group_id,
            sub_group_id=self.sub_group_id,
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
    group_id: GroupId
    sub_group_id: SubGroupId | None = None
    place: Place = NOWHERE
    attested: Attested | None = None


class BinProfile(BinItem, frozen=True, kw_only=True):
    """Into the bin; `detach` leaves its documents and tasks behind, which then say nothing by it."""

    detach: bool


class PurgeProfile(PurgeFromBin, frozen=True): ...
