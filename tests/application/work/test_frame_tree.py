"""The root over frames, against the client's own tree."""

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from application.work.frame_tree import frame_root
from client.crypto.files import frame_root as as_the_client_has_it


@given(st.integers(min_value=1, max_value=130))
def test_both_sides_find_the_same_root(count: int) -> None:
    hashes = [hashlib.sha256(number.to_bytes(4, "big")).digest() for number in range(count)]
    assert frame_root(b"".join(hashes)) == as_the_client_has_it(hashes)


def test_the_order_of_frames_is_in_the_root() -> None:
    one, two = hashlib.sha256(b"1").digest(), hashlib.sha256(b"2").digest()
    assert frame_root(one + two) != frame_root(two + one)
    assert frame_root(one) != one
