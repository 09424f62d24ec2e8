"""What a profile is at a moment, as the facts leave it: for decisions and for those who read."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.ids import GroupId, ProfileTypeId, SubGroupId
from domain.records import Attribute
from domain.work.items.state import roles, with_attributes
from domain.work.plain.state import PlainItem, lived
from domain.work.profiles.facts import (
    ProfileArchived,
    ProfileCreated,
    ProfileEvent,
    ProfileMoved,
    ProfileUnarchived,
)
from domain.work.ranks import Rank


class Profile(PlainItem, frozen=True, kw_only=True):
    """`cascade` says that it was archived together with what belongs to it."""

    type_id: ProfileTypeId
    group_id: GroupId
    sub_group_id: SubGroupId | None = None
    rank: Rank
    cascade: bool = False

    @property
    def attributes(self) -> Mapping[str, Attribute]:
        return {
            "typeId": self.type_id,
            "groupId": self.group_id,
            "subGroupId": self.sub_group_id,
            "state": self.lifecycle,
        }


def evolve(profile: Profile | None, event: ProfileEvent) -> Profile | None:
    if isinstance(event, ProfileCreated):
        return Profile(
            sealed=event.sealed,
            audience=roles(event.audience),
            type_id=event.type_id,
            group_id=event.group_id,
            sub_group_id=event.sub_group_id,
            rank=event.rank,
        )
    if profile is None:
        return None
    match event:
        case ProfileMoved(group_id=group_id, sub_group_id=sub_group_id, rank=rank):
            moved = with_attributes(profile, event)
            return replace(moved, group_id=group_id, sub_group_id=sub_group_id, rank=rank)
        case ProfileArchived(cascade=cascade):
            return replace(lived(profile, event), cascade=cascade)
        case ProfileUnarchived():
            return replace(lived(profile, event), cascade=False)
        case _:
            return lived(profile, event)
