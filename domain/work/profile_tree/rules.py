"""When groups and sub-groups may be added, changed, moved and removed: what is in them keeps a place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never
from uuid import UUID

from msgspec.structs import replace

from domain.errors import InvalidArgument, Refused
from domain.ids import PROFILE_TYPES, GroupId, SubGroupId, profile_type
from domain.kernel import Moment
from domain.records import check_attributes
from domain.work.attributes import stated
from domain.work.entries.facts import ChangeEntry
from domain.work.entries.places import in_order, ranks_at
from domain.work.entries.rules import (
    check_addition,
    found,
    has_left,
    is_known,
    moves,
    next_content,
    shared_audience,
)
from domain.work.profile_tree.facts import (
    AddGroup,
    AddSubGroup,
    ChangeGroup,
    ChangeSubGroup,
    GroupAdded,
    GroupMoved,
    GroupRemoved,
    GroupRevised,
    GroupShared,
    OrderSubGroups,
    RemoveGroup,
    RemoveSubGroup,
    ShareGroup,
    ShareSubGroup,
    SubGroupAdded,
    SubGroupRemoved,
    SubGroupRevised,
    SubGroupShared,
    SubGroupsOrdered,
    TreeCommand,
    TreeEvent,
)
from domain.work.profile_tree.state import Group, ProfileTree, SubGroup, evolve
from domain.work.ranks import Rank, evenly

MOST_GROUPS, MOST_SUB_GROUPS = 500, 2000

_TYPES = frozenset(profile_type(key) for key in PROFILE_TYPES)


def decide(command: TreeCommand, tree: ProfileTree | None, moment: Moment) -> list[TreeEvent]:
    tree = tree or ProfileTree()
    match command:
        case AddGroup():
            return _add_group(command, tree, moment)
        case ChangeGroup():
            return _change_group(command, tree, moment)
        case ShareGroup():
            group = found(tree.group(command.id), moment)
            audience = shared_audience(group, command, moment)
            if audience is None:
                return []
            wraps, signed = command.wraps, command.signed
            return [GroupShared(group_id=group.id, audience=audience, wraps=wraps, signed=signed)]
        case RemoveGroup():
            return _remove_group(command, tree, moment)
        case AddSubGroup():
            return _add_sub_group(command, tree, moment)
        case ChangeSubGroup():
            return _change_sub_group(command, tree, moment)
        case ShareSubGroup():
            part = found(tree.sub_group(command.id), moment)
            audience = shared_audience(part, command, moment)
            if audience is None:
                return []
            wraps, signed = command.wraps, command.signed
            return [SubGroupShared(sub_group_id=part.id, audience=audience, wraps=wraps, signed=signed)]
        case RemoveSubGroup():
            return _remove_sub_group(command, tree, moment)
        case OrderSubGroups():
            return _order(command, tree, moment)
        case _:
            assert_never(command)


def _add_group(command: AddGroup, tree: ProfileTree, moment: Moment) -> list[TreeEvent]:
    if is_known(tree.group(command.id), command):
        return []
    check_addition(command, tree.groups.values(), MOST_GROUPS, moment)
    if command.type_id not in _TYPES:
        raise InvalidArgument("There is no such type of profile.", reason="type")
    id = GroupId(command.id)
    ranks = ranks_at(command.place, id, tree.groups_of(command.type_id))
    added = GroupAdded(
        group_id=id,
        type_id=command.type_id,
        sealed=command.sealed,
        audience=command.audience,
        rank=ranks[id],
    )
    check_attributes(command.sealed.attrs, {"typeId": command.type_id})
    return [added, *_groups_moved({other: rank for other, rank in ranks.items() if other != id})]


def _change_group(command: ChangeGroup, tree: ProfileTree, moment: Moment) -> list[TreeEvent]:
    group = found(tree.group(command.id), moment)
    events: list[TreeEvent] = []
    audience = _next_content(group, command, moment)
    if command.sealed is not None and audience is not None:
        events.append(GroupRevised(group_id=group.id, sealed=command.sealed, audience=audience))
    ranks = moves(command.place, group, tree.groups_of(group.type_id))
    return [*events, *_groups_moved(ranks)]


def _remove_group(command: RemoveGroup, tree: ProfileTree, moment: Moment) -> list[TreeEvent]:
    if has_left(tree.group(command.id), moment.actor.reads):
        return []
    group = found(tree.group(command.id), moment)
    if command.move_to is None and (command.profiles or tree.parts_of(group.id)):
        raise Refused("Say which group takes what is in it.", reason="not_empty")
    if command.move_to is not None:
        target = tree.group(command.move_to)
        fits = target is not None and target.state == "active" and target.type_id == group.type_id
        if not fits or command.move_to == group.id:
            raise Refused("There is no such group of this type to move to.", reason="tree")
    removed = GroupRemoved(group_id=group.id, moved_to=command.move_to)
    return _removed(command, tree, group, removed)


def _add_sub_group(command: AddSubGroup, tree: ProfileTree, moment: Moment) -> list[TreeEvent]:
    if is_known(tree.sub_group(command.id), command):
        return []
    check_addition(command, tree.sub_groups.values(), MOST_SUB_GROUPS, moment)
    group = tree.group(command.group_id)
    if group is None or group.state == "deleted" or not group.is_open_to(moment.actor.reads):
        raise Refused("There is no such group.", reason="tree")
    id = SubGroupId(command.id)
    ranks = ranks_at(command.place, id, tree.parts_of(group.id))
    added = SubGroupAdded(
        sub_group_id=id,
        group_id=group.id,
        sealed=command.sealed,
        audience=command.audience,
        rank=ranks[id],
    )
    check_attributes(command.sealed.attrs, {"groupId": group.id})
    return [added, *_ordered(group.id, {other: rank for other, rank in ranks.items() if other != id})]


def _change_sub_group(command: ChangeSubGroup, tree: ProfileTree, moment: Moment) -> list[TreeEvent]:
    part = found(tree.sub_group(command.id), moment)
    events: list[TreeEvent] = []
    audience = _next_content(part, command, moment)
    if command.sealed is not None and audience is not None:
        events.append(SubGroupRevised(sub_group_id=part.id, sealed=command.sealed, audience=audience))
    group = _group_of(tree, part)
    return [*events, *_ordered(group.id, moves(command.place, part, tree.parts_of(group.id)))]


def _remove_sub_group(command: RemoveSubGroup, tree: ProfileTree, moment: Moment) -> list[TreeEvent]:
    if has_left(tree.sub_group(command.id), moment.actor.reads):
        return []
    part = found(tree.sub_group(command.id), moment)
    if command.move_to is None and command.profiles:
        raise Refused("Say where its profiles go to.", reason="not_empty")
    if command.move_to is not None:
        group = _group_of(tree, part)
        targets = {group.id, *(other.id for other in tree.parts_of(group.id) if other.id != part.id)}
        if command.move_to not in targets:
            raise Refused("There is no such sub-group of this group to move to.", reason="tree")
    removed = SubGroupRemoved(sub_group_id=part.id, moved_to=command.move_to)
    return _removed(command, tree, part, removed)


def _order(command: OrderSubGroups, tree: ProfileTree, moment: Moment) -> list[TreeEvent]:
    """Those that this person cannot open keep their ranks."""
    group = found(tree.group(command.group_id), moment)
    parts = [part for part in in_order(tree.parts_of(group.id)) if part.is_open_to(moment.actor.reads)]
    ids = [part.id for part in parts]
    if sorted(command.ids) != sorted(ids):
        raise Refused("Name all sub-groups of the group, each once.", reason="incomplete_order")
    if list(command.ids) == ids:
        return []
    return _ordered(group.id, dict(zip(command.ids, evenly(len(ids)), strict=True)))


def _next_content(entry: Group | SubGroup, command: ChangeEntry, moment: Moment) -> tuple[UUID, ...] | None:
    if command.attested is not None:
        raise InvalidArgument("None of its attributes can change.", reason="statement")
    audience = next_content(entry, command, moment)
    if command.sealed is not None:
        check_attributes(command.sealed.attrs, entry.attributes)
    return audience


def _removed(
    command: RemoveGroup | RemoveSubGroup,
    tree: ProfileTree,
    entry: Group | SubGroup,
    removed: GroupRemoved | SubGroupRemoved,
) -> list[TreeEvent]:
    """The removal under its `record.delete`, after the attributes that name where things go."""
    attested = command.attested
    if (attested is None) != (command.move_to is None):
        raise InvalidArgument("Sign where things go to.", reason="statement")
    removed = replace(removed, deleted=command.signed)
    if attested is None:
        return [removed]
    after = evolve(tree, removed)
    changed = after.group(entry.id) if isinstance(entry, Group) else after.sub_group(entry.id)
    check_attributes(attested.attrs, (changed or entry).attributes)
    return list(stated([removed], attested))


def _group_of(tree: ProfileTree, part: SubGroup) -> Group:
    group = tree.standing_group(part.group_id)
    if group is None:  # no group is removed while something is in it
        raise Refused("Its group is gone.", reason="tree")
    return group


def _groups_moved(ranks: Mapping[UUID, Rank]) -> Sequence[TreeEvent]:
    return [GroupMoved(group_id=GroupId(id), rank=rank) for id, rank in ranks.items()]


def _ordered(group_id: GroupId, ranks: Mapping[UUID, Rank]) -> list[TreeEvent]:
    if not ranks:
        return []
    listed = tuple((SubGroupId(id), rank) for id, rank in ranks.items())
    return [SubGroupsOrdered(group_id=group_id, ranks=listed)]
