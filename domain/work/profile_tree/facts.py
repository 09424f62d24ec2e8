"""What can be asked of the tree that profiles stand in, and the facts that come of it."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from domain.ids import GroupId, ProfileTypeId, SubGroupId
from domain.kernel import Event, Value
from domain.records import Attested
from domain.sealed import Signed
from domain.work.entries import facts
from domain.work.ranks import Rank


class GroupAttributes(Value, frozen=True, kw_only=True):
    """What is signed in the clear about a group. `moved_to` is the one that holds what a removed one held."""

    type_id: ProfileTypeId
    moved_to: GroupId | None = None


class SubGroupAttributes(Value, frozen=True, kw_only=True):
    """The same of a sub-group; `moved_to` is another one, or the group itself."""

    group_id: GroupId
    moved_to: UUID | None = None


class AddGroup(facts.AddEntry, frozen=True, kw_only=True):
    type_id: ProfileTypeId


class ChangeGroup(facts.ChangeEntry, frozen=True, kw_only=True): ...


class ShareGroup(facts.ShareEntry, frozen=True): ...


class RemoveGroup(Value, frozen=True, kw_only=True):
    """What is in it follows it to `move_to`, which is signed (`attested`) before its end (`signed`).

    `profiles` is how many stand in it, which other aggregates know.
    """

    id: GroupId
    signed: Signed
    move_to: GroupId | None = None
    attested: Attested | None = None
    profiles: int = 0


class AddSubGroup(facts.AddEntry, frozen=True, kw_only=True):
    group_id: GroupId


class ChangeSubGroup(facts.ChangeEntry, frozen=True, kw_only=True): ...


class ShareSubGroup(facts.ShareEntry, frozen=True): ...


class RemoveSubGroup(Value, frozen=True, kw_only=True):
    """Its profiles follow it to another one of its group, or to the group itself: `move_to` names either.

    Without it, it is an empty one.
    """

    id: SubGroupId
    signed: Signed
    move_to: UUID | None = None
    attested: Attested | None = None
    profiles: int = 0


class OrderSubGroups(Value, frozen=True):
    """All sub-groups of a group, in their new order."""

    group_id: GroupId
    ids: Annotated[tuple[SubGroupId, ...], Meta(max_length=2000)]


GroupCommand = AddGroup | ChangeGroup | ShareGroup | RemoveGroup
SubGroupCommand = AddSubGroup | ChangeSubGroup | ShareSubGroup | RemoveSubGroup | OrderSubGroups
TreeCommand = GroupCommand | SubGroupCommand


class GroupAdded(facts.Added, frozen=True, kw_only=True, tag="profile_group.added"):
    """A group for profiles of one type was added."""

    group_id: GroupId
    type_id: ProfileTypeId


class GroupRevised(facts.Revised, frozen=True, kw_only=True, tag="profile_group.revised"):
    """The content changed."""

    group_id: GroupId


class GroupShared(facts.Shared, frozen=True, kw_only=True, tag="profile_group.shared"):
    """More roles got access."""

    group_id: GroupId


class GroupMoved(facts.Moved, frozen=True, kw_only=True, tag="profile_group.moved"):
    """Moved among the groups of its type."""

    group_id: GroupId


class GroupRemoved(facts.Removed, frozen=True, kw_only=True, tag="profile_group.removed"):
    """Deleted. Its sub-groups and profiles moved to another group."""

    group_id: GroupId
    moved_to: GroupId | None = None


class SubGroupAdded(facts.Added, frozen=True, kw_only=True, tag="profile_sub_group.added"):
    """A sub-group was added."""

    sub_group_id: SubGroupId
    group_id: GroupId


class SubGroupRevised(facts.Revised, frozen=True, kw_only=True, tag="profile_sub_group.revised"):
    """The content changed."""

    sub_group_id: SubGroupId


class SubGroupShared(facts.Shared, frozen=True, kw_only=True, tag="profile_sub_group.shared"):
    """More roles got access."""

    sub_group_id: SubGroupId


class SubGroupsOrdered(Event, frozen=True, kw_only=True, tag="profile_sub_groups.ordered"):
    """The sub-groups of this group were reordered."""

    group_id: GroupId
    ranks: tuple[tuple[SubGroupId, Rank], ...]


class SubGroupRemoved(facts.Removed, frozen=True, kw_only=True, tag="profile_sub_group.removed"):
    """Deleted. Its profiles moved to another sub-group, or directly into the group."""

    sub_group_id: SubGroupId
    moved_to: UUID | None = None


GroupEvent = GroupAdded | GroupRevised | GroupShared | GroupMoved | GroupRemoved
SubGroupEvent = SubGroupAdded | SubGroupRevised | SubGroupShared | SubGroupsOrdered | SubGroupRemoved
TreeEvent = GroupEvent | SubGroupEvent
