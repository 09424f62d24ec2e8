"""Sealing a stretch of a log: its leaves into the tree, and a checkpoint over them, in one transaction."""

from __future__ import annotations

from typing import Any

import psycopg

from application.vault.ports import HeadSigner
from infrastructure.log_tree.checkpoint import Checkpoint
from infrastructure.log_tree.frontier import HASH, Frontier, Grown

MOST_LEAVES = 10_000
"""How many events one transaction takes into the tree: about a tenth of a second."""

_LOGS = "select log_id from es.head order by log_id"
_BEGUN = "insert into seal.tree (log_id, size, peaks) values (%s, 0, '') on conflict do nothing"
_TREE = "select size, peaks from seal.tree where log_id = %s for update"
_LEAVES = """
select position, leaf_hash from es.event
where log_id = %s and position > %s order by position limit %s
"""
_NEW_TILE = """
insert into seal.tile (log_id, level, index, hashes) values (%(log)s, %(level)s, %(index)s, %(hashes)s)
on conflict do nothing
"""
_LONGER_TILE = """
update seal.tile set hashes = hashes || %(hashes)s
where log_id = %(log)s and level = %(level)s and index = %(index)s and octet_length(hashes) = %(length)s
"""
_GROWN = "update seal.tree set size = %s, peaks = %s where log_id = %s"
_SEALED = """
insert into seal.checkpoint (log_id, size, root, signed_at, note) values (%s, %s, %s, %s, %s)
on conflict do nothing
"""


class CannotSeal(Exception):
    """The log or its tree is not as it was left: signing what is there would make it the truth."""


def logs(connection: psycopg.Connection) -> list[int]:
    return [log for (log,) in connection.execute(_LOGS).fetchall()]


def seal_next(connection: psycopg.Connection, log: int, signer: HeadSigner, now: int) -> int:
    """Seal the next events of a log, `now` in milliseconds; how many they were. Raises `CannotSeal`.

    Several that seal at once wait for one another.
    """
    with connection.transaction(), connection.cursor(binary=True) as cursor:
        cursor.execute(_BEGUN, (log,))
        row = cursor.execute(_TREE, (log,)).fetchone()
        assert row is not None  # begun above
        tree = Frontier(row[0], bytes(row[1]))
        rows = cursor.execute(_LEAVES, (log, tree.size, MOST_LEAVES)).fetchall()
        if not rows:
            return 0
        if rows[-1][0] != tree.size + len(rows):
            raise CannotSeal(
                f"Log {log} has no event at each position from {tree.size + 1} to {rows[-1][0]}."
            )
        for grown in tree.extend(bytes(leaf) for _, leaf in rows):
            _keep(cursor, log, grown)
        cursor.execute(_GROWN, (tree.size, tree.peaks, log))
        checkpoint = Checkpoint(log, tree.size, tree.root(), now)
        note = checkpoint.signed(signer)
        if not cursor.execute(_SEALED, (log, checkpoint.size, checkpoint.root, now, note)).rowcount:
            raise CannotSeal(f"Log {log} is sealed up to {checkpoint.size} already.")
        return len(rows)


def _keep(cursor: psycopg.Cursor[tuple[Any, ...]], log: int, grown: Grown) -> None:
    """A tile that is not as long as the tree says takes nothing more."""
    place = {"log": log, "level": grown.level, "index": grown.index, "hashes": bytes(grown.hashes)}
    statement = _LONGER_TILE if grown.offset else _NEW_TILE
    if cursor.execute(statement, {**place, "length": HASH * grown.offset}).rowcount != 1:
        raise CannotSeal(f"Tile {grown.index} of level {grown.level} of log {log} has another length.")
