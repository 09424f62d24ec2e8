"""What is true of saved filters: whom they are for, who changes them, and that what is signed is so."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.errors import AlreadyExists, InvalidArgument, NotAllowed, NotFound, Refused
from domain.ids import UserId
from domain.kernel import Actor, Moment
from domain.work.items.facts import ShareItem
from domain.work.saved_filters import SAVED_FILTER
from domain.work.saved_filters.facts import (
    ChangeFilter,
    FilterAudienceChanged,
    FilterRemoved,
    FilterRevised,
    FilterScopeChanged,
    FilterUnpinned,
    RemoveFilter,
    SaveFilter,
)
from domain.work.saved_filters.state import SavedFilter
from tests.support.shapes import (
    ACCOUNT,
    ANN,
    EVERYBODY,
    MEMBER,
    NOON,
    OWNER,
    PRIVATE,
    attested,
    attributes,
    moment,
    named,
    sealed,
    signed,
    statement,
    with_roles,
    wrap,
)

ID = named("filter")
BEN = UserId(named("ben"))


def signs(scope: str, *, pinned: bool = False, entity: str = "document") -> dict[str, str]:
    return attributes(entity=entity, scope=scope, pinned=pinned)


def saves(scope: Any, *roles: Any, pinned: bool = False) -> SaveFilter:
    content = sealed(ID, *roles, attrs=signs(scope, pinned=pinned))
    return SaveFilter(id=ID, sealed=content, audience=roles, entity="document", scope=scope, pinned=pinned)


MINE, OURS = saves("private", PRIVATE), saves("shared", *EVERYBODY)


def ben(*may: str) -> Moment:
    """A member who is not the author."""
    actor = Actor("user", BEN, ACCOUNT, reads=frozenset({MEMBER, OWNER}), may=frozenset(may))
    return Moment(actor, NOON)


def after(*commands: Any) -> SavedFilter:
    kept = None
    for command in commands:
        kept = SAVED_FILTER.fold(SAVED_FILTER.decide(command, kept, moment()), kept)
    assert kept is not None
    return kept


def kinds(command: Any, kept: SavedFilter, by: Moment | None = None) -> list[type]:
    return [type(fact) for fact in SAVED_FILTER.decide(command, kept, by or moment())]


def test_a_filter_is_its_authors_from_the_beginning() -> None:
    kept = after(OURS)
    assert (kept.author_id, kept.scope, kept.entity, kept.pinned) == (ANN, "shared", "document", False)
    assert SAVED_FILTER.decide(OURS, kept, moment()) == []
    other = replace(OURS, sealed=replace(OURS.sealed, statement_b64u=statement("another")))
    with pytest.raises(AlreadyExists):
        SAVED_FILTER.decide(other, kept, moment())
    with pytest.raises(InvalidArgument, match="pinned"):
        after(replace(OURS, pinned=True))


@pytest.mark.parametrize(
    "command",
    [
        saves("private", *EVERYBODY),
        saves("private", OWNER),
        saves("private", *sorted((OWNER, PRIVATE))),
        saves("shared", PRIVATE),
        saves("shared", MEMBER),
    ],
    ids=["for all", "for owners", "not alone", "for one", "without owners"],
)
def test_a_private_filter_is_for_its_author_alone_and_a_shared_one_for_owners_too(command: Any) -> None:
    with pytest.raises(Refused) as refusal:
        after(command)
    assert refusal.value.reason == "audience"


def test_nobody_else_sees_a_private_filter() -> None:
    with pytest.raises(NotFound):
        SAVED_FILTER.decide(RemoveFilter(ID, signed("gone")), after(MINE), ben("savedFilter.manage"))


def test_a_shared_filter_is_changed_by_its_author_or_who_manages_filters() -> None:
    kept = after(OURS)
    pins = ChangeFilter(id=ID, attested=attested("pins", signs("shared", pinned=True)), pinned=True)
    second = sealed(ID, attrs=signs("shared"), revision=2, content=2)
    lets_in = ShareItem(
        ID, (wrap(named("another role")),), signed("shares"), with_roles(EVERYBODY, named("another role"))
    )
    for command in (pins, ChangeFilter(id=ID, sealed=second), RemoveFilter(ID, signed("gone")), lets_in):
        with pytest.raises(NotAllowed):
            SAVED_FILTER.decide(command, kept, ben("savedFilter.share"))
        assert SAVED_FILTER.decide(command, kept, ben("savedFilter.manage"))
        assert SAVED_FILTER.decide(command, kept, moment())


def test_what_a_role_is_owed_is_added_by_whoever_reads_it() -> None:
    content = sealed(ID, OWNER, attrs=signs("shared"))
    kept = after(replace(OURS, sealed=content))
    assert SAVED_FILTER.decide(ShareItem(ID, (wrap(MEMBER),), signed("owed"), EVERYBODY), kept, ben())


def test_a_private_filter_is_shared_by_a_new_content_and_not_by_wraps() -> None:
    kept = after(MINE)
    with pytest.raises(Refused) as refusal:
        SAVED_FILTER.decide(
            ShareItem(ID, (wrap(OWNER),), signed("shares"), with_roles((PRIVATE,), OWNER)), kept, moment()
        )
    assert refusal.value.reason == "audience"
    for_all = sealed(ID, *EVERYBODY, attrs=signs("shared"), revision=2, content=2)
    publishes = ChangeFilter(id=ID, sealed=for_all, audience=EVERYBODY, scope="shared")
    assert kinds(publishes, kept) == [FilterAudienceChanged, FilterScopeChanged]
    shared = after(MINE, publishes)
    assert (shared.scope, shared.audience) == ("shared", EVERYBODY)
    with pytest.raises(Refused):
        SAVED_FILTER.decide(replace(publishes, scope="private"), kept, moment())
    lied = ChangeFilter(id=ID, attested=attested("lied", signs("shared")), scope="shared")
    with pytest.raises(Refused):
        SAVED_FILTER.decide(lied, kept, moment())


def test_a_content_and_a_pin_are_changed_under_one_statement() -> None:
    kept = after(replace(OURS, pinned=True, sealed=sealed(ID, attrs=signs("shared", pinned=True))))
    both = ChangeFilter(id=ID, sealed=sealed(ID, attrs=signs("shared"), revision=2, content=2), pinned=False)
    facts = SAVED_FILTER.decide(both, kept, moment())
    assert [type(fact) for fact in facts] == [FilterRevised, FilterUnpinned]
    assert isinstance(facts[1], FilterUnpinned)
    assert facts[1].signed is None
    with pytest.raises(InvalidArgument):
        SAVED_FILTER.decide(replace(both, pinned=True), kept, moment())


def test_it_stays_with_its_collection() -> None:
    change = ChangeFilter(id=ID, attested=attested("moves", signs("shared", entity="task")), entity="task")
    with pytest.raises(InvalidArgument) as refusal:
        SAVED_FILTER.decide(change, after(OURS), moment())
    assert refusal.value.reason == "entity"


def test_removed_it_is_gone_for_good() -> None:
    removes = RemoveFilter(ID, signed("gone"))
    assert kinds(removes, after(OURS)) == [FilterRemoved]
    gone = after(OURS, removes)
    assert (gone.state, gone.sealed.wraps, gone.sealed.data_b64u) == ("purged", (), "")
    assert SAVED_FILTER.decide(removes, gone, moment()) == []
    back = ChangeFilter(id=ID, attested=attested("back", signs("shared")))
    for command in (back, ShareItem(ID, (wrap(MEMBER),), signed("shares"), EVERYBODY)):
        with pytest.raises(NotFound):
            SAVED_FILTER.decide(command, gone, moment())
    with pytest.raises(AlreadyExists):
        SAVED_FILTER.decide(OURS, gone, moment())


@given(st.lists(st.sampled_from(["pin", "unpin", "publish", "withdraw", "owed", "remove"]), max_size=10))
def test_whatever_is_done_what_is_signed_is_so_and_the_scope_fits_the_audience(steps: list[str]) -> None:
    kept, statements = after(MINE), 1
    for number, step in enumerate(steps):
        word = f"{step} {number}"
        scope, roles = ("shared", EVERYBODY) if step == "publish" else ("private", (PRIVATE,))
        content = sealed(
            ID,
            *roles,
            attrs=signs(scope, pinned=kept.pinned),
            revision=kept.revision + 1,
            content=kept.sealed.content_revision + 1,
        )
        pinned = step == "pin"
        pins = attested(word, signs(kept.scope, pinned=pinned))
        command: Any = {
            "pin": ChangeFilter(id=ID, attested=pins, pinned=pinned),
            "unpin": ChangeFilter(id=ID, attested=pins, pinned=pinned),
            "publish": ChangeFilter(id=ID, sealed=content, scope="shared"),
            "withdraw": ChangeFilter(id=ID, sealed=content, scope="private"),
            "owed": ShareItem(ID, (wrap(MEMBER, 2),), signed(word), EVERYBODY),
            "remove": RemoveFilter(ID, signed(word)),
        }[step]
        try:
            facts = SAVED_FILTER.decide(command, kept, moment())
        except Refused:
            continue
        folded = SAVED_FILTER.fold(facts, kept)
        assert folded is not None
        kept = folded
        if kept.state == "purged":
            return
        statements += bool(facts)
        assert kept.revision == statements
        assert kept.sealed.attrs == signs(kept.scope, pinned=kept.pinned)
        assert kept.audience == ((PRIVATE,) if kept.scope == "private" else EVERYBODY)


def test_a_filter_is_changed_by_one_statement() -> None:
    after = SAVED_FILTER.fold(SAVED_FILTER.decide(OURS, None, moment()))
    both = sealed(ID, *EVERYBODY, revision=2, content=2, attrs=signs("shared"))
    for change in (
        ChangeFilter(id=ID, sealed=both, attested=attested("both", signs("shared")), audience=EVERYBODY),
        ChangeFilter(id=ID, scope="shared"),
    ):
        with pytest.raises(InvalidArgument) as refusal:
            SAVED_FILTER.decide(change, after, moment())
        assert refusal.value.reason == "statement"
