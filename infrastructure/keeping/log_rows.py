"""The log: every row against its own hash, no row missing, and each statement in the tree of its account."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from psycopg_pool import AsyncConnectionPool

from domain.vault.encoding import signed_hash
from infrastructure.event_store.leaf import leaf_hash
from infrastructure.event_store.mapper import EventMapper, StoredFact
from infrastructure.keeping.slices import TROUBLE, Slice, is_unreadable
from infrastructure.postgres import connection_of
from projections.vault import account_tree
from projections.vault.facts import statements_of

_ROWS = 1_000
_HEADS = "select log_id, position from es.head order by log_id"
# In the order in which the envelope was hashed; the version is absent where none was expected.
_SELECT = b"""
select position, leaf_hash, state,
    account_id, kind, entity_id, stream_id, stream_version, type, schema_version, event_id, actor_kind,
    actor_id, impersonator_id, session_id, device_id, correlation_id, causation_id, request_id, origin,
    ip_ref, agent_ref, occurred_at
from es.event where log_id = %s and position > %s and position <= %s order by position
"""
_VERSION, _TYPE, _SCHEMA, _EVENT, _ACCOUNT = 7, 8, 9, 10, 3
_LEAVES = b"select content from read.account_leaves where account_id = %s and content = any(%s)"
_SEEN = b"select set_config('app.account_id', %s, true)"
# Of the version that is shown: a newer one may be on its way to take its place.
_FOLLOWED = b"""
select t.position, array(
    select p.account_id from es.parked as p where p.log_id = t.log_id and p.follower = t.follower)
from es.read_model as m join es.tracking as t on t.follower = m.name || '_' || m.version
where t.log_id = %s and m.name = %s
"""


class LogRows:
    name = "log"

    def __init__(self, pool: AsyncConnectionPool, mapper: EventMapper) -> None:
        self._pool = pool
        self._mapper = mapper

    async def slice(self, place: str) -> Slice:
        log, after = map(int, place.split(":")) if place else (0, 0)
        async with connection_of(self._pool) as connection:
            heads = dict(await (await connection.execute(_HEADS)).fetchall())
        end = min(after + _ROWS, heads.get(log, 0))
        rows, damaged = await self._read(log, after, end)
        found = {row[0] for row in rows}
        for position in range(after + 1, end + 1):
            if position not in found and _subject(log, position) not in damaged:
                damaged[_subject(log, position)] = "the row is missing"
        for row in rows:
            if not _is_whole(row):
                damaged[_subject(log, row[0])] = "the row is not what its hash says"
        damaged |= await self._not_in_trees(log, rows, damaged)
        looked_at = [_subject(log, position) for position in range(after + 1, end + 1)]
        if end < heads.get(log, 0):
            return Slice(looked_at, damaged, f"{log}:{end}")
        following = min((other for other in heads if other > log), default=None)
        return Slice(looked_at, damaged, None if following is None else f"{following}:0")

    async def _read(self, log: int, after: int, end: int) -> tuple[list[Sequence[Any]], dict[str, str]]:
        """The rows of a stretch; where PostgreSQL cannot read a page, its halves, down to single rows."""
        if after >= end:
            return [], {}
        try:
            async with connection_of(self._pool) as connection:
                return [*await (await connection.execute(_SELECT, (log, after, end))).fetchall()], {}
        except TROUBLE as failure:
            if not is_unreadable(failure):
                raise
            if end - after == 1:
                return [], {_subject(log, end): "PostgreSQL cannot read the row"}
        middle = (after + end) // 2
        rows, damaged = await self._read(log, after, middle)
        more, also = await self._read(log, middle, end)
        return rows + more, damaged | also

    async def _not_in_trees(
        self, log: int, rows: Sequence[Sequence[Any]], known: Mapping[str, str]
    ) -> dict[str, str]:
        """Statements of these rows that the tree of their account does not hold, as far as it is."""
        async with connection_of(self._pool) as connection:
            followed = await (
                await connection.execute(_FOLLOWED, (log, account_tree.PROJECTION.name))
            ).fetchone()
        position, parked = followed or (0, ())
        wanted: dict[UUID, dict[bytes, str]] = {}
        for row in rows:
            subject, account = _subject(log, row[0]), row[_ACCOUNT]
            if account is None or account in parked or subject in known or row[0] > position:
                continue
            for content in self._statements(row):
                wanted.setdefault(account, {})[content] = subject
        missing: dict[str, str] = {}
        for account, contents in wanted.items():
            async with connection_of(self._pool) as connection, connection.transaction():
                await connection.execute(_SEEN, (str(account),))
                held = await (await connection.execute(_LEAVES, (account, list(contents)))).fetchall()
            for content in contents.keys() - {bytes(row[0]) for row in held}:
                missing[contents[content]] = "its statement is not in the tree of the account"
        return missing

    def _statements(self, row: Sequence[Any]) -> list[bytes]:
        stored = StoredFact(row[_TYPE], row[_SCHEMA], bytes(row[2]), row[_EVENT])
        try:
            event = self._mapper.to_event(stored, None)
        except Exception:
            # An event of a newer program; its row is whole.
            return []
        return [signed_hash(statement.raw, statement.signatures) for statement in statements_of(event)]


def _subject(log: int, position: int) -> str:
    return f"{log}:{position}"


def _is_whole(row: Sequence[Any]) -> bool:
    envelope, state, expected = list(row[3:]), bytes(row[2]), bytes(row[1])
    if leaf_hash(envelope, state) == expected:
        return True
    envelope[_VERSION - 3] = None
    return leaf_hash(envelope, state) == expected
