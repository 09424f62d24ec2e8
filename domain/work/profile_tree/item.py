"""Groups and sub-groups as their readers get them."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from domain.ids import UserId
from domain.work.answers import GroupItem, Item, RankedItem
from domain.work.entries.item import shown_as
from domain.work.profile_tree.state import Group, SubGroup


class ShownGroup(Group, frozen=True, kw_only=True):
    """`seq` is the position that last changed it; `owed` are the roles still without a wrap."""

    answered: ClassVar[type[Item]] = GroupItem

    owed: tuple[UUID, ...] = ()
    created_at: str
    created_by: UserId | None
    updated_at: str
    updated_by: UserId | None
    seq: int = 0


class ShownSubGroup(SubGroup, frozen=True, kw_only=True):
    """The same of a sub-group."""

    answered: ClassVar[type[Item]] = RankedItem

    owed: tuple[UUID, ...] = ()
    created_at: str
    created_by: UserId | None
    updated_at: str
    updated_by: UserId | None
    seq: int = 0


def group_shown(
    group: Group, *, before: ShownGroup | None, at: datetime, by: UserId | None, seq: int = 0
) -> ShownGroup:
    """The group after a change by this person at this moment; `before` is what was shown until then."""
    return shown_as(ShownGroup, group, before=before, at=at, by=by, seq=seq)


def sub_group_shown(
    part: SubGroup, *, before: ShownSubGroup | None, at: datetime, by: UserId | None, seq: int = 0
) -> ShownSubGroup:
    """The same of a sub-group."""
    return shown_as(ShownSubGroup, part, before=before, at=at, by=by, seq=seq)
