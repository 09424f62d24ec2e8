"""What one unit of work becomes for the database: rows of the log, and what goes with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from application.ports import Append, Context, RowChange, StreamAppend
from domain.kernel import Claim, Event, PiiRef, Recorded
from infrastructure.event_store.leaf import leaf_hash
from infrastructure.event_store.mapper import EventMapper

NOBODY = UUID(int=0)


class Placed(NamedTuple):
    """Where the facts of a job stand now, in their order."""

    positions: tuple[int, ...]
    versions: tuple[int, ...]


class LogRow(NamedTuple):
    """One fact as a row of the log, but for its position. The order is that of es.append_batch."""

    log_id: int
    account_id: UUID | None
    kind: str
    entity_id: UUID
    stream_id: UUID
    stream_version: int | None
    type: str
    schema_version: int
    state: bytes
    event_id: UUID
    actor_kind: str
    actor_id: UUID | None
    impersonator_id: UUID | None
    session_id: UUID | None
    device_id: UUID | None
    correlation_id: UUID
    causation_id: UUID | None
    request_id: UUID
    origin: UUID | None
    ip_ref: str | None
    agent_ref: str | None
    occurred_at: Any
    leaf_hash: bytes


@dataclass
class Job:
    """One unit of work in the queue, and the future of its caller."""

    rows: list[LogRow]
    extra: Mapping[str, Any] | None = None
    done: Future[Placed] = field(default_factory=Future[Placed])


def log_of(account_id: UUID | None, logs: int) -> int:
    """The log an account's facts stand in. What belongs to no account stands in the first."""
    return 0 if account_id is None or logs == 1 else account_id.int % logs


def log_row(
    context: Context,
    append: StreamAppend,
    index: int,
    mapper: EventMapper,
    *,
    logs: int,
    key: bytes | None,
    traces: tuple[PiiRef | None, PiiRef | None],
) -> LogRow:
    """The row of one fact of a unit of work."""
    actor, decider = context.actor, append.decider
    version = None if append.expected is None else append.expected + index + 1
    name, schema, state, event_id = mapper.to_stored(append.events[index], uuid4(), key)
    stream = decider.stream(append.account_id, append.entity_id)
    log = log_of(append.account_id, logs)
    envelope = (
        *(append.account_id, decider.name, append.entity_id, stream, version, name, schema, event_id),
        *(actor.type, actor.user_id, actor.impersonator_id, actor.session_id, actor.device_id),
        *(context.correlation_id, context.causation_id, context.request_id, context.origin),
        *(traces[0], traces[1], context.now),
    )
    before, after = envelope[:7], envelope[7:]
    return LogRow(log, *before, state, *after, leaf_hash(envelope, state))


def recorded(row: LogRow, event: Event) -> Recorded:
    """A fact as inline read models see it: its position is known only to the database."""
    return Recorded(
        position=0,
        account_id=row.account_id,
        kind=row.kind,
        entity_id=row.entity_id,
        stream_id=row.stream_id,
        stream_version=row.stream_version or 0,
        event=event,
        event_id=row.event_id,
        actor_kind=row.actor_kind,
        actor_id=row.actor_id,
        impersonator_id=row.impersonator_id,
        session_id=row.session_id,
        device_id=row.device_id,
        correlation_id=row.correlation_id,
        causation_id=row.causation_id,
        request_id=row.request_id,
        origin=row.origin,
        occurred_at=row.occurred_at,
        recorded_at=row.occurred_at,
        ip_ref=None if row.ip_ref is None else PiiRef(row.ip_ref),
        agent_ref=None if row.agent_ref is None else PiiRef(row.agent_ref),
        leaf_hash=row.leaf_hash,
    )


def extras(
    unit: Append, facts: Sequence[tuple[LogRow, Event]], inline: Sequence[Mapping[str, Any]], logs: int
) -> Mapping[str, Any] | None:
    """What es.settle does for the job; None when there is nothing."""
    claims = [
        {
            "op": op,
            "account": NOBODY if claim.scope == "global" else row.account_id,
            "kind": claim.kind,
            "value": claim.value,
            "stream": row.stream_id,
            "event": place,
        }
        for place, (row, event) in enumerate(facts, 1)
        for op, claim in _names(event)
    ]
    guards = [
        {"log": log_of(guard.account_id, logs), "stream": guard.stream_id, "version": guard.version}
        for guard in unit.guards
    ]
    rows = [*inline, *(row_change(change) for change in unit.rows)]
    extra: dict[str, Any] = {}
    if claims or guards or rows:
        extra = {"claims": claims, "guards": guards, "rows": rows}
    if unit.context.idempotency is not None:
        actor, key = unit.context.actor, unit.context.idempotency
        extra["idempotency"] = {
            "account": actor.account_id or NOBODY,
            "actor": actor.user_id or NOBODY,
            "key": key.key,
            "route": key.route,
            "fingerprint": key.fingerprint,
            "response": unit.response or b"null",
        }
    return extra or None


def _names(event: Event) -> Iterable[tuple[str, Claim]]:
    yield from (("release", claim) for claim in event.releases())
    yield from (("claim", claim) for claim in event.claims())


def row_change(change: RowChange) -> Mapping[str, Any]:
    return {
        "op": change.op,
        "table": change.table,
        "key": sendable(change.key),
        "values": sendable(change.values),
    }


def sendable(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values as es.change_row takes them: JSON, with bytes the way PostgreSQL reads them."""
    return {
        name: "\\x" + value.hex() if isinstance(value, bytes) else value for name, value in values.items()
    }
