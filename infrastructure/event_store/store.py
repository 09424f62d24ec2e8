"""The log as the application sees it: load a stream, append a unit of work, repeat an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, LiteralString, TypeVar, cast
from uuid import UUID

import msgspec
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from application.ports import Append, Appended, Context, StreamAppend, Written
from domain.errors import Refused
from domain.kernel import Decider, Event, PiiRef
from infrastructure.event_store.ended_keys import keys_ended_by, with_keys_destroyed
from infrastructure.event_store.epoch import EPOCH
from infrastructure.event_store.inline import inline_changes
from infrastructure.event_store.jobs import NOBODY, Job, LogRow, Placed, extras, log_of, log_row, recorded
from infrastructure.event_store.mapper import EventMapper, StoredFact
from infrastructure.event_store.notifier import EVENTS, Notifier
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.snapshots import Snapshots
from infrastructure.event_store.writer import GroupCommit, Repeated
from infrastructure.personal_data.keys import SubjectKeys
from infrastructure.personal_data.traces import traces_of
from infrastructure.postgres import ask, unavailable
from infrastructure.rows.schema import place_name
from projections.kernel import Projection

C = TypeVar("C")
S = TypeVar("S")
E = TypeVar("E", bound=Event)

# The kept state, if there is one, comes first and without a name; then the facts it does not know of.
_HISTORY = """
with kept as (
    select s.stream_version, s.state from es.snapshot as s
    where s.log_id = %(log)s and s.stream_id = %(stream)s and s.shape = %(shape)s
)
select k.stream_version, null as type, null as schema_version, k.state, null as event_id from kept as k
union all
select e.stream_version, e.type, e.schema_version, e.state, e.event_id from es.event as e
where e.log_id = %(log)s and e.stream_id = %(stream)s
    and e.stream_version > coalesce((select k.stream_version from kept as k), 0)
order by stream_version
"""
_NEWEST = """
select e.actor_id, e.occurred_at, e.position from es.event as e
where e.log_id = %s and e.stream_id = %s order by e.stream_version desc limit 1
"""
_ANSWER = """
select route, fingerprint, response, position from es.idempotency
where account_id = %s and actor_id = %s and key = %s
"""


class PostgresEventStore:
    """Implements `application.ports.EventStore`. Open it before use; closing waits for what is queued.

    It reads through the pool of the process; it appends and notifies on connections of its own.
    """

    def __init__(
        self,
        app_url: str,
        pool: AsyncConnectionPool,
        registry: EventRegistry,
        keys: SubjectKeys,
        *,
        inline: Sequence[Projection] = (),
        logs: int = 1,
        epoch: int = EPOCH,
    ) -> None:
        self._pool = pool
        self._mapper = EventMapper(registry)
        self._keys = keys
        self._inline = tuple(projection for projection in inline if projection.mode == "inline")
        self._logs = logs
        self._notifier = Notifier(app_url, EVENTS)
        self._writer = GroupCommit(
            app_url, self._notifier.tell, inline=[*map(place_name, self._inline)], epoch=epoch
        )
        self._snapshots = Snapshots(self._pool)
        self._background: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        self._notifier.start()
        self._writer.start()

    async def close(self) -> None:
        await asyncio.to_thread(self._writer.stop)
        await asyncio.to_thread(self._notifier.stop)
        await asyncio.gather(*self._background, return_exceptions=True)

    async def load(
        self, decider: Decider[C, S, E], account_id: UUID | None, entity_id: UUID
    ) -> tuple[S | None, int]:
        stream = decider.stream(account_id, entity_id)
        log = log_of(account_id, self._logs)
        asked = {"log": log, "stream": stream, "shape": decider.snapshot_version}
        rows = await self._rows(_HISTORY, asked)
        state, version, key = None, 0, None
        if rows and rows[0][1] is None:
            version, kept = rows[0][0], rows.pop(0)[3]
            state = msgspec.json.decode(kept, type=decider.state)
        if any(self._mapper.is_erasable(row[1]) for row in rows):
            key = (await self._keys.known((stream,))).get(stream)
        for row in rows:
            # A stream holds its decider's events only: the registry knows each name once.
            event = cast("E", self._mapper.to_event(StoredFact(*row[1:]), key))
            state, version = decider.evolve(state, event), row[0]
        return state, version

    async def newest(
        self, decider: Decider[Any, Any, Any], account_id: UUID | None, entity_id: UUID
    ) -> Written:
        asked = (log_of(account_id, self._logs), decider.stream(account_id, entity_id))
        for row in await self._rows(_NEWEST, asked):
            return Written(*row)
        raise LookupError("There is no such stream.")

    async def append(self, unit: Append) -> Appended:
        facts = await self._facts(unit)
        rows = [row for row, _ in facts]
        ended = keys_ended_by(unit)
        unit = with_keys_destroyed(unit, ended)
        changes = inline_changes(self._inline, [(recorded(row, event), event) for row, event in facts])
        job = Job(rows, extras(unit, facts, changes, self._logs))
        try:
            placed = await asyncio.wrap_future(self._writer.submit(job))
        except Repeated:
            answer = await self._answer(unit.context)
            if answer is None:
                raise unavailable() from None
            return Appended(answer[1], {}, answer[0])
        self._keys.drop(ended)
        versions = {row.stream_id: version for row, version in zip(rows, placed.versions, strict=True)}
        for append in unit.streams:
            self._keep_state(append, versions[append.decider.stream(append.account_id, append.entity_id)])
        return Appended(_position(unit.context, rows, placed), versions)

    async def replay(self, context: Context) -> Appended | None:
        answer = await self._answer(context)
        return None if answer is None else Appended(answer[1], {}, answer[0])

    async def _facts(self, unit: Append) -> list[tuple[LogRow, Event]]:
        context = unit.context
        traces: tuple[PiiRef | None, PiiRef | None] = (None, None)
        if unit.streams and (context.ip or context.agent):
            traces = await traces_of(self._keys, context)
        facts: list[tuple[LogRow, Event]] = []
        for append in unit.streams:
            key = await self._key_for(append)
            for index, event in enumerate(append.events):
                row = log_row(context, append, index, self._mapper, logs=self._logs, key=key, traces=traces)
                facts.append((row, event))
        return facts

    async def _key_for(self, append: StreamAppend) -> bytes | None:
        if any(event.erasable for event in append.events):
            stream = append.decider.stream(append.account_id, append.entity_id)
            # What belongs to no account is a person or the like, and its key goes with that person.
            owner = append.entity_id if append.account_id is None else stream
            return await self._keys.key(stream, owner=owner)
        return None

    async def _answer(self, context: Context) -> tuple[bytes, int] | None:
        key = context.idempotency
        if key is None:
            return None
        owner, actor = context.actor.account_id or NOBODY, context.actor.user_id or NOBODY
        rows = await self._rows(_ANSWER, (owner, actor, key.key))
        if not rows:
            return None
        route, fingerprint, response, position = rows[0]
        if (route, fingerprint) != (key.route, key.fingerprint):
            raise Refused("This idempotency key was used for another request.", reason="idempotency_mismatch")
        return response, position

    async def _rows(
        self, statement: LiteralString, parameters: Sequence[Any] | Mapping[str, Any]
    ) -> list[tuple[Any, ...]]:
        async def question(connection: AsyncConnection) -> list[tuple[Any, ...]]:
            return await (await connection.execute(statement, parameters, prepare=True)).fetchall()

        return await ask(self._pool, question)

    def _keep_state(self, append: StreamAppend, version: int) -> None:
        """Make a snapshot when a long stream has grown far enough, outside of the request."""
        decider = append.decider
        before = version - len(append.events)
        if decider.state is None or version // decider.snapshot_every == before // decider.snapshot_every:
            return
        task = asyncio.create_task(self._write_state(decider, append.account_id, append.entity_id))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _write_state(
        self, decider: Decider[Any, Any, Any], account_id: UUID | None, entity_id: UUID
    ) -> None:
        state, version = await self.load(decider, account_id, entity_id)
        stream = decider.stream(account_id, entity_id)
        await self._snapshots.keep(decider, log_of(account_id, self._logs), stream, version, state)


def _position(context: Context, rows: Sequence[LogRow], placed: Placed) -> int:
    """Where the answer can be read from: the newest fact in the log of the caller's account."""
    if not rows:
        return 0
    own = [
        p for row, p in zip(rows, placed.positions, strict=True) if row.account_id == context.actor.account_id
    ]
    return max(own or placed.positions)
