"""A tree that grows leaf by leaf (RFC 6962 section 2.1), and the tiles that its hashes are kept in.

A tile holds up to 256 hashes, one below the other: tile n of level L those of the complete subtrees
256n … 256n+255 of 256^L leaves each (C2SP tlog-tiles). Level 0 are the leaves themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from projections.merkle import EMPTY_ROOT, join

HASH = 32
TILE = 256
_LEVELS_OF_A_TILE = 8


@dataclass
class Grown:
    """Hashes that come after those that a tile has already."""

    level: int
    index: int
    offset: int
    hashes: bytearray = field(default_factory=bytearray)


class Frontier:
    """The roots of a tree's complete subtrees, the largest first: enough to go on, and to give its root."""

    def __init__(self, size: int = 0, peaks: bytes = b"") -> None:
        if len(peaks) != HASH * size.bit_count():
            raise ValueError("The peaks are not those of a tree of this size.")
        self._size = size
        self._peaks = [peaks[at : at + HASH] for at in range(0, len(peaks), HASH)]

    @property
    def size(self) -> int:
        return self._size

    @property
    def peaks(self) -> bytes:
        return b"".join(self._peaks)

    def root(self) -> bytes:
        if not self._peaks:
            return EMPTY_ROOT
        root = self._peaks[-1]
        for peak in reversed(self._peaks[:-1]):
            root = join(peak, root)
        return root

    def extend(self, leaves: Iterable[bytes]) -> list[Grown]:
        """Add leaf hashes; what that adds to the tiles, in the order of levels and places."""
        grown: dict[tuple[int, int], Grown] = {}
        for leaf in leaves:
            node, index, level = leaf, self._size, 0
            self._add(grown, 0, index, node)
            while index & 1:
                node = join(self._peaks.pop(), node)
                index >>= 1
                level += 1
                if level % _LEVELS_OF_A_TILE == 0:
                    self._add(grown, level // _LEVELS_OF_A_TILE, index, node)
            self._peaks.append(node)
            self._size += 1
        return [grown[place] for place in sorted(grown)]

    @staticmethod
    def _add(grown: dict[tuple[int, int], Grown], level: int, index: int, node: bytes) -> None:
        tile, offset = divmod(index, TILE)
        place = grown.get((level, tile))
        if place is None:
            place = grown[level, tile] = Grown(level, tile, offset)
        place.hashes += node
