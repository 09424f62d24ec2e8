"""The tree that grows is the tree of RFC 6962, however it grew, and its tiles hold every complete subtree."""

from __future__ import annotations

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from client.crypto.merkle import root_of
from infrastructure.log_tree.frontier import HASH, TILE, Frontier


def leaves(count: int) -> list[bytes]:
    return [hashlib.sha256(number.to_bytes(4, "big")).digest() for number in range(count)]


MANY = leaves(3 * TILE + 100)


@given(st.lists(st.integers(0, 300), max_size=6))
def test_its_root_is_that_of_all_leaves_however_they_came(portions: list[int]) -> None:
    tree, taken = Frontier(), 0
    for portion in portions:
        # It goes on from what is kept of it.
        tree = Frontier(tree.size, tree.peaks)
        tree.extend(MANY[taken : taken + portion])
        taken = min(taken + portion, len(MANY))
        assert tree.root() == root_of(MANY[:taken])
    assert tree.size == taken


def test_without_leaves_it_is_the_hash_of_nothing() -> None:
    assert Frontier().root() == hashlib.sha256(b"").digest()


@given(st.lists(st.integers(1, 400), min_size=1, max_size=5))
def test_tiles_grow_at_their_end_to_the_subtrees_of_256(portions: list[int]) -> None:
    tree, taken = Frontier(), 0
    tiles: dict[tuple[int, int], bytearray] = {}
    for portion in portions:
        for grown in tree.extend(MANY[taken : taken + portion]):
            tile = tiles.setdefault((grown.level, grown.index), bytearray())
            assert len(tile) == HASH * grown.offset
            tile += grown.hashes
        taken = min(taken + portion, len(MANY))
    level0 = b"".join(bytes(tiles[place]) for place in sorted(tiles) if place[0] == 0)
    assert level0 == b"".join(MANY[:taken])
    complete = [root_of(MANY[at : at + TILE]) for at in range(0, taken - TILE + 1, TILE)]
    assert bytes(tiles.get((1, 0), b"")) == b"".join(complete)
