"""Writing profile groups and their sub-groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Protocol
from uuid import UUID

from msgspec import Meta
from msgspec.structs import replace

from application.commands import Route
from application.processes.entry_bodies import AlterEntry, EndEntry, EndPlace, EntryVersion, NewEntry
from application.processes.entry_desk import EntryDesk, account_of
from application.processes.sealed_items import Found
from application.processes.statements import Statements
from application.unit_of_work import Work
from application.vault.content import audience_of
from application.vault.ports import Checks
from domain.errors import Stale
from domain.ids import AccountId, GroupId, SubGroupId
from domain.kernel import Value
from domain.sealed import Signed
from domain.work.entries.places import in_order
from domain.work.profile_tree import PROFILE_TREE
from domain.work.profile_tree.facts import (
    AddGroup,
    AddSubGroup,
    ChangeGroup,
    ChangeSubGroup,
    GroupAttributes,
    OrderSubGroups,
    RemoveGroup,
    RemoveSubGroup,
    ShareGroup,
    ShareSubGroup,
    SubGroupAttributes,
)
from domain.work.profile_tree.item import ShownGroup, ShownSubGroup, group_shown, sub_group_shown
from domain.work.profile_tree.state import Group, ProfileTree, SubGroup
from domain.work.ranks import Rank


class ProfileCounts(Protocol):
    """The number of profiles in these groups or sub-groups, by signed attributes, without purged ones."""

    async def standing_in(self, account_id: UUID, ids: Sequence[UUID]) -> int: ...


class NewGroup(NewEntry, frozen=True, kw_only=True):
    """A group of profiles of one type, which stays the same."""

    def as_addition(self) -> AddGroup:
        return AddGroup(**self.common, type_id=self.attributes(GroupAttributes).type_id)


class AlterGroup(AlterEntry, frozen=True, kw_only=True):
    def as_change(self) -> ChangeGroup:
        return ChangeGroup(**self.common)

    def as_share(self, signed: Signed) -> ShareGroup:
        return ShareGroup(self.id, self.wraps or (), signed, audience_of(signed))


class EndGroup(EndPlace, frozen=True, kw_only=True):
    def as_removal(self) -> RemoveGroup:
        said = self.attributes(GroupAttributes)
        return RemoveGroup(
            id=GroupId(self.id),
            move_to=None if said is None else said.moved_to,
            attested=self.attested,
            signed=self.signed,
        )


class NewSubGroup(NewEntry, frozen=True, kw_only=True):
    """A part of a group, in which it stays."""

    def as_addition(self) -> AddSubGroup:
        return AddSubGroup(**self.common, group_id=self.attributes(SubGroupAttributes).group_id)


class AlterSubGroup(AlterEntry, frozen=True, kw_only=True):
    def as_change(self) -> ChangeSubGroup:
        return ChangeSubGroup(**self.common)

    def as_share(self, signed: Signed) -> ShareSubGroup:
        return ShareSubGroup(self.id, self.wraps or (), signed, audience_of(signed))


class EndSubGroup(EndPlace, frozen=True, kw_only=True):
    """As a group; what is named may also be the group that it stands in."""

    def as_removal(self) -> RemoveSubGroup:
        said = self.attributes(SubGroupAttributes)
        return RemoveSubGroup(
            id=SubGroupId(self.id),
            move_to=None if said is None else said.moved_to,
            attested=self.attested,
            signed=self.signed,
        )


class RankSubGroups(Value, frozen=True, kw_only=True):
    """All sub-groups of a group in their new order. `version` is that of the tree as read."""

    group_id: GroupId
    ids: Annotated[tuple[SubGroupId, ...], Meta(max_length=2000)]
    version: EntryVersion | None = None


class RankedSubGroup(Value, frozen=True):
    id: SubGroupId
    rank: Rank


@dataclass(frozen=True)
class GroupDesk(EntryDesk[ProfileTree, Group, ShownGroup]):
    counts: ProfileCounts

    async def removal(self, work: Work, command: EndEntry) -> RemoveGroup:
        """With how many profiles stand in it, of groups that were moved to it too."""
        account_id, tree = account_of(work), await _tree(work)
        ids = [id for id in tree.groups if (group := tree.standing_group(id)) and group.id == command.id]
        assert isinstance(command, EndGroup)
        return replace(command.as_removal(), profiles=await self.counts.standing_in(account_id, ids))


@dataclass(frozen=True)
class SubGroupDesk(EntryDesk[ProfileTree, SubGroup, ShownSubGroup]):
    counts: ProfileCounts

    async def removal(self, work: Work, command: EndEntry) -> RemoveSubGroup:
        """The same of a sub-group."""
        account_id, tree = account_of(work), await _tree(work)
        ids = [part.id for part in tree.sub_groups.values() if _leads_to(tree, part, command.id)]
        assert isinstance(command, EndSubGroup)
        return replace(command.as_removal(), profiles=await self.counts.standing_in(account_id, ids))

    async def rank(self, work: Work, command: RankSubGroups) -> list[RankedSubGroup]:
        """All of the group's that this person can open, with their ranks."""
        tree = await _tree(work)
        if command.version not in (None, tree.version):
            raise Stale("Someone else changed this in the meantime.", reason="version_conflict")
        await work.decide(PROFILE_TREE, account_of(work), OrderSubGroups(command.group_id, command.ids))
        tree = await _tree(work)
        work.version = tree.version
        parts = in_order(tree.parts_of(command.group_id))
        return [
            RankedSubGroup(part.id, part.rank) for part in parts if part.is_open_to(work.context.actor.reads)
        ]


def routes(
    checks: Checks, groups: Found[ShownGroup], parts: Found[ShownSubGroup], counts: ProfileCounts
) -> dict[type, Route]:
    manage = "profile.structure"
    group = GroupDesk(
        PROFILE_TREE, Statements(checks, "profile-group"), manage, _group_of, groups, group_shown, counts
    )
    part = SubGroupDesk(
        PROFILE_TREE,
        Statements(checks, "profile-sub-group"),
        manage,
        _part_of,
        parts,
        sub_group_shown,
        counts,
    )
    return {
        NewGroup: Route(manage, group.create, (PROFILE_TREE,)),
        AlterGroup: Route("profile.read", group.alter, (PROFILE_TREE,)),
        EndGroup: Route(manage, group.end, (PROFILE_TREE,)),
        NewSubGroup: Route(manage, part.create, (PROFILE_TREE,)),
        AlterSubGroup: Route("profile.read", part.alter, (PROFILE_TREE,)),
        EndSubGroup: Route(manage, part.end, (PROFILE_TREE,)),
        RankSubGroups: Route(manage, part.rank, (PROFILE_TREE,)),
    }


async def _tree(work: Work) -> ProfileTree:
    return await work.load(PROFILE_TREE, account_of(work)) or ProfileTree()


def _leads_to(tree: ProfileTree, part: SubGroup, sub_group_id: UUID) -> bool:
    followed: SubGroup | None = part
    while followed is not None and followed.moved_to is not None:
        followed = tree.sub_group(followed.moved_to)
    return followed is not None and followed.id == sub_group_id


def _group_of(_: AccountId, tree: ProfileTree | None, group_id: UUID) -> Group | None:
    return tree.group(group_id) if tree else None


def _part_of(_: AccountId, tree: ProfileTree | None, sub_group_id: UUID) -> SubGroup | None:
    return tree.sub_group(sub_group_id) if tree else None
