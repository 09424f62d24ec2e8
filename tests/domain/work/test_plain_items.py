"""What is true of contacts and vendors: written, shared, archived, thrown away and brought back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.errors import AlreadyExists, InvalidArgument, NotFound, Refused, Stale
from domain.work.contacts import (
    CONTACT,
    ContactArchived,
    ContactAudienceChanged,
    ContactRevised,
    ContactShared,
)
from domain.work.items.facts import DeleteItem, EmptyBin, PurgeItem, RestoreItem, ShareItem
from domain.work.plain.facts import ChangeItem, CreateItem
from domain.work.vendors import VENDOR
from tests.support.shapes import (
    EVERYBODY,
    MEMBER,
    OWNER,
    PRIVATE,
    attested,
    attributes,
    moment,
    named,
    sealed,
    signed,
    statement,
    wrap,
)

ID = named("contact")
ACTIVE, ARCHIVED = attributes(state="active"), attributes(state="archived")
CREATED = CreateItem(ID, sealed(ID, attrs=ACTIVE), EVERYBODY)
ARCHIVES = ChangeItem(id=ID, attested=attested("archived", ARCHIVED), state="archived")
DELETES = DeleteItem(ID, signed("deleted"))


def after(*commands, decider=CONTACT, by=None):
    """The item that these commands lead to."""
    item = None
    for command in commands:
        item = decider.fold(decider.decide(command, item, by or moment()), item)
    return item


def second(*roles, revision: int = 2, attrs=ACTIVE):
    return sealed(ID, *roles, attrs=attrs, revision=revision, content=2)


@pytest.mark.parametrize("decider", [CONTACT, VENDOR])
def test_each_kind_has_facts_of_its_own_that_say_the_same(decider) -> None:
    names = {fact.__struct_config__.tag.partition(".")[2] for fact in decider.events}
    assert {fact.__struct_config__.tag.partition(".")[0] for fact in decider.events} == {decider.name}
    assert names == {
        *("created", "revised", "audience_changed", "shared", "archived", "unarchived"),
        *("deleted", "restored", "purged"),
    }
    item = after(CREATED, ARCHIVES, decider=decider)
    assert (item.state, item.revision, item.audience) == ("archived", 2, EVERYBODY)


def test_the_same_again_changes_nothing_and_something_else_is_refused() -> None:
    item = after(CREATED)
    assert CONTACT.decide(CREATED, item, moment()) == []
    other = CreateItem(ID, replace(CREATED.sealed, statement_b64u=statement("another")), EVERYBODY)
    with pytest.raises(AlreadyExists):
        CONTACT.decide(other, item, moment())


@pytest.mark.parametrize("attrs", [{}, ARCHIVED, ACTIVE | {"noteOnly": "AQ"}])
def test_it_begins_active_and_that_is_signed(attrs) -> None:
    with pytest.raises(InvalidArgument):
        after(CreateItem(ID, sealed(ID, attrs=attrs), EVERYBODY))


def test_the_owner_reads_everything_but_what_is_private() -> None:
    with pytest.raises(Refused, match="owner"):
        after(CreateItem(ID, sealed(ID, MEMBER, attrs=ACTIVE), (MEMBER,)))
    private = after(CreateItem(ID, sealed(ID, PRIVATE, attrs=ACTIVE), (PRIVATE,)))
    assert private.audience == (PRIVATE,)


def test_a_new_content_says_whether_others_read_it() -> None:
    item = after(CREATED)
    same = ChangeItem(id=ID, sealed=second(), audience=EVERYBODY)
    assert [type(fact) for fact in CONTACT.decide(same, item, moment())] == [ContactRevised]
    fewer = ChangeItem(id=ID, sealed=second(OWNER), audience=(OWNER,))
    assert [type(fact) for fact in CONTACT.decide(fewer, item, moment())] == [ContactAudienceChanged]
    assert after(CREATED, fewer).audience == (OWNER,)


def test_a_content_and_a_state_are_changed_under_one_statement() -> None:
    both = ChangeItem(id=ID, sealed=second(attrs=ARCHIVED), state="archived")
    facts = CONTACT.decide(both, after(CREATED), moment())
    assert [type(fact) for fact in facts] == [ContactRevised, ContactArchived]
    assert facts[1].signed is None
    with pytest.raises(InvalidArgument):
        CONTACT.decide(replace(both, sealed=second()), after(CREATED), moment())


def test_a_content_follows_the_one_in_force() -> None:
    item = after(CREATED, ARCHIVES)
    with pytest.raises(Stale):
        CONTACT.decide(ChangeItem(id=ID, sealed=second(attrs=ARCHIVED)), item, moment())
    assert (
        after(CREATED, ARCHIVES, ChangeItem(id=ID, sealed=second(attrs=ARCHIVED, revision=3))).revision == 3
    )


def test_one_statement_for_one_change() -> None:
    for change in (
        ChangeItem(id=ID, state="archived"),
        ChangeItem(id=ID, sealed=second(), attested=attested("both", ACTIVE)),
    ):
        with pytest.raises(InvalidArgument):
            CONTACT.decide(change, after(CREATED), moment())


def test_sharing_adds_readers_and_the_same_again_changes_nothing() -> None:
    mine = CreateItem(ID, sealed(ID, OWNER, attrs=ACTIVE), (OWNER,))
    shares = ShareItem(ID, (wrap(MEMBER),), signed("shared"), EVERYBODY)
    item = after(mine, shares)
    assert item.audience == EVERYBODY
    assert [each.role_id for each in item.sealed.wraps] == sorted((OWNER, MEMBER))
    assert CONTACT.decide(shares, item, moment()) == []
    assert [type(fact) for fact in CONTACT.decide(shares, after(mine), moment())] == [ContactShared]


def test_who_reads_it_not_does_not_know_of_it() -> None:
    item = after(CreateItem(ID, sealed(ID, OWNER, attrs=ACTIVE), (OWNER,)))
    for command in (
        ARCHIVES,
        DELETES,
        PurgeItem(ID),
        ShareItem(ID, (wrap(MEMBER),), signed("shared"), EVERYBODY),
    ):
        with pytest.raises(NotFound):
            CONTACT.decide(command, item, moment(MEMBER))


def test_the_bin_keeps_what_it_was_and_gives_it_back() -> None:
    binned = after(CREATED, ARCHIVES, DELETES)
    assert binned.state == "deleted"
    assert CONTACT.decide(DELETES, binned, moment()) == []
    for command in (ARCHIVES, ShareItem(ID, (wrap(MEMBER),), signed("shared"), EVERYBODY)):
        with pytest.raises(Refused, match="bin"):
            CONTACT.decide(command, binned, moment())
    with pytest.raises(InvalidArgument):
        CONTACT.decide(RestoreItem(ID, attested("back", ACTIVE)), binned, moment())
    back = RestoreItem(ID, attested("back", ARCHIVED))
    assert after(CREATED, ARCHIVES, DELETES, back).state == "archived"
    assert CONTACT.decide(back, after(CREATED), moment()) == []


def test_only_what_lies_in_the_bin_is_purged_and_then_it_is_gone() -> None:
    with pytest.raises(Refused, match="bin"):
        CONTACT.decide(PurgeItem(ID), after(CREATED), moment())
    gone = after(CREATED, DELETES, PurgeItem(ID))
    assert (gone.state, gone.sealed.wraps, gone.sealed.data_b64u) == ("purged", (), "")
    # What is left is what proves the end: the statement that deleted it, which opens nothing.
    assert [(one.statement_b64u, one.wraps) for one in gone.later] == [(DELETES.signed.statement_b64u, ())]
    assert CONTACT.decide(PurgeItem(ID), gone, moment()) == []
    with pytest.raises(NotFound):
        CONTACT.decide(RestoreItem(ID, attested("back", ACTIVE)), gone, moment())


def test_the_clock_empties_the_bin_and_nothing_else() -> None:
    assert CONTACT.decide(EmptyBin(ID), after(CREATED), moment()) == []
    assert CONTACT.decide(EmptyBin(ID), None, moment()) == []
    assert after(CREATED, DELETES, EmptyBin(ID)).state == "purged"


_STEPS = st.sampled_from(["archive", "unarchive", "revise", "delete", "restore", "share", "purge"])


@given(st.lists(_STEPS, max_size=12))
def test_whatever_is_done_statements_are_counted_and_what_is_signed_is_so(steps: list[str]) -> None:
    """Every fact with a statement raises the revision by one; the signed state is the state."""
    item, statements, ended_by = after(CREATED), 1, ""
    for number, step in enumerate(steps):
        word, state = f"{step} {number}", attributes(state=item.lifecycle)
        command = {
            "archive": ChangeItem(id=ID, attested=attested(word, ARCHIVED), state="archived"),
            "unarchive": ChangeItem(id=ID, attested=attested(word, ACTIVE), state="active"),
            "revise": ChangeItem(
                id=ID,
                sealed=sealed(
                    ID,
                    attrs=state,
                    revision=item.revision + 1,
                    content=item.sealed.content_revision + 1,
                ),
                audience=EVERYBODY,
            ),
            "delete": DeleteItem(ID, signed(word)),
            "restore": RestoreItem(ID, attested(word, state)),
            "share": ShareItem(ID, (wrap(MEMBER, 2),), signed(word), EVERYBODY),
            "purge": PurgeItem(ID),
        }[step]
        try:
            facts = CONTACT.decide(command, item, moment())
        except Refused:
            continue
        item = CONTACT.fold(facts, item)
        if item.state == "purged":
            assert all(one.wraps == () for one in item.later)
            assert item.later[-1].statement_b64u == ended_by
            return
        if isinstance(command, DeleteItem) and facts:
            ended_by = command.signed.statement_b64u
        statements += bool(facts)
        assert item.revision == statements
        assert item.sealed.attrs == attributes(state=item.lifecycle)
        assert item.state in (item.lifecycle, "deleted")
