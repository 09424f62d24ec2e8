"""What is true of profiles: of one type for ever, in a group, in order, archived with what is theirs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.errors import AlreadyExists, InvalidArgument, NotFound, Refused
from domain.ids import GroupId, ProfileId, SubGroupId, profile_type
from domain.kernel import Actor, Moment
from domain.work.items.facts import DeleteItem, EmptyBin, PurgeItem, RestoreItem, ShareItem
from domain.work.profiles import PROFILE
from domain.work.profiles.facts import (
    ArchiveProfile,
    CreateProfile,
    MoveProfile,
    ProfileArchived,
    ProfileAudienceChanged,
    ProfileMoved,
    ProfileRevised,
    RankProfile,
    ReviseProfile,
)
from domain.work.profiles.state import Profile
from tests.support.shapes import (
    ACCOUNT,
    ANN,
    EVERYBODY,
    MEMBER,
    NOON,
    OWNER,
    attested,
    attributes,
    moment,
    named,
    sealed,
    signed,
    statement,
    wrap,
)

ID = ProfileId(named("profile"))
VEHICLE = profile_type("vehicle")
CARS, BOATS = GroupId(named("cars")), GroupId(named("boats"))
OLD = SubGroupId(named("old ones"))


def signs(group: GroupId = CARS, part: SubGroupId | None = None, state: str = "active") -> dict[str, str]:
    return attributes(typeId=VEHICLE, groupId=group, subGroupId=part, state=state)


CREATES = CreateProfile(
    id=ID, sealed=sealed(ID, attrs=signs()), audience=EVERYBODY, type_id=VEHICLE, group_id=CARS, rank="V"
)
DELETES = DeleteItem(ID, signed("deleted"))


def archives(*, cascade: bool = True, word: str = "archived", group: GroupId = CARS) -> ArchiveProfile:
    said = attested(word, signs(group, state="archived"))
    return ArchiveProfile(id=ID, archived=True, cascade=cascade, attested=said)


UNARCHIVES = ArchiveProfile(id=ID, archived=False, cascade=True, attested=attested("in use", signs()))
MOVES = MoveProfile(
    id=ID, group_id=BOATS, sub_group_id=OLD, rank="k", attested=attested("moved", signs(BOATS, OLD))
)


def after(*commands: Any, by: Moment | None = None) -> Profile:
    profile = None
    for command in commands:
        profile = PROFILE.fold(PROFILE.decide(command, profile, by or moment()), profile)
    assert profile is not None
    return profile


def facts(command: Any, profile: Profile) -> list[type]:
    return [type(fact) for fact in PROFILE.decide(command, profile, moment())]


def test_it_begins_in_its_group_as_signed() -> None:
    profile = after(CREATES)
    assert (profile.type_id, profile.group_id, profile.sub_group_id) == (VEHICLE, CARS, None)
    assert (profile.rank, profile.state, profile.cascade) == ("V", "active", False)
    assert PROFILE.decide(CREATES, profile, moment()) == []
    other = replace(CREATES.sealed, statement_b64u=statement("another"))
    with pytest.raises(AlreadyExists):
        PROFILE.decide(replace(CREATES, sealed=other), profile, moment())
    for lie in ({"group_id": BOATS}, {"sub_group_id": OLD}, {"type_id": profile_type("pet")}):
        with pytest.raises(InvalidArgument):
            after(replace(CREATES, **lie))


def test_a_new_content_says_whether_others_read_it_and_changes_nothing_else() -> None:
    second = sealed(ID, attrs=signs(), revision=2, content=2)
    assert facts(ReviseProfile(id=ID, sealed=second, audience=EVERYBODY), after(CREATES)) == [ProfileRevised]
    fewer = sealed(ID, OWNER, attrs=signs(), revision=2, content=2)
    shut_out = ReviseProfile(id=ID, sealed=fewer, audience=(OWNER,))
    assert facts(shut_out, after(CREATES)) == [ProfileAudienceChanged]
    moved = sealed(ID, attrs=signs(BOATS), revision=2, content=2)
    with pytest.raises(InvalidArgument, match="groupId"):
        PROFILE.decide(ReviseProfile(id=ID, sealed=moved), after(CREATES), moment())


def test_another_group_is_signed_and_another_place_is_not() -> None:
    profile = after(CREATES)
    with pytest.raises(InvalidArgument):
        PROFILE.decide(replace(MOVES, attested=None), profile, moment())
    lied = attested("lied", signs(BOATS))
    with pytest.raises(InvalidArgument, match="subGroupId"):
        PROFILE.decide(replace(MOVES, attested=lied), profile, moment())
    moved = after(CREATES, MOVES)
    assert (moved.group_id, moved.sub_group_id, moved.rank, moved.revision) == (BOATS, OLD, "k", 2)
    assert PROFILE.decide(MOVES, moved, moment()) == []
    there = MoveProfile(id=ID, group_id=CARS, rank="W")
    assert facts(there, profile) == [ProfileMoved]
    assert after(CREATES, there).revision == 1
    assert PROFILE.decide(replace(there, rank="V"), profile, moment()) == []


def test_a_place_is_made_by_those_who_cannot_open_it() -> None:
    stranger = Moment(Actor("user", ANN, ACCOUNT), NOON)
    profile = after(CREATES)
    (fact,) = PROFILE.decide(RankProfile(ID, "W"), profile, stranger)
    assert fact == ProfileMoved(group_id=CARS, sub_group_id=None, rank="W")
    assert PROFILE.decide(RankProfile(ID, "V"), profile, stranger) == []
    assert PROFILE.decide(RankProfile(ID, "W"), after(CREATES, DELETES), stranger) == []
    assert PROFILE.decide(RankProfile(ID, "W"), None, stranger) == []


def test_archived_with_or_without_what_belongs_to_it() -> None:
    archived = after(CREATES, archives())
    assert (archived.state, archived.cascade) == ("archived", True)
    assert PROFILE.decide(archives(), archived, moment()) == []
    alone = archives(cascade=False, word="alone")
    assert facts(alone, archived) == [ProfileArchived]
    assert after(CREATES, archives(), alone).cascade is False
    in_use = after(CREATES, archives(), UNARCHIVES)
    assert (in_use.state, in_use.cascade, in_use.revision) == ("active", False, 3)
    assert PROFILE.decide(UNARCHIVES, in_use, moment()) == []
    with pytest.raises(InvalidArgument):
        PROFILE.decide(replace(archives(), attested=attested("lied", signs())), after(CREATES), moment())


def test_the_bin_keeps_how_it_was_archived() -> None:
    binned = after(CREATES, archives(), DELETES)
    for command in (MOVES, UNARCHIVES, ShareItem(ID, (wrap(MEMBER),), signed("shared"), EVERYBODY)):
        with pytest.raises(Refused, match="bin"):
            PROFILE.decide(command, binned, moment())
    back = after(CREATES, archives(), DELETES, RestoreItem(ID, attested("back", signs(state="archived"))))
    assert (back.state, back.cascade) == ("archived", True)
    gone = after(CREATES, DELETES, EmptyBin(ID))
    assert PROFILE.decide(PurgeItem(ID), gone, moment()) == []
    for command in (MOVES, archives(), RestoreItem(ID, attested("back", signs()))):
        with pytest.raises(NotFound):
            PROFILE.decide(command, gone, moment())


_STEPS = ("move", "back", "place", "archive", "alone", "use", "revise", "share", "delete", "restore")


@given(st.lists(st.sampled_from(_STEPS), max_size=12))
def test_whatever_is_done_its_type_stays_and_what_is_signed_is_so(steps: list[str]) -> None:
    profile, statements = after(CREATES), 1
    for number, step in enumerate(steps):
        word = f"{step} {number}"
        group, part, state = profile.group_id, profile.sub_group_id, profile.lifecycle
        content = sealed(
            ID,
            attrs=signs(group, part, state),
            revision=profile.revision + 1,
            content=profile.sealed.content_revision + 1,
        )
        there = {"move": (BOATS, OLD), "back": (CARS, None)}.get(step, (group, part))
        to_archive = attested(word, signs(group, part, "archived"))
        in_use = attested(word, signs(group, part))
        command: Any = {
            "place": RankProfile(ID, f"W{number}"),
            "archive": ArchiveProfile(id=ID, archived=True, cascade=True, attested=to_archive),
            "alone": ArchiveProfile(id=ID, archived=True, cascade=False, attested=to_archive),
            "use": ArchiveProfile(id=ID, archived=False, cascade=True, attested=in_use),
            "revise": ReviseProfile(id=ID, sealed=content),
            "share": ShareItem(ID, (wrap(MEMBER, 2),), signed(word), EVERYBODY),
            "delete": DeleteItem(ID, signed(word)),
            "restore": RestoreItem(ID, attested(word, signs(group, part, state))),
        }.get(
            step,
            MoveProfile(
                id=ID,
                group_id=there[0],
                sub_group_id=there[1],
                rank=profile.rank,
                attested=attested(word, signs(*there, state)),
            ),
        )
        try:
            found = PROFILE.decide(command, profile, moment())
        except Refused:
            continue
        profile = PROFILE.fold(found, profile) or profile
        statements += bool(found) and step != "place"
        assert profile.type_id == VEHICLE
        assert profile.revision == statements
        assert profile.sealed.attrs == signs(profile.group_id, profile.sub_group_id, profile.lifecycle)
        assert not profile.cascade or profile.lifecycle == "archived"
