"""What is true of the tree of profiles: groups of one type, their parts, and where what was in them goes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from domain.errors import AlreadyExists, Full, InvalidArgument, NotFound, Refused
from domain.ids import GroupId, SubGroupId, profile_type
from domain.work.entries.facts import Place
from domain.work.entries.places import in_order
from domain.work.profile_tree import PROFILE_TREE
from domain.work.profile_tree.facts import (
    AddGroup,
    AddSubGroup,
    ChangeGroup,
    ChangeSubGroup,
    GroupMoved,
    GroupRevised,
    OrderSubGroups,
    RemoveGroup,
    RemoveSubGroup,
    ShareGroup,
    ShareSubGroup,
)
from domain.work.profile_tree.rules import MOST_GROUPS
from domain.work.profile_tree.state import ProfileTree
from tests.support.shapes import (
    EVERYBODY,
    MEMBER,
    OWNER,
    PRIVATE,
    attested,
    attributes,
    moment,
    named,
    readers,
    sealed,
    signed,
    wrap,
)

HOUSES, CARS = profile_type("property"), profile_type("vehicle")
ABROAD, RENTED, GARAGE = (GroupId(named(word)) for word in ("abroad", "rented", "garage"))
COAST, HILLS = (SubGroupId(named(word)) for word in ("coast", "hills"))


def adds(id: GroupId = ABROAD, type_id: Any = HOUSES, *roles: Any, place: Place | None = None) -> AddGroup:
    record = sealed(id, *roles, attrs=attributes(typeId=type_id))
    return AddGroup(id=id, sealed=record, audience=readers(record), type_id=type_id, place=place or Place())


def parts(id: SubGroupId = COAST, group: GroupId = ABROAD, *roles: Any) -> AddSubGroup:
    record = sealed(id, *roles, attrs=attributes(groupId=group))
    return AddSubGroup(id=id, sealed=record, audience=readers(record), group_id=group)


def empties(id: GroupId, to: GroupId | None, type_id: Any = HOUSES) -> RemoveGroup:
    attrs = attributes(typeId=type_id, movedTo=to)
    ends = signed(f"deleted {id}")
    return RemoveGroup(id=id, signed=ends, move_to=to, attested=attested(f"removed {id}", attrs))


def dissolves(id: SubGroupId, to: Any, group: GroupId = ABROAD) -> RemoveSubGroup:
    attrs = attributes(groupId=group, movedTo=to)
    ends = signed(f"deleted {id}")
    return RemoveSubGroup(id=id, signed=ends, move_to=to, attested=attested(f"removed {id}", attrs))


def after(*commands: Any, tree: ProfileTree | None = None) -> ProfileTree:
    """The tree that these commands lead to."""
    for command in commands:
        tree = PROFILE_TREE.fold(PROFILE_TREE.decide(command, tree, moment()), tree)
    return tree or ProfileTree()


def decided(command: Any, tree: ProfileTree) -> list[Any]:
    return [type(event) for event in PROFILE_TREE.decide(command, tree, moment())]


def refusal(*commands: Any, tree: ProfileTree | None = None) -> str:
    with pytest.raises(Refused) as refused:
        after(*commands, tree=tree)
    return refused.value.reason


def coast_and_hills() -> ProfileTree:
    return after(adds(), adds(RENTED), adds(GARAGE, CARS), parts(), parts(HILLS))


def order(tree: ProfileTree, group: GroupId) -> list[Any]:
    return [part.id for part in in_order(tree.parts_of(group))]


def test_groups_of_a_type_have_an_order_of_their_own() -> None:
    tree = coast_and_hills()
    assert [group.id for group in in_order(tree.groups_of(HOUSES))] == [ABROAD, RENTED]
    assert [group.id for group in tree.groups_of(CARS)] == [GARAGE]
    first = ChangeGroup(id=RENTED, place=Place(before_id=ABROAD))
    assert decided(first, tree) == [GroupMoved]
    tree = after(first, tree=tree)
    assert [group.id for group in in_order(tree.groups_of(HOUSES))] == [RENTED, ABROAD]
    assert decided(first, tree) == []
    assert refusal(ChangeGroup(id=RENTED, place=Place(after_id=GARAGE)), tree=tree) == "place"


def test_a_group_is_of_a_type_that_there_is_and_says_so() -> None:
    assert refusal(adds(type_id=named("spaceship"))) == "type"
    assert refusal(replace(adds(), type_id=CARS)) == "attrs"
    assert refusal(adds(), replace(parts(), group_id=RENTED)) == "tree"
    assert refusal(adds(), replace(parts(), sealed=sealed(COAST, attrs={}))) == "attrs"
    assert refusal(parts()) == "tree"


def test_the_same_again_changes_nothing_and_something_else_is_refused() -> None:
    tree = coast_and_hills()
    assert decided(adds(), tree) == decided(parts(), tree) == []
    with pytest.raises(AlreadyExists):
        after(replace(adds(), sealed=sealed(ABROAD, attrs=attributes(typeId=HOUSES), revision=2)), tree=tree)


def test_a_new_content_says_what_it_was_signed_with() -> None:
    tree = coast_and_hills()
    named_anew = sealed(ABROAD, OWNER, attrs=attributes(typeId=HOUSES), revision=2, content=2)
    assert decided(ChangeGroup(id=ABROAD, sealed=named_anew, audience=(OWNER,)), tree) == [GroupRevised]
    after_it = after(ChangeGroup(id=ABROAD, sealed=named_anew, audience=(OWNER,)), tree=tree).group(ABROAD)
    assert after_it is not None
    assert (after_it.audience, after_it.version) == ((OWNER,), tree.version + 1)
    lied = replace(named_anew, attrs=attributes(typeId=CARS))
    assert refusal(ChangeGroup(id=ABROAD, sealed=lied, audience=(OWNER,)), tree=tree) == "attrs"
    with pytest.raises(InvalidArgument):
        after(ChangeGroup(id=ABROAD, attested=attested("type", attributes(typeId=HOUSES))), tree=tree)


def test_an_empty_group_just_ends() -> None:
    tree = coast_and_hills()
    ends = RemoveGroup(id=RENTED, signed=signed("ended"))
    assert refusal(replace(ends, profiles=1), tree=tree) == "not_empty"
    tree = after(ends, tree=tree)
    gone = tree.group(RENTED)
    assert gone is not None
    assert [later.statement_b64u for later in gone.later] == [ends.signed.statement_b64u]
    assert (tree.standing_group(RENTED), decided(ends, tree)) == (None, [])
    with pytest.raises(NotFound):
        after(ChangeGroup(id=RENTED, place=Place(rank="A")), tree=tree)


def test_what_is_in_a_removed_group_is_in_another_of_its_type() -> None:
    tree = coast_and_hills()
    assert refusal(RemoveGroup(id=ABROAD, signed=signed("ended")), tree=tree) == "not_empty"
    for to in (GARAGE, ABROAD, GroupId(named("nowhere"))):
        assert refusal(empties(ABROAD, to), tree=tree) == "tree"
    assert refusal(replace(empties(ABROAD, RENTED), move_to=None), tree=tree) == "not_empty"
    moves = empties(ABROAD, RENTED)
    assert refusal(replace(moves, attested=None), tree=tree) == "statement"
    assert refusal(replace(empties(RENTED, None), attested=moves.attested), tree=tree) == "statement"
    tree = after(moves, tree=tree)
    gone = tree.group(ABROAD)
    assert gone is not None
    assert moves.attested is not None
    statements = [moves.attested.signed.statement_b64u, moves.signed.statement_b64u]
    assert [later.statement_b64u for later in gone.later] == statements
    assert order(tree, RENTED) == [COAST, HILLS]
    stand = tree.stand_of(ABROAD, COAST)
    assert stand == (tree.group(RENTED), tree.sub_group(COAST))
    # It was signed with the group that is gone, and readers follow.
    named_anew = sealed(COAST, attrs=attributes(groupId=ABROAD), revision=2, content=2)
    assert len(PROFILE_TREE.decide(ChangeSubGroup(id=COAST, sealed=named_anew), tree, moment())) == 1


def test_what_is_in_a_removed_part_is_in_another_or_in_the_group_itself() -> None:
    tree = coast_and_hills()
    ends = RemoveSubGroup(id=COAST, signed=signed("ended"))
    assert refusal(replace(ends, profiles=1), tree=tree) == "not_empty"
    assert refusal(dissolves(COAST, RENTED), tree=tree) == "tree"
    tree = after(dissolves(COAST, HILLS), tree=tree)
    assert tree.stand_of(ABROAD, COAST) == (tree.group(ABROAD), tree.sub_group(HILLS))
    tree = after(dissolves(HILLS, ABROAD), tree=tree)
    assert tree.stand_of(ABROAD, COAST) == (tree.group(ABROAD), None)
    assert decided(dissolves(HILLS, ABROAD), tree) == []


def test_an_order_names_all_parts_of_a_group() -> None:
    tree = coast_and_hills()
    assert refusal(OrderSubGroups(ABROAD, (HILLS,)), tree=tree) == "incomplete_order"
    assert refusal(OrderSubGroups(ABROAD, (HILLS, HILLS)), tree=tree) == "incomplete_order"
    tree = after(OrderSubGroups(ABROAD, (HILLS, COAST)), tree=tree)
    assert order(tree, ABROAD) == [HILLS, COAST]
    assert decided(OrderSubGroups(ABROAD, (HILLS, COAST)), tree) == []
    tree = after(ChangeSubGroup(id=HILLS, place=Place(after_id=COAST)), tree=tree)
    assert order(tree, ABROAD) == [COAST, HILLS]


def test_they_are_for_roles_and_for_nobody_alone() -> None:
    assert refusal(adds(ABROAD, HOUSES, PRIVATE)) == "audience"
    tree = after(adds(ABROAD, HOUSES, OWNER), parts(COAST, ABROAD, OWNER))
    with pytest.raises(NotFound):
        PROFILE_TREE.decide(ChangeGroup(id=ABROAD), tree, moment(MEMBER))
    shares = (
        ShareGroup(ABROAD, (wrap(MEMBER),), signed("group"), EVERYBODY),
        ShareSubGroup(COAST, (wrap(MEMBER),), signed("part"), EVERYBODY),
    )
    tree = after(*shares, tree=tree)
    assert [tree.groups[ABROAD].audience, tree.sub_groups[COAST].audience] == [EVERYBODY, EVERYBODY]
    assert [decided(share, tree) for share in shares] == [[], []]


def test_there_are_so_many_and_no_more() -> None:
    tree = after(*(adds(GroupId(named(str(number)))) for number in range(MOST_GROUPS)))
    with pytest.raises(Full):
        after(adds(), tree=tree)


class Trees(RuleBasedStateMachine):
    """Whatever is removed: every group and part that ever held something leads to one that stands."""

    @initialize()
    def plant(self) -> None:
        self.tree = ProfileTree()
        self.number = 0

    def ask(self, command: Any) -> bool:
        try:
            events = PROFILE_TREE.decide(command, self.tree, moment())
        except Refused:
            return False
        self.tree = PROFILE_TREE.fold(events, self.tree) or self.tree
        return True

    def fresh(self) -> Any:
        self.number += 1
        return named(str(self.number))

    @rule(type_id=st.sampled_from([HOUSES, CARS]))
    def add_group(self, type_id: Any) -> None:
        assert self.ask(adds(self.fresh(), type_id))

    @precondition(lambda self: self.tree.groups)
    @rule(data=st.data())
    def add_part(self, data: st.DataObject) -> None:
        group = data.draw(st.sampled_from(list(self.tree.groups.values())))
        assert self.ask(parts(self.fresh(), group.id)) == (group.state == "active")

    @precondition(lambda self: self.tree.groups)
    @rule(data=st.data())
    def remove_group(self, data: st.DataObject) -> None:
        groups = list(self.tree.groups.values())
        group, other = data.draw(st.sampled_from(groups)), data.draw(st.sampled_from(groups))
        if self.ask(empties(group.id, other.id, group.type_id)) and group.state == "active":
            assert self.tree.standing_group(group.id) == self.tree.group(other.id)

    @precondition(lambda self: self.tree.sub_groups)
    @rule(data=st.data())
    def remove_part(self, data: st.DataObject) -> None:
        known = list(self.tree.sub_groups.values())
        part = data.draw(st.sampled_from(known))
        to = data.draw(st.sampled_from([*(one.id for one in known), *self.tree.groups]))
        self.ask(dissolves(part.id, to, part.group_id))

    @precondition(lambda self: self.tree.sub_groups)
    @rule(data=st.data())
    def order_parts(self, data: st.DataObject) -> None:
        group = data.draw(st.sampled_from(list(self.tree.groups.values())))
        ids = data.draw(st.permutations(order(self.tree, group.id)))
        if self.ask(OrderSubGroups(group.id, tuple(ids))):
            assert order(self.tree, group.id) == list(ids)

    @invariant()
    def everything_stands_somewhere(self) -> None:
        for group in self.tree.groups.values():
            standing = self.tree.standing_group(group.id)
            assert standing is not None
            assert standing.type_id == group.type_id
        for part in self.tree.sub_groups.values():
            stand = self.tree.stand_of(part.group_id, part.id)
            assert stand is not None
            assert stand.sub_group is None or stand.sub_group in self.tree.parts_of(stand.group.id)


Trees.TestCase.settings = settings(max_examples=40, stateful_step_count=25)
test_trees = Trees.TestCase
