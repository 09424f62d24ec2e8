"""What is signed about an item is what is done: over every kind, every command and every state."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel import Decider
from domain.records import unpadded
from domain.sealed import Sealed
from tests.support.lives import GENERATORS
from tests.support.lives.items import FURTHER
from tests.support.lives.steps import Ask, decided
from tests.support.lives.work import KINDS, asked_of
from tests.support.shapes import MEMBER, OWNER, PRIVATE, named, with_roles, wrap

each_kind = pytest.mark.parametrize("decider", KINDS, ids=lambda decider: decider.name)
WITH_CONTENT = {
    "contact": {"CreateItem", "ChangeItem"},
    "vendor": {"CreateItem", "ChangeItem"},
    "document": {"CreateDocument", "ChangeDocument"},
    "profile": {"CreateProfile", "ReviseProfile"},
    "saved_filter": {"SaveFilter", "ChangeFilter"},
    "task": {"CreateTask", "ChangeTask", "AddComment", "ReviseComment"},
    "status_board": {"AddStatus", "ChangeStatus", "RemoveStatus"},
    "topic_list": {"AddTopic", "ChangeTopic"},
    "profile_tree": {"AddGroup", "ChangeGroup", "AddSubGroup", "ChangeSubGroup"},
}
UNKNOWN = {"unknown": unpadded(b"\x01")}


@cache
def asked(name: str) -> list[tuple[Any, Ask]]:
    decider = next(each for each in KINDS if each.name == name)
    first = GENERATORS[name].offers(None, "first")
    return [*((None, ask) for ask in first if decided(decider, ask, None)), *asked_of(decider)]


def spoilt(sealed: Sealed) -> dict[str, Sealed]:
    """The same content, of which one thing is not as it has to be."""
    return {
        "another item's": replace(sealed, id=named("another")),
        "a later statement": replace(sealed, revision=sealed.revision + 1),
        "a later content": replace(sealed, content_revision=sealed.content_revision + 1),
        "a short salt": replace(sealed, attrs_salt_b64u="A" * 21),
        "other attributes": replace(sealed, attrs={**sealed.attrs, **UNKNOWN}),
        "fewer attributes": replace(sealed, attrs=dict(list(sealed.attrs.items())[1:])),
        "a wrap twice": replace(sealed, wraps=(*sealed.wraps[:1], *sealed.wraps)),
        "wraps out of order": replace(
            sealed,
            wraps=tuple(reversed((*sealed.wraps, wrap(named("zz"))))),
        ),
    }


@each_kind
def test_a_content_is_the_next_one_of_its_item_and_says_what_is_done(
    decider: Decider[Any, Any, Any],
) -> None:
    tried: set[str] = set()
    for state, ask in asked(decider.name):
        sealed = getattr(ask.command, "sealed", None)
        if sealed is None:
            continue
        tried.add(type(ask.command).__name__)
        for word, wrong in spoilt(sealed).items():
            if wrong == sealed:
                continue
            command = replace(ask.command, sealed=wrong)
            assert not decided(decider, Ask(command, ask.moment), state), f"{type(command).__name__}: {word}"
    assert tried == WITH_CONTENT[decider.name]


@each_kind
def test_a_content_is_for_those_who_are_named_and_for_owners(decider: Decider[Any, Any, Any]) -> None:
    for state, ask in asked(decider.name):
        sealed, audience = getattr(ask.command, "sealed", None), getattr(ask.command, "audience", None)
        if sealed is None or audience is None:
            continue
        stranger = tuple(sorted((*sealed.wraps, wrap(named("stranger"))), key=lambda one: one.role_id))
        handed_on = replace(ask.command, sealed=replace(sealed, wraps=stranger))
        assert not decided(decider, Ask(handed_on, ask.moment), state), "a wrap beside the audience"
        without = tuple(one for one in sealed.wraps if one.role_id == MEMBER)
        hidden = replace(ask.command, audience=(MEMBER,), sealed=replace(sealed, wraps=without))
        assert not decided(decider, Ask(hidden, ask.moment), state), "without the owners"


@each_kind
def test_signed_attributes_say_what_is_done_and_nothing_else(decider: Decider[Any, Any, Any]) -> None:
    for state, ask in asked(decider.name):
        attested = getattr(ask.command, "attested", None)
        if attested is None:
            continue
        fewer = dict(list(attested.attrs.items())[1:])
        for attrs in ({**attested.attrs, **UNKNOWN}, fewer):
            if attrs == attested.attrs:
                continue
            command = replace(ask.command, attested=replace(attested, attrs=attrs))
            assert not decided(decider, Ask(command, ask.moment), state), type(command).__name__


@each_kind
def test_nobody_is_shut_out_by_sharing(decider: Decider[Any, Any, Any]) -> None:
    for state, ask in asked(decider.name):
        if getattr(ask.command, "wraps", None) is None or not decided(decider, ask, state):
            continue
        for role in (OWNER, MEMBER):
            fewer = tuple(one for one in ask.command.audience if one != role)
            if not fewer or fewer == ask.command.audience:
                continue
            narrower = replace(ask.command, audience=fewer)
            assert not decided(decider, Ask(narrower, ask.moment), state), f"without {role}"


@each_kind
def test_further_wraps_are_some_and_each_is_for_a_reader(decider: Decider[Any, Any, Any]) -> None:
    for state, ask in asked(decider.name):
        wraps = getattr(ask.command, "wraps", None)
        if wraps is None:
            continue
        audience = ask.command.audience
        fewer = tuple(role for role in audience if role != FURTHER)
        for wrong, readers in (((), fewer), ((*wraps, *wraps), audience), (wraps, fewer)):
            if wrong == wraps and FURTHER not in {wrap.role_id for wrap in wraps}:
                continue
            command = replace(ask.command, wraps=wrong, audience=readers)
            assert not decided(decider, Ask(command, ask.moment), state), f"{type(command).__name__} {wrong}"


@pytest.mark.parametrize("name", ["contact", "vendor", "document", "saved_filter"])
def test_what_is_private_is_handed_on_by_a_new_content_and_by_no_wraps(name: str) -> None:
    decider = next(each for each in KINDS if each.name == name)
    (private,) = (
        decider.fold(decider.decide(ask.command, None, ask.moment))
        for ask in GENERATORS[name].offers(None, "first")
        if ask.command.audience == (PRIVATE,)
    )
    shares = [ask for ask in GENERATORS[name].offers(private, "next") if hasattr(ask.command, "signed")]
    (share,) = (ask for ask in shares if hasattr(ask.command, "wraps"))
    for role in (MEMBER, FURTHER, OWNER):
        handed_on = replace(share.command, wraps=(wrap(role),), audience=with_roles((PRIVATE,), role))
        assert not decided(decider, Ask(handed_on, share.moment), private)
