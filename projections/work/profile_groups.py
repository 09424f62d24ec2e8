"""The groups of profiles and their sub-groups, and how many profiles stand in them."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from domain.kernel import Recorded
from domain.work.profile_tree import PROFILE_TREE
from domain.work.profile_tree.facts import GroupEvent, SubGroupEvent, SubGroupsOrdered
from domain.work.profile_tree.item import ShownGroup, ShownSubGroup, group_shown, sub_group_shown
from domain.work.profile_tree.state import group_after, sub_group_after
from projections.kernel import Projection, Reader, Rows
from projections.work.entry_lists import EntryList
from projections.work.entry_tables import EntryRows, entry_table

GROUPS = entry_table("profile_groups", {"type_id": "uuid not null", "moved_to": "uuid"}, within="type_id, ")
PARTS = entry_table(
    "profile_sub_groups", {"group_id": "uuid not null", "moved_to": "uuid"}, within="group_id, "
)
_GROUP_ROWS = EntryRows(GROUPS, ShownGroup, group_shown, ("type_id", "moved_to"))
_PART_ROWS = EntryRows(PARTS, ShownSubGroup, sub_group_shown, ("group_id", "moved_to"))


def apply(rows: Rows, fact: Recorded) -> None:
    """Fold with the decider's own functions, so that both sides tell the same story."""
    event, version = fact.event, fact.stream_version
    if isinstance(event, GroupEvent):
        group = _GROUP_ROWS.get(rows, event.group_id)
        _GROUP_ROWS.put(rows, fact, group, group_after(group, event, version))
    elif isinstance(event, SubGroupEvent):
        ids = [id for id, _ in event.ranks] if isinstance(event, SubGroupsOrdered) else [event.sub_group_id]
        for id in ids:
            part = _PART_ROWS.get(rows, id)
            _PART_ROWS.put(rows, fact, part, sub_group_after(part, event, version, id))


PROFILE_GROUPS_READ = Projection("profile_groups", 4, (GROUPS, PARTS), apply, PROFILE_TREE.events)

# A removed one is shown while it says where what was in it is.
_SHOWN = "(state = 'active' or moved_to is not null)"
GROUP_LIST = EntryList("profile_groups", _SHOWN)
SUB_GROUP_LIST = EntryList("profile_sub_groups", _SHOWN)

_COUNTS = """
select group_id, count(*) from read.profiles
where account_id = %(account_id)s and state in ('active', 'archived') and audience && %(reads)s::uuid[]
group by group_id
"""
_STANDING = """
select count(*) from read.profiles
where account_id = %(account_id)s and state <> 'purged'
    and (group_id = any(%(ids)s::uuid[]) or sub_group_id = any(%(ids)s::uuid[]))
"""


async def profile_counts(reader: Reader, account_id: UUID, reads: frozenset[UUID]) -> dict[UUID, int]:
    """How many profiles this reader finds, by the group that they were signed to stand in."""
    values = {"account_id": account_id, "reads": list(reads)}
    return {row[0]: row[1] for row in await reader.all(_COUNTS, values, account_id=account_id)}


async def standing_in(reader: Reader, account_id: UUID, ids: Sequence[UUID]) -> int:
    """The number of profiles in these groups or sub-groups by signed attributes, regardless of audience."""
    row = await reader.one(_STANDING, {"account_id": account_id, "ids": list(ids)}, account_id=account_id)
    return row[0] if row else 0
