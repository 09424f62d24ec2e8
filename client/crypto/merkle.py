"""Merkle trees as in RFC 6962: roots, inclusion and consistency, and a root that grows leaf by leaf."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from client.crypto.errors import InvalidArgument

EMPTY_ROOT = hashlib.sha256(b"").digest()


def leaf_hash(leaf: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def root_of(hashes: Sequence[bytes]) -> bytes:
    """The root over leaf hashes."""
    tree = CompactRange()
    tree.extend(hashes)
    return tree.root()


class CompactRange:
    """The roots of the perfect subtrees of a tree, largest first: enough to go on and to give the root."""

    def __init__(self) -> None:
        self.size = 0
        self._peaks: list[bytes] = []

    def append(self, leaf: bytes) -> None:
        peak = leaf
        size = self.size
        while size & 1:
            peak = node_hash(self._peaks.pop(), peak)
            size >>= 1
        self._peaks.append(peak)
        self.size += 1

    def extend(self, leaves: Iterable[bytes]) -> None:
        for leaf in leaves:
            self.append(leaf)

    def root(self) -> bytes:
        if not self._peaks:
            return EMPTY_ROOT
        root = self._peaks[-1]
        for peak in reversed(self._peaks[:-1]):
            root = node_hash(peak, root)
        return root


def inclusion_proof(hashes: Sequence[bytes], index: int) -> list[bytes]:
    if not 0 <= index < len(hashes):
        raise InvalidArgument("no such leaf")
    if len(hashes) == 1:
        return []
    split = _split(len(hashes))
    left, right = hashes[:split], hashes[split:]
    if index < split:
        return [*inclusion_proof(left, index), root_of(right)]
    return [*inclusion_proof(right, index - split), root_of(left)]


def consistency_proof(hashes: Sequence[bytes], size: int) -> list[bytes]:
    if not 0 <= size <= len(hashes):
        raise InvalidArgument("no such size")
    if size in (0, len(hashes)):
        return []
    return _subproof(hashes, size, whole=True)


def included(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether the leaf hash stands at this place of the tree with this root."""
    if not 0 <= index < size:
        return False
    position, last, node = index, size - 1, leaf
    for part in proof:
        if last == 0:
            return False
        if position & 1 or position == last:
            node = node_hash(part, node)
            while not position & 1 and position:
                position >>= 1
                last >>= 1
        else:
            node = node_hash(node, part)
        position >>= 1
        last >>= 1
    return last == 0 and node == root


def consistent(
    old_size: int, old_root: bytes, new_size: int, new_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether the tree of the new size begins with the tree of the old one."""
    if old_size > new_size or old_size < 0:
        return False
    if old_size == new_size:
        return not proof and old_root == new_root
    if old_size == 0:
        return not proof and old_root == EMPTY_ROOT
    path = list(proof)
    if old_size & (old_size - 1) == 0:
        path.insert(0, old_root)
    if not path:
        return False
    position, last = old_size - 1, new_size - 1
    while position & 1:
        position >>= 1
        last >>= 1
    old, new = path[0], path[0]
    for part in path[1:]:
        if last == 0:
            return False
        if position & 1 or position == last:
            old, new = node_hash(part, old), node_hash(part, new)
            while not position & 1 and position:
                position >>= 1
                last >>= 1
        else:
            new = node_hash(new, part)
        position >>= 1
        last >>= 1
    return last == 0 and old == old_root and new == new_root


def _split(size: int) -> int:
    """The largest power of two below the size."""
    return 1 << ((size - 1).bit_length() - 1)


def _subproof(hashes: Sequence[bytes], size: int, *, whole: bool) -> list[bytes]:
    if size == len(hashes):
        return [] if whole else [root_of(hashes)]
    split = _split(len(hashes))
    left, right = hashes[:split], hashes[split:]
    if size <= split:
        return [*_subproof(left, size, whole=whole), root_of(right)]
    return [*_subproof(right, size - split, whole=False), root_of(left)]
