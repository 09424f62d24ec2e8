"""The Merkle tree over all statements of an account, kept as its complete subtrees."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

from domain.kernel import Recorded
from domain.records import unpadded
from domain.vault.encoding import leaf, signed_hash
from domain.vault.statements import Statement
from projections.kernel import Needed, Projection, Reader, Rows, Table
from projections.merkle import Node, hash_of, join, peaks_of, proof_ranges
from projections.vault.facts import carries_statements, statements_of

LEAVES = Table(
    "account_leaves",
    {
        "index": "bigint not null",
        "tag": "bytea not null",
        "place": "bigint not null",
        "content": "bytea not null",
    },
    key=("index",),
)
NODES = Table(
    "account_tree_nodes",
    {"level": "smallint not null", "index": "bigint not null", "hash": "bytea not null"},
    key=("level", "index"),
)
TREES = Table(
    "account_trees",
    {"size": "bigint not null", "key_seq": "bigint", "key_head": "bytea"},
    key=(),
)


class Tree(NamedTuple):
    size: int
    root: bytes
    key_seq: int
    key_head: bytes


def apply(rows: Rows, recorded: Recorded) -> None:
    if recorded.account_id is None:
        return
    for statement in statements_of(recorded.event):
        _append(rows, statement)


def _append(rows: Rows, statement: Statement) -> None:
    tree = rows.get(TREES, {})
    size = tree["size"] if tree else 0
    seq = statement.header.seq
    content = signed_hash(statement.raw, statement.signatures)
    rows.put(LEAVES, {"index": size}, tag=statement.tag, place=seq, content=content)
    node = hashlib.sha256(b"\x00" + leaf(statement.tag, seq, content)).digest()
    level, index = 0, size
    rows.put(NODES, {"level": 0, "index": index}, hash=node)
    while index & 1:
        left = rows.get(NODES, {"level": level, "index": index - 1})
        assert left is not None  # the left neighbour of a complete subtree is complete
        node = join(bytes(left["hash"]), node)
        level, index = level + 1, index >> 1
        rows.put(NODES, {"level": level, "index": index}, hash=node)
    if statement.is_key_statement:
        rows.put(TREES, {}, size=size + 1, key_seq=seq, key_head=statement.hash)
    else:
        rows.put(TREES, {}, size=size + 1)


def _needs(recorded: Recorded) -> Iterator[Needed]:
    if recorded.account_id is not None and carries_statements(recorded.event):
        yield Needed(TREES, {})


PROJECTION = Projection("account_tree", 1, (LEAVES, NODES, TREES), apply, needs=_needs)


_TREE = "select size, key_seq, key_head from read.account_trees where account_id = %(account_id)s"
_NODES = """
select n.level, n.index, n.hash
from unnest(%(levels)s::smallint[], %(indexes)s::bigint[]) as w(level, index)
join read.account_tree_nodes as n
    on n.account_id = %(account_id)s and n.level = w.level and n.index = w.index
"""
_LEAVES = """
select tag, place, content from read.account_leaves
where account_id = %(account_id)s and index >= %(start)s and index < %(end)s order by index
"""


async def tree_size(reader: Reader, account_id: UUID) -> int:
    row = await reader.one(_TREE, {"account_id": account_id}, account_id=account_id)
    return 0 if row is None else row[0]


async def tree_of(reader: Reader, account_id: UUID) -> Tree | None:
    row = await reader.one(_TREE, {"account_id": account_id}, account_id=account_id)
    if row is None or row[1] is None:
        return None
    size, key_seq, key_head = row
    nodes = await _nodes(reader, account_id, set(peaks_of(0, size)))
    return Tree(size, hash_of(0, size, nodes), key_seq, bytes(key_head))


async def consistency_proof(reader: Reader, account_id: UUID, old: int, new: int) -> list[bytes]:
    ranges = proof_ranges(old, new)
    wanted = {place for start, end in ranges for place in peaks_of(start, end)}
    nodes = await _nodes(reader, account_id, wanted)
    return [hash_of(start, end, nodes) for start, end in ranges]


async def leaves_between(
    reader: Reader, account_id: UUID, start: int, end: int
) -> list[dict[str, str | int]]:
    params = {"account_id": account_id, "start": start, "end": end}
    return [
        {"tagB64u": unpadded(bytes(tag)), "seq": place, "hashB64u": unpadded(bytes(content))}
        for tag, place, content in await reader.all(_LEAVES, params, account_id=account_id)
    ]


async def _nodes(reader: Reader, account_id: UUID, wanted: set[Node]) -> dict[Node, bytes]:
    if not wanted:
        return {}
    places = sorted(wanted)
    params = {
        "account_id": account_id,
        "levels": [level for level, _ in places],
        "indexes": [index for _, index in places],
    }
    rows = await reader.all(_NODES, params, account_id=account_id)
    return {(level, index): bytes(hash_) for level, index, hash_ in rows}
