"""What is true of documents when they are written."""

from datetime import date

import pytest
from msgspec.structs import replace

from domain.errors import AlreadyExists, InvalidArgument, NotFound, Refused, Stale
from domain.work.documents import DOCUMENT
from domain.work.documents.facts import (
    ChangeDocument,
    DeleteDocument,
    DocumentCreated,
    DocumentDuplicated,
    DocumentExpirySet,
    DocumentFiled,
    DocumentRevised,
    DocumentVersionAdded,
)
from tests.support.documents import FILE, ID, OTHER, PROFILES, WITH_FILE, after, created, kinds
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
)


def test_a_document_begins_with_its_first_version() -> None:
    events = DOCUMENT.decide(created(), None, moment())
    assert kinds(events) == [DocumentCreated, DocumentVersionAdded]
    assert events[1].number == 1


def test_a_copy_says_what_it_was_copied_from() -> None:
    events = DOCUMENT.decide(created(source_id=named("source")), None, moment())
    assert DocumentDuplicated(named("source")) in events


def test_creating_the_same_document_twice_changes_nothing_more() -> None:
    assert DOCUMENT.decide(created(), after(created()), moment()) == []


def test_another_document_under_the_same_id_is_refused() -> None:
    document = after(created())
    other = replace(created().sealed, statement_b64u=statement("another one"))
    with pytest.raises(AlreadyExists):
        DOCUMENT.decide(created(sealed=other), document, moment())


def test_an_active_document_needs_a_file_or_is_a_note() -> None:
    bare = {"add_version": None, "sealed": sealed(ID, attrs=attributes(state="active"))}
    with pytest.raises(Refused, match="Add a file first"):
        DOCUMENT.decide(created(**bare), None, moment())
    note = {"add_version": None, "note_only": True, "sealed": sealed(ID)}
    assert kinds(DOCUMENT.decide(created(**note), None, moment())) == [DocumentCreated]
    draft = {"add_version": None, "state": "draft", "sealed": sealed(ID, attrs=attributes(state="draft"))}
    assert kinds(DOCUMENT.decide(created(**draft), None, moment())) == [DocumentCreated]


@pytest.mark.parametrize(
    "attrs",
    [
        {},
        attributes(state="draft", versions=(FILE,)),
        attributes(state="active", versions=(OTHER,)),
        attributes(state="active", versions=(FILE,), expiresOn=date(2030, 1, 1)),
        attributes(state="active", versions=(FILE,), profileIds=PROFILES),
        attributes(state="active", versions=(FILE,), stateOf="active"),
        WITH_FILE | {"remindDays": ""},
    ],
)
def test_signed_attributes_say_what_the_request_says(attrs) -> None:
    with pytest.raises(InvalidArgument) as refusal:
        DOCUMENT.decide(created(sealed=sealed(ID, attrs=attrs)), None, moment())
    assert refusal.value.reason == "attrs"


def test_owners_read_everything_but_what_is_private() -> None:
    with pytest.raises(Refused) as refusal:
        DOCUMENT.decide(
            created(audience=(MEMBER,), sealed=sealed(ID, MEMBER, attrs=WITH_FILE)), None, moment()
        )
    assert refusal.value.reason == "audience"
    private = created(audience=(PRIVATE,), sealed=sealed(ID, PRIVATE, attrs=WITH_FILE))
    assert DOCUMENT.decide(private, None, moment())


def test_a_wrap_for_a_stranger_to_the_audience_is_refused() -> None:
    with pytest.raises(Refused, match="wraps do not fit"):
        DOCUMENT.decide(created(audience=(OWNER,)), None, moment())


def test_a_role_of_the_audience_may_be_owed_its_wrap() -> None:
    document = after(created(sealed=sealed(ID, OWNER, attrs=WITH_FILE)))
    assert document.audience == EVERYBODY


def test_who_is_not_in_the_audience_learns_nothing() -> None:
    document = after(created())
    with pytest.raises(NotFound, match="There is no such document"):
        DOCUMENT.decide(DeleteDocument(ID, signed("delete")), document, moment(PRIVATE))
    with pytest.raises(NotFound, match="There is no such document"):
        DOCUMENT.decide(DeleteDocument(ID, signed("delete")), None, moment())


def test_a_new_content_is_the_next_one() -> None:
    document = after(created())
    next_one = sealed(ID, revision=2, content=2, attrs=WITH_FILE)
    assert kinds(DOCUMENT.decide(ChangeDocument(id=ID, sealed=next_one), document, moment())) == [
        DocumentRevised
    ]
    for revision, content in ((2, 1), (1, 2), (3, 2), (2, 3)):
        wrong = sealed(ID, revision=revision, content=content, attrs=WITH_FILE)
        with pytest.raises(Stale):
            DOCUMENT.decide(ChangeDocument(id=ID, sealed=wrong), document, moment())


def test_the_schema_never_falls() -> None:
    document = after(created(sealed=sealed(ID, schema=2, attrs=WITH_FILE)))
    older = sealed(ID, revision=2, content=2, schema=1, attrs=WITH_FILE)
    with pytest.raises(InvalidArgument, match="never falls"):
        DOCUMENT.decide(ChangeDocument(id=ID, sealed=older), document, moment())


def test_several_changes_under_one_statement_carry_it_once() -> None:
    attrs = attributes(
        state="active", versions=(FILE,), profileIds=PROFILES, expiresOn=date(2030, 1, 1), remindDays=(7, 30)
    )
    change = ChangeDocument(
        id=ID,
        attested=attested("filed", attrs),
        profile_ids=PROFILES,
        expires_on=date(2030, 1, 1),
        remind_days=(7, 30),
    )
    document = after(created())
    events = DOCUMENT.decide(change, document, moment())
    assert kinds(events) == [DocumentFiled, DocumentExpirySet]
    assert events[0].signed == signed("filed")
    assert events[1].signed is None
    changed = DOCUMENT.fold(events, document)
    assert changed.sealed.attrs == attrs
    assert changed.revision == 2
    assert changed.sealed.content_revision == 1


def test_a_change_needs_exactly_one_statement() -> None:
    document = after(created())
    with pytest.raises(InvalidArgument):
        DOCUMENT.decide(ChangeDocument(id=ID, profile_ids=PROFILES), document, moment())
    both = ChangeDocument(
        id=ID,
        sealed=sealed(ID, revision=2, content=2, attrs=WITH_FILE),
        attested=attested("both", WITH_FILE),
    )
    with pytest.raises(InvalidArgument):
        DOCUMENT.decide(both, document, moment())


def test_lists_without_order_are_ascending() -> None:
    backwards = tuple(reversed(PROFILES))
    attrs = attributes(state="active", versions=(FILE,), profileIds=backwards)
    change = ChangeDocument(id=ID, attested=attested("filed", attrs), profile_ids=backwards)
    with pytest.raises(InvalidArgument, match="ascending"):
        DOCUMENT.decide(change, after(created()), moment())
