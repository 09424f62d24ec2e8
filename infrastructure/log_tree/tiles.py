"""The hashes of a sealed log, out of its tiles."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import psycopg

from infrastructure.log_tree.frontier import HASH, TILE
from projections.merkle import join

_TILE = "select hashes from seal.tile where log_id = %s and level = %s and index = %s"
_STEPS = TILE.bit_length() - 1

Read = Callable[[int, int], bytes]
"""The hashes in a tile, by its level and index; of one that is not there, none."""


class Tiles:
    """Roots of complete subtrees, out of the sealed hashes."""

    def __init__(self, read: Read) -> None:
        self._read = read

    def root(self, level: int, index: int) -> bytes:
        """Of the leaves from index·2^level on."""
        steps = level % _STEPS
        offset = (index << steps) % TILE
        hashes = self._read(*tile_of(level, index))
        nodes = [hashes[at : at + HASH] for at in range(HASH * offset, HASH * (offset + (1 << steps)), HASH)]
        while len(nodes) > 1:
            nodes = [join(nodes[at], nodes[at + 1]) for at in range(0, len(nodes), 2)]
        return nodes[0]


def tile_of(level: int, index: int) -> tuple[int, int]:
    """The level and index of the tile that a complete subtree is in."""
    row, steps = divmod(level, _STEPS)
    return row, (index << steps) // TILE


def tiles_of(connection: psycopg.Connection, log: int) -> Tiles:
    @lru_cache(64)
    def read(level: int, index: int) -> bytes:
        found = connection.execute(_TILE, (log, level, index), binary=True).fetchone()
        return b"" if found is None else bytes(found[0])

    return Tiles(read)
