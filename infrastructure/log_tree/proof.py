"""The proof that an event is in the sealed log: the hashes beside the way from its leaf to the root.

As a text it is a C2SP tlog-proof: `index`, a hash a line in Base64, an empty line, and the checkpoint.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import psycopg

from infrastructure.log_tree.bundle import newest_note
from infrastructure.log_tree.tiles import Tiles, tiles_of
from projections.merkle import hash_of, join, path_ranges, peaks_of

FORMAT = "c2sp.org/tlog-proof@v1"


class Inclusion(NamedTuple):
    """`leaf` is the hash that was sealed there."""

    place: int
    size: int
    leaf: bytes
    path: tuple[bytes, ...]
    note: str

    @property
    def holds(self) -> bool:
        """Whether it leads to the root that the checkpoint says."""
        return root_from(self.leaf, self.place, self.size, self.path) == root_of_note(self.note)

    def text(self) -> str:
        hashes = "".join(f"{base64.b64encode(one).decode('ascii')}\n" for one in self.path)
        return f"{FORMAT}\nindex {self.place}\n{hashes}\n{self.note}"


def inclusion(connection: psycopg.Connection, log: int, position: int) -> Inclusion | None:
    """Of the event at a position in the newest checkpoint; None when it is not sealed yet.

    Raises `NothingSealed`.
    """
    with connection.transaction():
        connection.execute("set transaction isolation level repeatable read, read only")
        note = newest_note(connection, log)
        size, index, tiles = size_of_note(note), position - 1, tiles_of(connection, log)
        if not 0 <= index < size:
            return None
        return Inclusion(index, size, tiles.root(0, index), tuple(_path(tiles, index, size)), note)


def root_from(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root that a path leads to; None where it has not as many hashes as the way has steps."""
    at, last, node = index, size - 1, leaf
    for beside in path:
        if last == 0:
            return None
        if at & 1 or at == last:
            node = join(beside, node)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            node = join(node, beside)
        at, last = at >> 1, last >> 1
    return node if last == 0 else None


def size_of_note(note: str) -> int:
    return int(note.split("\n")[1])


def root_of_note(note: str) -> bytes:
    return base64.b64decode(note.split("\n")[2], validate=True)


def _path(tiles: Tiles, index: int, size: int) -> Iterator[bytes]:
    for start, end in path_ranges(index, size):
        yield hash_of(start, end, {node: tiles.root(*node) for node in peaks_of(start, end)})
