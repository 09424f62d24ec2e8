"""The groups of profiles and their parts at a moment: for decisions and for those who read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, assert_never
from uuid import UUID

from msgspec.structs import replace

from domain.ids import GroupId, ProfileTypeId, SubGroupId
from domain.kernel import Value
from domain.records import Attribute
from domain.sealed import Sealed
from domain.work.entries.state import Entry, evolved, roles
from domain.work.profile_tree.facts import (
    GroupAdded,
    GroupEvent,
    GroupMoved,
    GroupRemoved,
    GroupRevised,
    GroupShared,
    SubGroupAdded,
    SubGroupEvent,
    SubGroupRemoved,
    SubGroupRevised,
    SubGroupShared,
    SubGroupsOrdered,
    TreeEvent,
)


class Group(Entry, frozen=True, kw_only=True):
    """`moved_to` is the group in which the parts and profiles of a removed one are."""

    id: GroupId
    sealed: Sealed
    type_id: ProfileTypeId
    moved_to: GroupId | None = None

    @property
    def attributes(self) -> Mapping[str, Attribute]:
        return {"typeId": self.type_id, "movedTo": self.moved_to}


class SubGroup(Entry, frozen=True, kw_only=True):
    """`group_id` is signed and stays as it is when that group is removed: readers follow (`ProfileTree`).

    `moved_to` names another sub-group, or the group itself: then its profiles are in no sub-group.
    """

    id: SubGroupId
    sealed: Sealed
    group_id: GroupId
    moved_to: UUID | None = None

    @property
    def attributes(self) -> Mapping[str, Attribute]:
        return {"groupId": self.group_id, "movedTo": self.moved_to}


class Stand(NamedTuple):
    """Where a profile stands once all that was removed is followed."""

    group: Group
    sub_group: SubGroup | None


class ProfileTree(Value, frozen=True, kw_only=True):
    """All groups and sub-groups by id, removed ones too."""

    version: int = 0
    groups: Mapping[GroupId, Group] = {}
    sub_groups: Mapping[SubGroupId, SubGroup] = {}

    def group(self, group_id: UUID) -> Group | None:
        return self.groups.get(GroupId(group_id))

    def sub_group(self, sub_group_id: UUID) -> SubGroup | None:
        return self.sub_groups.get(SubGroupId(sub_group_id))

    def standing_group(self, group_id: UUID) -> Group | None:
        """The group that this one is, or that it has been moved to; None where none stands."""
        group = self.group(group_id)
        while group is not None and group.moved_to is not None:
            group = self.group(group.moved_to)
        return group if group is not None and group.state == "active" else None

    def groups_of(self, type_id: UUID) -> list[Group]:
        """The standing groups of a type."""
        return [group for group in self.groups.values() if group.type_id == type_id and _stands(group)]

    def parts_of(self, group_id: UUID) -> list[SubGroup]:
        """The sub-groups that stand in this group, those of groups that were moved to it among them."""
        found: list[SubGroup] = []
        for part in self.sub_groups.values():
            group = self.standing_group(part.group_id) if _stands(part) else None
            if group is not None and group.id == group_id:
                found.append(part)
        return found

    def stand_of(self, group_id: UUID, sub_group_id: UUID | None) -> Stand | None:
        """Where a profile with these signed attributes is; None where its group was never there."""
        group = self.standing_group(group_id)
        if group is None:
            return None
        sub_group = None if sub_group_id is None else self.sub_group(sub_group_id)
        while sub_group is not None and sub_group.moved_to is not None:
            sub_group = self.sub_group(sub_group.moved_to)
        if sub_group is None or not _stands(sub_group) or self.standing_group(sub_group.group_id) != group:
            return Stand(group, None)
        return Stand(group, sub_group)


def evolve(tree: ProfileTree | None, event: TreeEvent) -> ProfileTree:
    tree = tree or ProfileTree()
    version = tree.version + 1
    groups, parts = tree.groups, tree.sub_groups
    if isinstance(event, SubGroupsOrdered):
        ranked = [sub_group_after(parts.get(id), event, version, id) for id, _ in event.ranks]
        parts = {**parts, **{part.id: part for part in ranked if part is not None}}
    elif isinstance(event, GroupEvent):
        group = group_after(groups.get(event.group_id), event, version)
        groups = {**groups, group.id: group} if group else groups
    else:
        part = sub_group_after(parts.get(event.sub_group_id), event, version, event.sub_group_id)
        parts = {**parts, part.id: part} if part else parts
    return replace(tree, version=version, groups=groups, sub_groups=parts)


def group_after(group: Group | None, event: GroupEvent, version: int) -> Group | None:
    """The group that a fact is about, after it."""
    match event:
        case GroupAdded():
            return Group(
                id=event.group_id,
                version=version,
                rank=event.rank,
                sealed=event.sealed,
                audience=roles(event.audience),
                type_id=event.type_id,
            )
        case GroupRevised() | GroupShared() | GroupMoved():
            return group and evolved(group, event, version)
        case GroupRemoved(moved_to=moved_to):
            return group and replace(evolved(group, event, version), moved_to=moved_to)
        case _:
            assert_never(event)


def sub_group_after(
    part: SubGroup | None, event: SubGroupEvent, version: int, sub_group_id: SubGroupId
) -> SubGroup | None:
    """One of the sub-groups that a fact is about, after it."""
    match event:
        case SubGroupAdded():
            return SubGroup(
                id=event.sub_group_id,
                version=version,
                rank=event.rank,
                sealed=event.sealed,
                audience=roles(event.audience),
                group_id=event.group_id,
            )
        case SubGroupRevised() | SubGroupShared():
            return part and evolved(part, event, version)
        case SubGroupsOrdered(ranks=ranks):
            return part and replace(part, rank=dict(ranks)[sub_group_id], version=version)
        case SubGroupRemoved(moved_to=moved_to):
            return part and replace(evolved(part, event, version), moved_to=moved_to)
        case _:
            assert_never(event)


def _stands(entry: Entry) -> bool:
    return entry.state == "active"
