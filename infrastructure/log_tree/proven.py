"""Proofs for those who read the audit log of an account, out of the tiles of the sealed log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from application.oversight.proofs import AuditProofs, EventProof
from domain.records import unpadded
from infrastructure.event_store.leaf import header_as_hashed
from infrastructure.log_tree.bundle import NEWEST_NOTE
from infrastructure.log_tree.proof import size_of_note
from infrastructure.log_tree.tiles import Tiles, tile_of
from infrastructure.postgres import ask
from projections.merkle import Node, hash_of, path_ranges, peaks_of, proof_ranges

_LOG = 0
_KEY = "select public_key from vault.log_key where name = %s"
# One who may read an entry may read its event, if it is one of the account.
_EVENTS = """
select e.position, e.state, e.account_id, e.kind, e.entity_id, e.stream_id, e.stream_version, e.type,
    e.schema_version, e.event_id, e.actor_kind, e.actor_id, e.impersonator_id, e.session_id, e.device_id,
    e.correlation_id, e.causation_id, e.request_id, e.origin, e.ip_ref, e.agent_ref, e.occurred_at
from read.audit_log as l
join es.event as e on e.log_id = %(log)s and e.position = l.position
where l.account_id = %(account)s and l.position = any(%(positions)s) and l.position <= %(size)s
order by e.position
"""
_TILES = """
select t.level, t.index, t.hashes
from unnest(%(levels)s::smallint[], %(indexes)s::bigint[]) as w(level, index)
join seal.tile as t on t.log_id = %(log)s and t.level = w.level and t.index = w.index
"""


class ProvenEventsBySeal:
    """Implements `application.oversight.proofs.ProvenEvents`."""

    def __init__(self, pool: AsyncConnectionPool, log_name: str) -> None:
        self._pool = pool
        self._log_name = log_name

    async def of_account(
        self, account_id: UUID, positions: Sequence[int], seen: int | None
    ) -> AuditProofs | None:
        async def found(connection: AsyncConnection) -> AuditProofs | None:
            # The note first: what it covers is in the tiles by then, and what is in a tile stays.
            row = await (await connection.execute(NEWEST_NOTE, (_LOG,), prepare=True)).fetchone()
            key = await (await connection.execute(_KEY, (self._log_name,), prepare=True)).fetchone()
            if row is None or key is None:
                return None
            note, size = row[0], size_of_note(row[0])
            events = await _events(connection, account_id, positions, size)
            since = proof_ranges(seen or 0, size)
            paths = {event[0]: path_ranges(event[0] - 1, size) for event in events}
            leaves = [(position - 1, position) for position in paths]
            ranges = [*since, *leaves, *(one for path in paths.values() for one in path)]
            nodes = await _nodes(connection, {node for one in ranges for node in peaks_of(*one)})
            return AuditProofs(
                note,
                unpadded(bytes(key[0])),
                tuple(unpadded(hash_of(*one, nodes)) for one in since),
                tuple(
                    _proof(account_id, event, nodes[0, event[0] - 1], paths[event[0]], nodes)
                    for event in events
                ),
            )

        return await ask(self._pool, found)


def _proof(
    account_id: UUID,
    event: Sequence[Any],
    leaf: bytes,
    path: Sequence[tuple[int, int]],
    nodes: dict[Node, bytes],
) -> EventProof:
    position, state, *envelope = event
    own = envelope[0] == account_id
    return EventProof(
        position,
        unpadded(leaf),
        unpadded(header_as_hashed(envelope, state, leaf)) if own else None,
        unpadded(bytes(state)) if own else None,
        tuple(unpadded(hash_of(*one, nodes)) for one in path),
    )


async def _events(
    connection: AsyncConnection, account_id: UUID, positions: Sequence[int], size: int
) -> list[tuple[Any, ...]]:
    asked = {"log": _LOG, "account": account_id, "positions": list(positions), "size": size}
    async with connection.transaction():
        await connection.execute("select set_config('app.account_id', %s, true)", (str(account_id),))
        cursor = connection.cursor(binary=True)
        return await (await cursor.execute(_EVENTS, asked, prepare=True)).fetchall()


async def _nodes(connection: AsyncConnection, wanted: Iterable[Node]) -> dict[Node, bytes]:
    places = {node: tile_of(*node) for node in wanted}
    tiles = sorted(set(places.values()))
    asked = {
        "log": _LOG,
        "levels": [level for level, _ in tiles],
        "indexes": [index for _, index in tiles],
    }
    cursor = connection.cursor(binary=True)
    rows = await (await cursor.execute(_TILES, asked, prepare=True)).fetchall()
    known = {(level, index): bytes(hashes) for level, index, hashes in rows}
    read = Tiles(lambda level, index: known.get((level, index), b""))
    return {node: read.root(*node) for node in places}
