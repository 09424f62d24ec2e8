"""The log behind the recorder contract of the eventsourcing library."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, LiteralString
from uuid import UUID, uuid4

import psycopg
from eventsourcing.persistence import (
    IntegrityError,
    Notification,
    OperationalError,
    StoredEvent,
)
from psycopg_pool import ConnectionPool

from domain.errors import Stale, Unavailable
from infrastructure.event_store.jobs import Job, LogRow, log_of
from infrastructure.event_store.leaf import leaf_hash
from infrastructure.event_store.subscription import ListeningRecorder, LogSubscription
from infrastructure.event_store.writer import GroupCommit

# Appending in another thread ends within the statement's time; this is for a thread that died.
_PATIENCE_SECONDS = 30.0


class LogRecorder(ListeningRecorder):
    """Stored events in the log `log` of a database. The caller opens and closes the group commit."""

    def __init__(self, url: str, writer: GroupCommit, *, logs: int = 1, log: int = 0) -> None:
        self.url = url
        self._writer = writer
        self._logs = logs
        self._log = log
        self._pool = ConnectionPool(url, min_size=0, max_size=8, open=False, kwargs={"autocommit": True})

    def open(self) -> None:
        self._pool.open()

    def close(self) -> None:
        self._pool.close()

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int]:
        """Append events; the keywords are members of their envelope (`account_id`, `actor_id`, …)."""
        job = Job([self._row(event, kwargs) for event in stored_events], kwargs.get("extra"))
        try:
            return self._writer.submit(job).result(_PATIENCE_SECONDS).positions
        except Stale as conflict:
            raise IntegrityError(str(conflict)) from conflict
        except Unavailable as failure:
            raise OperationalError(str(failure)) from failure

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        rows = self._rows(
            _SELECT_STREAM_DESC if desc else _SELECT_STREAM,
            {"log": self._log, "stream": originator_id, "gt": gt, "lte": lte, "limit": limit},
        )
        return [StoredEvent(*row) for row in rows]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        first = (start or 0) + (0 if inclusive_of_start else 1)
        rows = self._rows(
            _SELECT_LOG,
            {"log": self._log, "first": first, "stop": stop, "types": list(topics), "limit": limit},
        )
        return [Notification(*row) for row in rows]

    def max_notification_id(self) -> int | None:
        rows = self._rows("select position from es.head where log_id = %(log)s", {"log": self._log})
        return (rows[0][0] or None) if rows else None

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> LogSubscription:
        return LogSubscription(self, gt, topics)

    def _row(self, event: StoredEvent, envelope: dict[str, Any]) -> LogRow:
        account = envelope.get("account_id")
        if log_of(account, self._logs) != self._log:
            raise ValueError("This account's facts stand in another log.")
        now = datetime.now(UTC)
        stream = event.originator_id if isinstance(event.originator_id, UUID) else UUID(event.originator_id)
        given = {
            "account_id": account,
            "kind": event.topic.partition(".")[0],
            "entity_id": stream,
            "stream_id": stream,
            "stream_version": event.originator_version,
            "type": event.topic,
            "schema_version": 1,
            "event_id": uuid4(),
            "actor_kind": "system",
            "correlation_id": uuid4(),
            "request_id": uuid4(),
            "occurred_at": now,
            **{name: value for name, value in envelope.items() if name in LogRow._fields},
        }
        header = [given.get(name) for name in LogRow._fields if name not in ("log_id", "state", "leaf_hash")]
        whole = {
            **given,
            "log_id": self._log,
            "state": event.state,
            "leaf_hash": leaf_hash(header, event.state),
        }
        return LogRow(*(whole.get(name) for name in LogRow._fields))  # pyright: ignore[reportArgumentType]

    def _rows(self, statement: LiteralString, parameters: dict[str, Any]) -> list[tuple[Any, ...]]:
        try:
            with self._pool.connection() as connection:
                return connection.execute(statement, parameters).fetchall()
        except psycopg.OperationalError as failure:
            raise OperationalError(str(failure)) from failure


_STREAM = """
select stream_id, stream_version, type, state from es.event
where log_id = %(log)s and stream_id = %(stream)s
    and stream_version > coalesce(%(gt)s::integer, 0)
    and stream_version <= coalesce(%(lte)s::integer, 2147483647)
order by stream_version"""
_SELECT_STREAM: LiteralString = _STREAM + " limit %(limit)s"
_SELECT_STREAM_DESC: LiteralString = _STREAM + " desc limit %(limit)s"
_SELECT_LOG: LiteralString = """
select stream_id, stream_version, type, state, position from es.event
where log_id = %(log)s and position >= %(first)s
    and position <= coalesce(%(stop)s::bigint, 9223372036854775807)
    and (cardinality(%(types)s::text[]) = 0 or type = any(%(types)s::text[]))
order by position limit %(limit)s
"""
