"""The stored subtrees give the same roots and proofs as the tree built from all leaves."""

from __future__ import annotations

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from client.crypto import merkle
from projections.merkle import EMPTY_ROOT, Node, hash_of, peaks_of, proof_ranges


def leaves(size: int) -> list[bytes]:
    return [hashlib.sha256(number.to_bytes(4, "big")).digest() for number in range(size)]


def stored(hashes: list[bytes]) -> dict[Node, bytes]:
    """The complete subtrees, as the projection keeps them."""
    nodes: dict[Node, bytes] = {(0, index): value for index, value in enumerate(hashes)}
    level, width = 0, len(hashes) // 2
    while width:
        for index in range(width):
            pair = nodes[level, 2 * index] + nodes[level, 2 * index + 1]
            nodes[level + 1, index] = hashlib.sha256(b"\x01" + pair).digest()
        level, width = level + 1, width // 2
    return nodes


@given(st.integers(0, 300), st.data())
def test_roots_and_consistency_proofs(size: int, data: st.DataObject) -> None:
    hashes = leaves(size)
    nodes = stored(hashes)
    assert hash_of(0, size, nodes) == merkle.root_of(hashes)
    old = data.draw(st.integers(0, size))
    proof = [hash_of(start, end, nodes) for start, end in proof_ranges(old, size)]
    assert proof == merkle.consistency_proof(hashes, old)
    assert merkle.consistent(old, merkle.root_of(hashes[:old]), size, merkle.root_of(hashes), proof)


@given(st.integers(1, 10**9))
def test_a_root_needs_few_subtrees(size: int) -> None:
    peaks = list(peaks_of(0, size))
    assert len(peaks) == size.bit_count()
    assert sum(1 << level for level, _ in peaks) == size
    places = {place for start, end in proof_ranges(size // 3 + 1, size) for place in peaks_of(start, end)}
    assert len(places) <= 2 * size.bit_length()


def test_an_empty_tree() -> None:
    assert hash_of(0, 0, {}) == EMPTY_ROOT == merkle.EMPTY_ROOT
