"""The hashes of a sealed log, out of its tiles."""

from __future__ import annotations

from functools import lru_cache

import psycopg

from infrastructure.log_tree.frontier import HASH, TILE
from projections.merkle import join

_TILE = "select hashes from seal.tile where log_id = %s and level = %s and index = %s"


class Tiles:
    """Roots of complete subtrees, out of the sealed hashes."""

    def __init__(self, connection: psycopg.Connection, log: int) -> None:
        self._connection = connection
        self._log = log
        self._tile = lru_cache(64)(self._read)

    def root(self, level: int, index: int) -> bytes:
        """Of the leaves from index·2^level on."""
        row, steps = divmod(level, TILE.bit_length() - 1)
        tile, offset = divmod(index << steps, TILE)
        hashes = self._tile(row, tile)
        nodes = [hashes[at : at + HASH] for at in range(HASH * offset, HASH * (offset + (1 << steps)), HASH)]
        while len(nodes) > 1:
            nodes = [join(nodes[at], nodes[at + 1]) for at in range(0, len(nodes), 2)]
        return nodes[0]

    def _read(self, row: int, tile: int) -> bytes:
        found = self._connection.execute(_TILE, (self._log, row, tile), binary=True).fetchone()
        return b"" if found is None else bytes(found[0])
