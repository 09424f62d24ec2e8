"""The trees of the accounts: leaves without gaps, and every node the hash of what lies below it."""

from __future__ import annotations

from hashlib import sha256
from typing import Any
from uuid import UUID

from psycopg_pool import AsyncConnectionPool

from domain.vault.encoding import leaf
from infrastructure.keeping.slices import TROUBLE, Slice, is_unreadable
from infrastructure.postgres import connection_of

_LEVELS = 10
_LEAVES = 1 << _LEVELS
_FROM = "from "
_NEXT = b"select account_id from vault.sealed_head where account_id > %s order by 1 limit 1"
_SEEN = b"select set_config('app.account_id', %s, true)"
_SIZE = b"select size from read.account_trees where account_id = %s"
_READ = b"""
select index, tag, place, content from read.account_leaves
where account_id = %s and index >= %s and index < %s order by index
"""
_NODES = b"""
select level, index, hash from read.account_tree_nodes
where account_id = %s and level <= %s and index >= %s >> level and index < ((%s - 1) >> level) + 1
"""
_UPPER = "select level, index, hash from read.account_tree_nodes where account_id = %s and level >= %s"


class TreeNodes:
    name = "tree"

    def __init__(self, pool: AsyncConnectionPool) -> None:
        self._pool = pool

    async def slice(self, place: str) -> Slice:
        account, start = await self._at(place)
        if account is None:
            return Slice((), {}, None)
        try:
            return await self._read(account, start)
        except TROUBLE as failure:
            if not is_unreadable(failure):
                raise
        # The rest of this tree is left, and the next one begun.
        unread = f"{account}:{_FROM}{start}"
        return Slice((unread,), {unread: "PostgreSQL cannot read the tree from here on"}, f"{account}:")

    async def _read(self, account: UUID, start: int) -> Slice:
        async with connection_of(self._pool) as connection, connection.transaction():
            await connection.execute(_SEEN, (str(account),))

            async def rows(statement: bytes | str, *values: Any) -> list[tuple[Any, ...]]:
                return await (await connection.execute(statement, values)).fetchall()  # pyright: ignore[reportArgumentType]

            sizes = await rows(_SIZE, account)
            size = sizes[0][0] if sizes else 0
            end = min(start + _LEAVES, size)
            leaves = await rows(_READ, account, start, end)
            nodes = await rows(_NODES, account, _LEVELS, start, end) if end > start else []
            # What lies above the slices is read once, with the last of them.
            nodes += await rows(_UPPER, account, _LEVELS) if end == size else []
        damaged = _wrong(start, end, leaves, {(level, index): bytes(hash_) for level, index, hash_ in nodes})
        subjects = {f"{account}:{index}" for index in range(start, end)}
        subjects |= {f"{account}:nodes", f"{account}:{_FROM}{start}"}
        return Slice(
            subjects,
            {f"{account}:{place}": finding for place, finding in damaged.items()},
            f"{account}:{end}" if end < size else f"{account}:",
        )

    async def _at(self, place: str) -> tuple[UUID | None, int]:
        named, _, index = place.partition(":")
        if index:
            return UUID(named), int(index)
        async with connection_of(self._pool) as connection:
            after = UUID(named) if named else UUID(int=0)
            row = await (await connection.execute(_NEXT, (after,))).fetchone()
        return (None if row is None else row[0]), 0


def _wrong(
    start: int, end: int, leaves: list[tuple[Any, ...]], nodes: dict[tuple[int, int], bytes]
) -> dict[str, str]:
    found: dict[str, str] = {}
    known = {
        index: sha256(b"\x00" + leaf(bytes(tag), place, bytes(content))).digest()
        for index, tag, place, content in leaves
    }
    for index in range(start, end):
        if index not in known:
            found[str(index)] = "the leaf is missing"
        elif nodes.get((0, index)) != known[index]:
            found[str(index)] = "the leaf is not what the tree says"
    for (level, index), stored in nodes.items():
        below = nodes.get((level - 1, 2 * index)), nodes.get((level - 1, 2 * index + 1))
        if level and None not in below:
            left, right = below
            if sha256(b"\x01" + (left or b"") + (right or b"")).digest() != stored:
                found["nodes"] = f"the node {index} of level {level} is not the hash of those below it"
        elif level and level <= _LEVELS:
            found["nodes"] = f"a node below level {level} is missing"
    for index in range(start, end):
        level, place = 0, index
        # Each leaf completes a subtree for every odd step on its way up.
        while place & 1:
            level, place = level + 1, place >> 1
            if level <= _LEVELS and (level, place) not in nodes:
                found["nodes"] = f"the node {place} of level {level} is missing"
    return found
