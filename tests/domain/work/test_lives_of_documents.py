"""What is true of documents over time: versions, states, audiences and the bin."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import AlreadyExists, Full, InvalidArgument, NotFound, Refused
from domain.work.documents import DOCUMENT
from domain.work.documents.facts import (
    ChangeDocument,
    DeleteDocument,
    DocumentActivated,
    DocumentAttachmentsChanged,
    DocumentPurged,
    DocumentRenewed,
    DocumentRestored,
    DocumentShared,
    DocumentVersionAdded,
    FirstVersion,
    NextVersion,
    PurgeDocument,
    RestoreDocument,
    ShareDocument,
)
from tests.support.documents import FILE, ID, OTHER, WITH_FILE, after, created, kinds
from tests.support.shapes import (
    EVERYBODY,
    MEMBER,
    OWNER,
    attested,
    attributes,
    moment,
    named,
    sealed,
    signed,
    wrap,
)


def test_a_renewal_is_a_new_version_and_a_new_date() -> None:
    attrs = attributes(state="active", versions=(FILE, OTHER), expiresOn=date(2036, 1, 1))
    change = ChangeDocument(
        id=ID,
        attested=attested("renewed", attrs),
        expires_on=date(2036, 1, 1),
        add_version=NextVersion(OTHER, renew=True),
    )
    events = DOCUMENT.decide(change, after(created()), moment())
    assert kinds(events) == [DocumentVersionAdded, DocumentRenewed]
    assert events[1].previous_expires_on is None


def test_restoring_points_a_new_version_at_the_old_file() -> None:
    second = ChangeDocument(
        id=ID,
        attested=attested("second", attributes(state="active", versions=(FILE, OTHER))),
        add_version=NextVersion(OTHER),
    )
    restored = ChangeDocument(
        id=ID,
        attested=attested("third", attributes(state="active", versions=(FILE, OTHER, FILE))),
        add_version=NextVersion(FILE, restore_of=1),
    )
    document = after(created(), second, restored)
    assert [(version.number, version.file_id, version.restored_from) for version in document.versions] == [
        (1, FILE, None),
        (2, OTHER, None),
        (3, FILE, 1),
    ]
    wrong = ChangeDocument(
        id=ID, attested=attested("fourth", {}), add_version=NextVersion(OTHER, restore_of=1)
    )
    with pytest.raises(InvalidArgument, match="no such version"):
        DOCUMENT.decide(wrong, document, moment())


def test_drafts_become_active_and_active_ones_archived_and_back() -> None:
    draft = created(state="draft", sealed=sealed(ID, attrs=attributes(state="draft", versions=(FILE,))))

    def to(state: str, word: str) -> ChangeDocument:
        attrs = attributes(state=state, versions=(FILE,))
        return ChangeDocument(id=ID, attested=attested(word, attrs), state=state)

    document = after(draft)
    assert kinds(DOCUMENT.decide(to("active", "a"), document, moment())) == [DocumentActivated]
    with pytest.raises(Refused, match="draft cannot become archived"):
        DOCUMENT.decide(to("archived", "b"), document, moment())
    document = after(draft, to("active", "a"), to("archived", "b"))
    assert document.state == "archived"
    document = after(draft, to("active", "a"), to("archived", "b"), to("active", "c"))
    assert (document.state, document.lifecycle) == ("active", "active")
    with pytest.raises(Refused, match="active cannot become draft"):
        DOCUMENT.decide(to("draft", "d"), document, moment())


def test_sharing_adds_wraps_and_widens_the_audience() -> None:
    document = after(created(audience=(OWNER,), sealed=sealed(ID, OWNER, attrs=WITH_FILE)))
    share = ShareDocument(ID, (wrap(MEMBER),), signed("share"), EVERYBODY)
    events = DOCUMENT.decide(share, document, moment())
    assert kinds(events) == [DocumentShared]
    shared = DOCUMENT.fold(events, document)
    assert shared.audience == EVERYBODY
    assert {entry.role_id for entry in shared.sealed.wraps} == {OWNER, MEMBER}
    assert DOCUMENT.decide(share, shared, moment()) == []


def test_the_bin_gives_back_what_was_in_it_until_it_is_purged() -> None:
    delete = DeleteDocument(ID, signed("delete"))
    restore = RestoreDocument(ID, attested("restore", WITH_FILE))
    document = after(created(), delete)
    assert document.state == "deleted"
    assert DOCUMENT.decide(delete, document, moment()) == []
    with pytest.raises(Refused, match="lies in the bin"):
        DOCUMENT.decide(ChangeDocument(id=ID, attested=attested("x", WITH_FILE)), document, moment())
    assert kinds(DOCUMENT.decide(restore, document, moment())) == [DocumentRestored]
    with pytest.raises(InvalidArgument):
        DOCUMENT.decide(RestoreDocument(ID, attested("restore", {})), document, moment())
    assert kinds(DOCUMENT.decide(PurgeDocument(ID), document, moment())) == [DocumentPurged]
    purged = after(created(), delete, PurgeDocument(ID))
    assert purged.sealed.wraps == ()
    assert purged.held == frozenset()
    assert purged.named_files == {FILE}
    assert DOCUMENT.decide(PurgeDocument(ID), purged, moment()) == []
    with pytest.raises(NotFound):
        DOCUMENT.decide(restore, purged, moment())
    with pytest.raises(AlreadyExists):
        DOCUMENT.decide(created(), purged, moment())


def test_only_what_is_in_the_bin_is_purged() -> None:
    with pytest.raises(Refused, match="in the bin"):
        DOCUMENT.decide(PurgeDocument(ID), after(created()), moment())


def test_attachments_that_go_are_named() -> None:
    def attach(word: str, *files) -> ChangeDocument:
        attrs = attributes(state="active", versions=(FILE,), fileIds=files)
        return ChangeDocument(id=ID, attested=attested(word, attrs), file_ids=files)

    document = after(created(), attach("one", OTHER, named("third")))
    events = DOCUMENT.decide(attach("two", named("third")), document, moment())
    assert events[0].removed == (OTHER,)
    assert kinds(events) == [DocumentAttachmentsChanged]


def test_a_document_has_at_most_two_hundred_versions() -> None:
    files = [named(f"file {number}") for number in range(201)]
    document = after(created(add_version=FirstVersion(files[0]), sealed=_holding(files[:1])))
    for number in range(1, 200):
        event = DocumentVersionAdded(number=number + 1, file_id=files[number], by_restore_of=None)
        document = DOCUMENT.fold([event], document)
    change = ChangeDocument(
        id=ID,
        attested=attested("last", attributes(state="active", versions=tuple(files))),
        add_version=NextVersion(files[200]),
    )
    with pytest.raises(Full):
        DOCUMENT.decide(change, document, moment())


def _holding(files):
    return sealed(ID, attrs=attributes(state="active", versions=tuple(files)))


@given(
    st.lists(st.sampled_from(["new", "restore", "attach", "archive", "delete", "restore bin"]), max_size=25)
)
def test_version_numbers_have_no_gaps_whatever_happens(steps) -> None:
    """Numbers count up from 1, statements are counted, and what is held is what is named."""
    document = after(created())
    statements = 1
    for index, step in enumerate(steps):
        command = _command(step, index, document)
        try:
            events = DOCUMENT.decide(command, document, moment())
        except Refused:
            continue
        document = DOCUMENT.fold(events, document)
        statements += bool(events)
        assert [version.number for version in document.versions] == list(range(1, len(document.versions) + 1))
        assert document.revision == statements
        assert document.held == document.named_files
    assert document.audience == EVERYBODY


def _command(step: str, index: int, document):
    word = f"step {index}"
    files = tuple(version.file_id for version in document.versions)
    held = {"state": document.lifecycle, "versions": files, "fileIds": document.file_ids}
    match step:
        case "new":
            new = named(word)
            attrs = attributes(**(held | {"versions": (*files, new)}))
            return ChangeDocument(id=ID, attested=attested(word, attrs), add_version=NextVersion(new))
        case "restore":
            attrs = attributes(**(held | {"versions": (*files, files[0])}))
            old = NextVersion(files[0], restore_of=1)
            return ChangeDocument(id=ID, attested=attested(word, attrs), add_version=old)
        case "attach":
            more = (*document.file_ids, named(word))
            attrs = attributes(**(held | {"fileIds": more}))
            return ChangeDocument(id=ID, attested=attested(word, attrs), file_ids=more)
        case "archive":
            state = "active" if document.lifecycle == "archived" else "archived"
            attrs = attributes(**(held | {"state": state}))
            return ChangeDocument(id=ID, attested=attested(word, attrs), state=state)
        case "delete":
            return DeleteDocument(ID, signed(word))
        case _:
            return RestoreDocument(ID, attested(word, attributes(**held)))
