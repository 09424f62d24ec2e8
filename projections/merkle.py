"""Merkle trees (RFC 6962 section 2.1): of which complete subtrees their roots and proofs are made.

The node of level l and index i covers the leaves i·2^l up to (i+1)·2^l. Every root and every proof is made of
about log2(size) of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256

Node = tuple[int, int]
EMPTY_ROOT = sha256(b"").digest()


def join(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def peaks_of(start: int, end: int) -> Iterator[Node]:
    """The largest complete subtrees that cover these leaves in order; `start` is aligned to them."""
    while start < end:
        level = (end - start).bit_length() - 1
        if start:
            level = min(level, (start & -start).bit_length() - 1)
        yield level, start >> level
        start += 1 << level


def path_ranges(index: int, size: int) -> list[tuple[int, int]]:
    """The ranges of leaves whose hashes make the inclusion proof of a leaf, in its order: from it upwards."""
    ranges: list[tuple[int, int]] = []
    start, end = 0, size
    while end - start > 1:
        split = start + (1 << ((end - start - 1).bit_length() - 1))
        ranges.append((split, end) if index < split else (start, split))
        start, end = (start, split) if index < split else (split, end)
    return ranges[::-1]


def proof_ranges(old: int, new: int) -> list[tuple[int, int]]:
    """The ranges of leaves whose hashes make the consistency proof, in its order."""
    ranges: list[tuple[int, int]] = []

    def descend(start: int, end: int, size: int, whole: bool) -> None:
        if size == end - start:
            if not whole:
                ranges.append((start, end))
            return
        split = 1 << ((end - start - 1).bit_length() - 1)
        if size <= split:
            descend(start, start + split, size, whole)
            ranges.append((start + split, end))
        else:
            descend(start + split, end, size - split, whole=False)
            ranges.append((start, start + split))

    if 0 < old < new:
        descend(0, new, old, whole=True)
    return ranges


def hash_of(start: int, end: int, nodes: Mapping[Node, bytes]) -> bytes:
    """The hash of the subtree over these leaves, out of complete ones."""
    peaks = [nodes[place] for place in peaks_of(start, end)]
    if not peaks:
        return EMPTY_ROOT
    found = peaks.pop()
    while peaks:
        found = join(peaks.pop(), found)
    return found
