"""Profiles as lists show them, in the order that people gave them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple
from uuid import UUID

from domain.kernel import Recorded, Value
from domain.work.profile_tree.facts import GroupRemoved
from domain.work.profiles import PROFILE
from domain.work.profiles.item import ShownProfile, shown
from domain.work.profiles.state import evolve
from projections.kernel import Projection, Reader, Rows, Table
from projections.work.item_lists import CONDITIONS, SORTS, Direction, ItemFilter, ItemList
from projections.work.item_tables import filled, item_table


class ProfileFilter(ItemFilter, frozen=True, kw_only=True):
    """Which profiles; members that are left out do not narrow. Without `states`: all but the bin."""

    type_id: UUID | None = None
    group_id: UUID | None = None


class ProfileSort(Value, frozen=True):
    field: Literal["createdAt", "updatedAt", "rank"]
    dir: Direction = "asc"


PROFILES = item_table(
    "profiles",
    {
        "type_id": "uuid not null",
        "group_id": "uuid not null",
        "sub_group_id": "uuid",
        # Ranks are in the order of their bytes.
        "rank": 'text collate "C" not null',
    },
    indexes=("account_id, group_id, rank, id", "account_id, rank, id", "account_id, type_id"),
)
# Where the profiles of a removed group are: what people sign about them stays as it was.
GROUP_MOVES = Table(
    "profile_group_moves",
    {"id": "uuid not null", "moved_to": "uuid not null"},
    indexes=("account_id, moved_to",),
)

_fill = filled(PROFILES, ShownProfile, evolve, shown, "type_id", "group_id", "sub_group_id", "rank")


def apply(rows: Rows, recorded: Recorded) -> None:
    match recorded.event:
        case GroupRemoved(group_id=group_id, moved_to=moved_to):
            if moved_to is None:
                return
            for earlier in rows.select(GROUP_MOVES, moved_to=group_id):
                rows.put(GROUP_MOVES, UUID(str(earlier["id"])), moved_to=moved_to)
            rows.put(GROUP_MOVES, group_id, moved_to=moved_to)
        case _:
            _fill(rows, recorded)


PROFILES_READ = Projection("profiles", 5, (PROFILES, GROUP_MOVES), apply, (*PROFILE.events, GroupRemoved))

_CONDITIONS: Mapping[str, str] = {
    **CONDITIONS,
    "type_id": "type_id = %(type_id)s",
    "group_id": (
        # An array and no join: what the list is sorted by stays in the index.
        "group_id = any(array(select %(group_id)s::uuid union all select moved.id "
        "from read.profile_group_moves moved "
        "where moved.account_id = %(account_id)s and moved.moved_to = %(group_id)s))"
    ),
}
_SORTS: Mapping[tuple[str, str], tuple[str, str]] = {
    **SORTS,
    ("rank", "asc"): ("rank", "text"),
    ("rank", "desc"): ("rank", "text"),
}
PROFILE_LIST = ItemList("profiles", _CONDITIONS, _SORTS)


class StandingProfile(NamedTuple):
    """The group and sub-group of a profile, regardless of the reader."""

    id: UUID
    rank: str
    group_id: UUID
    sub_group_id: UUID | None


_STANDING = """
select id, rank, group_id, sub_group_id from read.profiles
where account_id = %(account_id)s and group_id = any(%(groups)s::uuid[]) and state in ('active', 'archived')
order by rank, id
"""
_HAS_ITEMS = """
select exists (
    select from read.document_profiles of join read.documents item
        on item.account_id = of.account_id and item.id = of.document_id
    where of.account_id = %(account_id)s and of.profile_id = %(profile_id)s
        and item.state in ('active', 'archived')
) or exists (
    select from read.task_profiles of join read.tasks item
        on item.account_id = of.account_id and item.id = of.task_id
    where of.account_id = %(account_id)s and of.profile_id = %(profile_id)s
        and item.state in ('active', 'archived')
)
"""
_COUNT = """
select count(*) from read.profiles where account_id = %(account_id)s and state in ('active', 'archived')
"""
_BY_TYPE = """
select type_id, count(*) from read.profiles
where account_id = %(account_id)s and audience && %(reads)s::uuid[] and state in ('active', 'archived')
group by type_id
"""


async def profiles_in(reader: Reader, account_id: UUID, groups: Sequence[UUID]) -> list[StandingProfile]:
    """The profiles that say that they are in these groups, in order, without those in the bin."""
    rows = await reader.all(
        _STANDING, {"account_id": account_id, "groups": list(groups)}, account_id=account_id
    )
    return [StandingProfile(*row) for row in rows]


async def profile_has_items(reader: Reader, account_id: UUID, profile_id: UUID) -> bool:
    """Whether documents or tasks belong to it, regardless of audience, without those in the bin."""
    parameters = {"account_id": account_id, "profile_id": profile_id}
    row = await reader.one(_HAS_ITEMS, parameters, account_id=account_id)
    return bool(row and row[0])


async def profile_count(reader: Reader, account_id: UUID) -> int:
    """How many profiles an account has, without those in the bin."""
    row = await reader.one(_COUNT, {"account_id": account_id}, account_id=account_id)
    return row[0] if row else 0


async def profiles_by_type(reader: Reader, account_id: UUID, reads: frozenset[Any]) -> Mapping[UUID, int]:
    """How many profiles of each type a reader can open."""
    parameters = {"account_id": account_id, "reads": list(reads)}
    return {row[0]: row[1] for row in await reader.all(_BY_TYPE, parameters, account_id=account_id)}
