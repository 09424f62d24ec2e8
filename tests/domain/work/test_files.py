"""What is true of files."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import AlreadyExists, InvalidArgument, NotFound, OutOfRange, Refused, Stale
from domain.records import unpadded
from domain.work.files import FILE
from domain.work.files.facts import (
    AbandonUpload,
    Extent,
    FileLinked,
    FilePurged,
    FileUnlinked,
    FileWrapsChanged,
    FinaliseUpload,
    LinkFile,
    OpenUpload,
    PurgeFile,
    ShareFile,
    UnlinkFile,
    UploadAbandoned,
    UploadFinalised,
    UploadOpened,
)
from domain.work.files.rules import KEPT_UNLINKED, UPLOAD_LIFE
from tests.support.shapes import (
    BOX,
    EVERYBODY,
    MEMBER,
    NOON,
    OWNER,
    PRIVATE,
    SALT,
    moment,
    named,
    signed,
    wrap,
)

ID, UPLOAD = named("file"), named("upload")
FRAME = 262144
EXTENT = Extent(FRAME + 16 + 100, FRAME, 2)
OPENED = OpenUpload(ID, UPLOAD, EXTENT)


def header(frame_size: int = FRAME) -> str:
    return unpadded(b"E2F1\x01\x00" + frame_size.to_bytes(4, "big") + b"\x07" * 56)


def finalised(**changes) -> FinaliseUpload:
    members = {
        "file_id": ID,
        "upload_id": UPLOAD,
        "header_b64u": header(),
        "manifest": BOX,
        "wraps": (wrap(OWNER),),
        "audience": (OWNER,),
        "attrs_salt_b64u": SALT,
        "signed": signed("file.put"),
    }
    return FinaliseUpload(**(members | changes))


def after(*commands, now=NOON):
    file = None
    for command in commands:
        file = FILE.fold(FILE.decide(command, file, moment(now=now)), file)
    return file


def test_an_upload_is_open_for_a_day() -> None:
    (event,) = FILE.decide(OPENED, None, moment())
    assert isinstance(event, UploadOpened)
    assert event.expires_at == NOON + UPLOAD_LIFE


def test_opening_again_with_the_same_sizes_goes_on() -> None:
    again = OpenUpload(ID, named("another upload id"), EXTENT)
    assert FILE.decide(again, after(OPENED), moment()) == []
    with pytest.raises(AlreadyExists):
        FILE.decide(OpenUpload(ID, UPLOAD, Extent(100, 4096, 1)), after(OPENED), moment())


def test_an_upload_whose_day_is_over_ends_and_another_begins() -> None:
    again = OpenUpload(ID, named("another upload id"), Extent(100, 4096, 1))
    late = moment(now=NOON + UPLOAD_LIFE)
    ended, begun = FILE.decide(again, after(OPENED), late)
    assert ended == UploadAbandoned(UPLOAD)
    assert isinstance(begun, UploadOpened)
    file = FILE.fold([ended, begun], after(OPENED))
    assert (file.upload.upload_id, file.frame_bytes) == (named("another upload id"), 100)
    # What the collector still says of the first one changes nothing of the second.
    assert FILE.decide(AbandonUpload(ID, UPLOAD), file, late) == []


@pytest.mark.parametrize(
    ("size", "frame_size", "frames"),
    [
        (FRAME, FRAME - 1, 1),
        (FRAME, 2048, 200),
        (FRAME + 17, FRAME, 1),
        (15, FRAME, 1),
        (FRAME + 16, FRAME, 2),
        (2 * FRAME + 33, FRAME, 2),
        (100, FRAME, 3),
    ],
)
def test_sizes_that_no_frames_could_have_are_refused(size, frame_size, frames) -> None:
    with pytest.raises(InvalidArgument):
        FILE.decide(OpenUpload(ID, UPLOAD, Extent(size, frame_size, frames)), None, moment())


def test_too_large_and_too_many_are_out_of_range() -> None:
    with pytest.raises(OutOfRange):
        FILE.decide(OpenUpload(ID, UPLOAD, Extent(6 * 2**40, 2**25, 200000)), None, moment())
    with pytest.raises(OutOfRange):
        FILE.decide(OpenUpload(ID, UPLOAD, Extent(16, FRAME, 0)), None, moment())
    large = Extent(20 * (FRAME + 16), FRAME, 20)
    with pytest.raises(OutOfRange):
        FILE.decide(OpenUpload(ID, UPLOAD, EXTENT, large), None, moment())


def test_an_empty_file_is_one_empty_frame() -> None:
    assert FILE.decide(OpenUpload(ID, UPLOAD, Extent(16, FRAME, 1)), None, moment())


def test_finalising_stores_what_readers_need() -> None:
    (event,) = FILE.decide(finalised(), after(OPENED), moment())
    assert isinstance(event, UploadFinalised)
    file = after(OPENED, finalised())
    assert (file.version, file.audience, file.upload) == (1, (OWNER,), None)
    assert FILE.decide(finalised(), file, moment()) == []
    with pytest.raises(AlreadyExists):
        FILE.decide(finalised(signed=signed("another")), file, moment())


def test_an_upload_ends_with_its_day() -> None:
    late = moment(now=NOON + UPLOAD_LIFE)
    with pytest.raises(NotFound):
        FILE.decide(finalised(), after(OPENED), late)
    assert FILE.decide(AbandonUpload(ID, UPLOAD), after(OPENED), late) == [UploadAbandoned(UPLOAD)]
    with pytest.raises(Refused):
        FILE.decide(AbandonUpload(ID, UPLOAD), after(OPENED), moment())


def test_an_abandoned_file_may_be_uploaded_anew() -> None:
    file = FILE.fold([UploadAbandoned(UPLOAD)], after(OPENED))
    assert FILE.decide(OpenUpload(ID, named("second"), EXTENT), file, moment())


@pytest.mark.parametrize(
    "changes",
    [
        {"header_b64u": header(4096)},
        {"header_b64u": unpadded(b"E2F2" + b"\x00" * 62)},
        {"thumbnail_header_b64u": header()},
    ],
)
def test_what_differs_from_the_upload_is_refused(changes) -> None:
    with pytest.raises(InvalidArgument) as refusal:
        FILE.decide(finalised(**changes), after(OPENED), moment())
    assert refusal.value.reason == "upload_mismatch"


def test_a_missing_thumbnail_header_is_refused() -> None:
    with_thumbnail = OpenUpload(ID, UPLOAD, EXTENT, Extent(65552, 65536, 1))
    with pytest.raises(InvalidArgument):
        FILE.decide(finalised(), after(with_thumbnail), moment())
    small = finalised(thumbnail_header_b64u=header(65536))
    assert FILE.decide(small, after(with_thumbnail), moment())


def test_a_file_is_sealed_for_somebody_and_in_order() -> None:
    with pytest.raises(Refused):
        FILE.decide(finalised(wraps=()), after(OPENED), moment())
    wrong = tuple(sorted((wrap(OWNER), wrap(MEMBER)), key=lambda entry: entry.role_id, reverse=True))
    with pytest.raises(InvalidArgument):
        FILE.decide(finalised(wraps=wrong), after(OPENED), moment())


def test_sharing_adds_wraps_and_counts_a_statement() -> None:
    share = ShareFile(ID, 1, (wrap(MEMBER),), signed("share"), EVERYBODY)
    file = after(OPENED, finalised())
    (event,) = FILE.decide(share, file, moment())
    assert isinstance(event, FileWrapsChanged)
    shared = FILE.fold([event], file)
    assert (shared.audience, shared.revision) == (EVERYBODY, 2)
    assert FILE.decide(share, shared, moment()) == []
    with pytest.raises(Stale):
        FILE.decide(ShareFile(ID, 2, (wrap(MEMBER),), signed("other"), EVERYBODY), file, moment())
    with pytest.raises(NotFound):
        FILE.decide(share, after(OPENED), moment())


def test_a_file_re_encrypted_is_the_next_version() -> None:
    file = after(OPENED, finalised())
    with pytest.raises(AlreadyExists):
        FILE.decide(OPENED, file, moment())
    second = OpenUpload(ID, named("second"), EXTENT, version=2)
    file = FILE.fold(FILE.decide(second, file, moment()), file)
    assert file.version == 1  # readers keep the stored one until the new one is finalised
    put = finalised(
        upload_id=named("second"), wraps=(wrap(MEMBER),), audience=EVERYBODY, signed=signed("second")
    )
    file = FILE.fold(FILE.decide(put, file, moment()), file)
    assert (file.version, file.audience, file.revision) == (2, EVERYBODY, 2)


def test_a_file_is_for_owners_or_for_its_author_alone() -> None:
    for audience, roles in (((MEMBER,), (MEMBER,)), ((PRIVATE,), (PRIVATE,)), (EVERYBODY, (MEMBER,))):
        put = finalised(wraps=tuple(wrap(role) for role in roles), audience=audience)
        if audience == (MEMBER,):
            with pytest.raises(InvalidArgument):
                FILE.decide(put, after(OPENED), moment())
        else:
            assert FILE.decide(put, after(OPENED), moment())
    mine = after(OPENED, finalised(wraps=(wrap(PRIVATE),), audience=(PRIVATE,)))
    handed_on = ShareFile(ID, 1, (wrap(MEMBER),), signed("share"), tuple(sorted((OWNER, MEMBER, PRIVATE))))
    with pytest.raises(InvalidArgument):
        FILE.decide(handed_on, mine, moment())
    beside = finalised(audience=tuple(sorted((OWNER, PRIVATE))))
    stranger = finalised(wraps=(wrap(MEMBER),))
    for put in (beside, stranger):
        with pytest.raises(InvalidArgument):
            FILE.decide(put, after(OPENED), moment())


def test_a_file_is_purged_a_week_after_its_last_link() -> None:
    file = after(OPENED, finalised(), LinkFile(ID, named("document")))
    late = moment(now=NOON + timedelta(days=400))
    with pytest.raises(Refused):
        FILE.decide(PurgeFile(ID), file, late)
    file = FILE.fold(FILE.decide(UnlinkFile(ID, named("document")), file, late), file)
    with pytest.raises(Refused):
        FILE.decide(PurgeFile(ID), file, late)
    purge = moment(now=late.now + KEPT_UNLINKED)
    assert FILE.decide(PurgeFile(ID), file, purge) == [FilePurged()]
    with pytest.raises(NotFound):
        FILE.decide(PurgeFile(ID), FILE.fold([FilePurged()], file), purge)


def test_a_file_close_to_its_purge_is_no_longer_taken_into_a_document() -> None:
    file = after(OPENED, finalised())
    assert file.adoptable(NOON)
    assert file.adoptable(NOON + timedelta(days=5, hours=23))
    assert not file.adoptable(NOON + timedelta(days=6))
    linked = after(OPENED, finalised(), LinkFile(ID, named("document")))
    assert linked.adoptable(NOON + timedelta(days=60))
    assert not after(OPENED).adoptable(NOON)


@given(st.lists(st.tuples(st.booleans(), st.sampled_from("abcd")), max_size=30))
def test_links_are_counted_once_each_in_any_order(steps) -> None:
    """However links come and go, and come again, the file knows exactly who holds it."""
    file = after(OPENED, finalised())
    holders: set = set()
    for add, word in steps:
        document = named(word)
        command = LinkFile(ID, document) if add else UnlinkFile(ID, document)
        events = FILE.decide(command, file, moment())
        assert len(events) == (add == (document not in holders))
        assert all(isinstance(event, FileLinked | FileUnlinked) for event in events)
        file = FILE.fold(events, file)
        holders = holders | {document} if add else holders - {document}
        assert set(file.links) == holders
