"""One event as the log keeps it, with the hash of what is there now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import psycopg

from infrastructure.event_store.leaf import VERSION, leaf_hash

_ENVELOPE = (
    *("account_id", "kind", "entity_id", "stream_id", "stream_version", "type", "schema_version"),
    *("event_id", "actor_kind", "actor_id", "impersonator_id", "session_id", "device_id"),
    *("correlation_id", "causation_id", "request_id", "origin", "ip_ref", "agent_ref", "occurred_at"),
)
_EVENT = (
    f"select state, recorded_at, {', '.join(_ENVELOPE)} from es.event where log_id = %s and position = %s"  # noqa: S608 - names of our own
)


class StoredEvent(NamedTuple):
    position: int
    envelope: Mapping[str, Any]
    recorded_at: Any
    state: bytes
    leaf: bytes
    """Of the envelope and the bytes as they are stored."""


def stored_event(
    connection: psycopg.Connection, log: int, position: int, sealed: bytes | None = None
) -> StoredEvent | None:
    """The event at a position. `sealed` tells whether its version was decided on, and so is in its leaf."""
    row = connection.execute(_EVENT.encode(), (log, position), binary=True).fetchone()
    if row is None:
        return None
    state, recorded_at, *envelope = row
    undecided = leaf_hash([*envelope[:VERSION], None, *envelope[VERSION + 1 :]], state)
    leaf = undecided if undecided == sealed else leaf_hash(envelope, state)
    return StoredEvent(position, dict(zip(_ENVELOPE, envelope, strict=True)), recorded_at, state, leaf)
