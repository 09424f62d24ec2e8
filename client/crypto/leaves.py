"""The leaves of an account's tree in their order, found again by the object that they are about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from client.crypto.canonical import bind, u64


class Leaf(NamedTuple):
    """Tag of the object, number of the statement, hash of what was signed."""

    tag: bytes
    seq: int
    hash: bytes

    def encode(self) -> bytes:
        return bind("leaf", self.tag, u64(self.seq), self.hash)


class Placed(NamedTuple):
    """A leaf and its place in the tree."""

    place: int
    leaf: Leaf


class Leaves:
    """All leaves of a tree from the first one on."""

    def __init__(self, leaves: Iterable[Leaf] = ()) -> None:
        self._size = 0
        self._by_tag: dict[bytes, list[Placed]] = defaultdict(list)
        for leaf in leaves:
            self.append(leaf)

    def append(self, leaf: Leaf) -> None:
        self._by_tag[leaf.tag].append(Placed(self._size, leaf))
        self._size += 1

    def of(self, tag: bytes) -> Sequence[Placed]:
        """Those of one object; the empty tag is the key log."""
        return self._by_tag.get(tag, ())
