"""Which parts an object may consist of."""

import pytest

from application.work.objects import MIN_PART_BYTES, check_part, check_whole
from application.work.ports import Part, SignedPart
from domain.errors import InvalidArgument, OutOfRange, Refused
from domain.work.files.facts import Extent

FRAME = 2**20
FULL = FRAME + 16
# Six whole frames make a part of more than 5 MiB; thirteen frames and a bit are the file.
EXTENT = Extent(13 * FULL + 500, FRAME, 14)


def part(number: int, frames: int, size: int | None = None) -> SignedPart:
    size = frames * FULL if size is None else size
    return SignedPart("content", Part(number, size, bytes(32)), bytes(32) * frames)


def test_whole_frames_and_a_shorter_end_make_the_object() -> None:
    last = part(3, 2, FULL + 500)
    for each in (part(1, 6), part(2, 6), last):
        check_part(each.part, each.frame_hashes, EXTENT)
    assert check_whole([part(1, 6), part(2, 6), last], EXTENT) == bytes(32) * 14


@pytest.mark.parametrize(
    "wrong",
    [
        part(1, 6, 6 * FULL + 1),
        part(1, 5, 6 * FULL),
        part(1, 7, 6 * FULL),
    ],
)
def test_a_part_ends_where_a_frame_ends_and_names_all_of_them(wrong: SignedPart) -> None:
    with pytest.raises(InvalidArgument):
        check_part(wrong.part, wrong.frame_hashes, EXTENT)


@pytest.mark.parametrize("wrong", [part(0, 6), part(10_001, 6), part(1, 14, 14 * FULL), part(1, 0, 0)])
def test_a_part_that_cannot_belong_to_the_file_is_out_of_range(wrong: SignedPart) -> None:
    with pytest.raises(OutOfRange):
        check_part(wrong.part, wrong.frame_hashes, EXTENT)


@pytest.mark.parametrize(
    "parts",
    [
        [],
        [part(1, 6), part(2, 6)],
        [part(1, 6), part(3, 6), part(4, 2, FULL + 500)],
        [part(2, 6), part(3, 6), part(4, 2, FULL + 500)],
    ],
)
def test_missing_parts_are_named_as_such(parts: list[SignedPart]) -> None:
    with pytest.raises(Refused) as refusal:
        check_whole(parts, EXTENT)
    assert refusal.value.reason == "parts_missing"


@pytest.mark.parametrize(
    "parts",
    [
        [part(1, 2, FULL + 500), part(2, 6), part(3, 6)],
        [part(1, 4), part(2, 8), part(3, 2, FULL + 500)],
        [part(1, 6), part(2, 6), part(3, 6)],
    ],
)
def test_parts_that_make_another_object_are_refused(parts: list[SignedPart]) -> None:
    assert any(each.part.size < MIN_PART_BYTES or each.part.size % FULL for each in parts[:-1]) or (
        sum(each.part.size for each in parts) != EXTENT.encrypted_size
    )
    with pytest.raises(InvalidArgument) as refusal:
        check_whole(parts, EXTENT)
    assert refusal.value.reason == "upload_mismatch"
