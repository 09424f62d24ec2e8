"""What can be asked of a profile, and the facts that come of it."""

from __future__ import annotations

from typing import Literal

from domain.ids import GroupId, ProfileId, ProfileTypeId, SubGroupId
from domain.kernel import Value
from domain.records import Attested
from domain.sealed import Sealed
from domain.work.attributes import AttributesSigned
from domain.work.items import facts
from domain.work.items.facts import Audience, BinCommand, ShareItem
from domain.work.ranks import Rank


class ProfileAttributes(Value, frozen=True, kw_only=True):
    """What the people of a profile sign in the clear."""

    type_id: ProfileTypeId
    group_id: GroupId
    sub_group_id: SubGroupId | None = None
    state: Literal["active", "archived"]


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
    """A profile was created."""

    profile_id: ProfileId
    type_id: ProfileTypeId
    group_id: GroupId
    sub_group_id: SubGroupId | None
    rank: Rank


class ProfileRevised(facts.Revised, frozen=True, tag="profile.revised"):
    """The content changed."""


class ProfileAudienceChanged(facts.AudienceChanged, frozen=True, tag="profile.audience_changed"):
    """The content changed, encrypted for another audience."""


class ProfileShared(facts.Shared, frozen=True, tag="profile.shared"):
    """More roles got access."""


class ProfileMoved(AttributesSigned, frozen=True, kw_only=True, tag="profile.moved"):
    """Moved to this group, sub-group and position. A position alone is not signed."""

    group_id: GroupId
    sub_group_id: SubGroupId | None
    rank: Rank


class ProfileArchived(facts.Archived, frozen=True, kw_only=True, tag="profile.archived"):
    """Archived; with `cascade` everything that belongs to it is hidden too."""

    cascade: bool


class ProfileUnarchived(facts.Unarchived, frozen=True, tag="profile.unarchived"):
    """Unarchived, with everything it hid."""


class ProfileDeleted(facts.Deleted, frozen=True, tag="profile.deleted"):
    """Moved to the bin."""


class ProfileRestored(facts.Restored, frozen=True, tag="profile.restored"):
    """Restored from the bin."""


class ProfilePurged(facts.Purged, frozen=True, tag="profile.purged"):
    """Deleted for good, with its wraps."""


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
