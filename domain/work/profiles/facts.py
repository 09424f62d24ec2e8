"""What can be asked of a profile, and the facts that come of it."""

from __future__ import annotations

from domain.ids import GroupId, ProfileId, ProfileTypeId, SubGroupId
from domain.kernel import Value
from domain.records import Attested
from domain.sealed import Sealed
from domain.work.attributes import AttributesSigned
from domain.work.items import facts
from domain.work.items.facts import Audience, BinCommand, ShareItem
from domain.work.ranks import Rank


class CreateProfile(Value, frozen=True, kw_only=True):
    id: ProfileId
    sealed: Sealed
    audience: Audience
    type_id: ProfileTypeId
    group_id: GroupId
    sub_group_id: SubGroupId | None = None
    rank: Rank


class ReviseProfile(Value, frozen=True, kw_only=True):
    """New content; without `audience` for the roles of its wraps."""

    id: ProfileId
    sealed: Sealed
    audience: Audience | None = None


class MoveProfile(Value, frozen=True, kw_only=True):
    """To another group, which is signed, or to another place among those of its own, which is not."""

    id: ProfileId
    group_id: GroupId
    sub_group_id: SubGroupId | None = None
    rank: Rank
    attested: Attested | None = None


class RankProfile(Value, frozen=True):
    """Another rank, because those around it had no room. Who orders them need not open them all."""

    id: ProfileId
    rank: Rank


class ArchiveProfile(Value, frozen=True, kw_only=True):
    """Out of the way, with `cascade` its documents and open tasks too; or in use again."""

    id: ProfileId
    archived: bool
    cascade: bool
    attested: Attested


ProfileCommand = (
    CreateProfile | ReviseProfile | MoveProfile | RankProfile | ArchiveProfile | ShareItem | BinCommand
)


class ProfileCreated(facts.Created, frozen=True, kw_only=True, tag="profile.created"):
    """A profile begins."""

    profile_id: ProfileId
    type_id: ProfileTypeId
    group_id: GroupId
    sub_group_id: SubGroupId | None
    rank: Rank


class ProfileRevised(facts.Revised, frozen=True, tag="profile.revised"):
    """It has a new content."""


class ProfileAudienceChanged(facts.AudienceChanged, frozen=True, tag="profile.audience_changed"):
    """It has a new content, for other roles."""


class ProfileShared(facts.Shared, frozen=True, tag="profile.shared"):
    """Further roles open it."""


class ProfileMoved(AttributesSigned, frozen=True, kw_only=True, tag="profile.moved"):
    """It stands in this group and part of it, at this place. A place alone is not signed."""

    group_id: GroupId
    sub_group_id: SubGroupId | None
    rank: Rank


class ProfileArchived(facts.Archived, frozen=True, kw_only=True, tag="profile.archived"):
    """It is out of the way; with `cascade` what belongs to it is hidden too, and otherwise as it was."""

    cascade: bool


class ProfileUnarchived(facts.Unarchived, frozen=True, tag="profile.unarchived"):
    """It is in use again, and all that it hid is seen."""


class ProfileDeleted(facts.Deleted, frozen=True, tag="profile.deleted"):
    """It lies in the bin."""


class ProfileRestored(facts.Restored, frozen=True, tag="profile.restored"):
    """It is out of the bin."""


class ProfilePurged(facts.Purged, frozen=True, tag="profile.purged"):
    """Nobody opens it again."""


ProfileEvent = (
    ProfileCreated
    | ProfileRevised
    | ProfileAudienceChanged
    | ProfileShared
    | ProfileMoved
    | ProfileArchived
    | ProfileUnarchived
    | ProfileDeleted
    | ProfileRestored
    | ProfilePurged
)
