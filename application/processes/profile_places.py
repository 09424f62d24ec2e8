"""Where a profile stands: a group of its type and a part of it, and its place among the others there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from application.unit_of_work import Work
from application.vault.key_statements import account_of
from application.work.ports import ProfilesKept
from domain.errors import NotFound, Refused
from domain.ids import ProfileId
from domain.work.entries.facts import Place
from domain.work.entries.places import Ranked, ranks_at
from domain.work.profile_tree import PROFILE_TREE
from domain.work.profile_tree.state import ProfileTree, Stand
from domain.work.profiles import PROFILE
from domain.work.profiles.facts import RankProfile
from domain.work.ranks import Rank


class Beside(NamedTuple):
    """A neighbour as its own stream has it, whatever lists show yet."""

    id: UUID
    rank: Rank


async def tree_for(work: Work) -> ProfileTree:
    """The tree of the account. The append depends on it: no group is removed in between."""
    return await work.guard(PROFILE_TREE, account_of(work)) or ProfileTree()


def standing_at(tree: ProfileTree, type_id: UUID, group_id: UUID, sub_group_id: UUID | None) -> Stand:
    """The group, and the part of it, that a profile is to stand in. Raises `Refused` (`tree`) unless both
    are there, the group is of its type, and the part is one of the group's."""
    stand = tree.stand_of(group_id, sub_group_id)
    if stand is None or stand.group.id != group_id:
        raise Refused("There is no such group.", reason="tree")
    if stand.group.type_id != type_id:
        raise Refused("This group is for profiles of another type.", reason="tree")
    if (stand.sub_group and stand.sub_group.id) != sub_group_id:
        raise Refused("There is no such part of this group.", reason="tree")
    return stand


@dataclass(frozen=True)
class ProfilePlaces:
    """Ranks in a group or a part of it.

    Lists may be a moment behind, so two concurrent moves into one gap may get the same rank: then the ids
    decide, for all readers alike.
    """

    profiles: ProfilesKept

    async def rank_at(
        self, work: Work, tree: ProfileTree, stand: Stand, profile_id: UUID, place: Place
    ) -> Rank:
        """The rank of that place. Where there is no room the others get other ranks, too."""
        if place.rank is not None:
            return place.rank
        others = dict(await self._standing(work, tree, stand))
        for other_id in (place.after_id, place.before_id):
            if other_id is not None:
                others[other_id] = await self._neighbour(work, tree, other_id, stand)
        ranks = ranks_at(place, profile_id, others.values())
        for other_id, rank in ranks.items():
            if other_id != profile_id:
                await work.decide(PROFILE, other_id, RankProfile(ProfileId(other_id), rank))
        return ranks[profile_id]

    async def _standing(self, work: Work, tree: ProfileTree, stand: Stand) -> Mapping[UUID, Ranked]:
        moved_here = [id for id in tree.groups if tree.standing_group(id) == stand.group]
        rows = await self.profiles.in_groups(account_of(work), moved_here)
        return {row.id: row for row in rows if tree.stand_of(row.group_id, row.sub_group_id) == stand}

    async def _neighbour(self, work: Work, tree: ProfileTree, profile_id: UUID, stand: Stand) -> Beside:
        profile = await work.load(PROFILE, profile_id)
        if profile is None or not work.context.actor.reads.intersection(profile.audience):
            raise NotFound("There is no such profile.")
        here = tree.stand_of(profile.group_id, profile.sub_group_id) == stand
        if profile.state in ("deleted", "purged") or not here:
            raise Refused("That profile is in another group.", reason="place", id=str(profile_id))
        return Beside(profile_id, profile.rank)
