"""The log as one account sees it, behind the recorder contract of the eventsourcing library.

That is the account's own events, and those without an account whose stream names it (`account_mentions`).
Both are found by indexes, so what other accounts write costs nothing here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, LiteralString
from uuid import UUID

import psycopg
from eventsourcing.persistence import Notification, StoredEvent

from infrastructure.event_store.batch import COLUMNS
from infrastructure.event_store.subscription import ListeningRecorder, LogSubscription
from infrastructure.postgres import REACHED
from infrastructure.rows.schema import place_name, schema_of
from projections.oversight import mentions

OPTIONS = "-c plan_cache_mode=force_generic_plan -c default_transaction_read_only=on -c TimeZone=UTC"
_OF_TOPICS = "and (cardinality(%(topics)s::text[]) = 0 or type = any(%(topics)s::text[]))"
OWN: LiteralString = f"""{COLUMNS}
and account_id = %(account)s and position > %(after)s and position <= %(until)s {_OF_TOPICS}
order by position limit %(limit)s
"""
NAMED: LiteralString = f"""{COLUMNS}
and position = any(%(positions)s::bigint[]) {_OF_TOPICS} order by position limit %(limit)s
"""
_MENTIONS: LiteralString = f"{schema_of(mentions.PROJECTION)}.{mentions.MENTIONS.name}"  # type: ignore[assignment] - names of our own
MENTIONING: LiteralString = f"""
select e.position from es.event as e
where e.log_id = %(log)s and e.account_id is null and e.position <= %(until)s and e.stream_id = any(array(
    select m.stream_id from {_MENTIONS} as m
    where m.account_id = %(account)s
))
"""  # noqa: S608 - names of our own
# Those that the mentions are behind by: they may name it or not.
_NOT_YET_KNOWN = """
select position from es.event
where log_id = %(log)s and account_id is null and position > %(known)s and position <= %(until)s
"""
_KNOWN = "select position from es.tracking where follower = %s and log_id = %s"
_STREAM = """
select stream_id, stream_version, type, state from es.event
where log_id = %(log)s and stream_id = %(stream)s and account_id = %(account)s
    and stream_version > coalesce(%(gt)s::integer, 0)
    and stream_version <= coalesce(%(lte)s::integer, 2147483647)
order by stream_version
"""
_HEAD = "select position from es.head where log_id = %(log)s"
_NEWEST = """
select position from es.event where log_id = %(log)s and account_id = %(account)s
order by position desc limit 1
"""


@dataclass(frozen=True)
class LogNotification(Notification):
    """With the whole row of the log, for `LogReader.decoded`."""

    row: tuple[Any, ...]


class AccountLog(ListeningRecorder):
    """For reading. Its connection belongs to it: use it as a context."""

    def __init__(self, url: str, account_id: UUID, *, log: int = 0) -> None:
        self.url = url
        self.account_id = account_id
        self._named: Mapping[str, Any] = {"log": log, "account": account_id}
        self._connection = psycopg.connect(
            url, autocommit=True, options=OPTIONS, application_name="coffer replay", **REACHED
        )
        self._mentioning: list[int] = []
        self._complete_to = 0

    def __enter__(self) -> AccountLog:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int]:
        raise TypeError("The log of one account is for reading.")

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        rows = self._rows(_STREAM, {"stream": originator_id, "gt": gt, "lte": lte})
        events = [StoredEvent(*row) for row in rows]
        return (events[::-1] if desc else events)[:limit]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[LogNotification]:
        after = (start or 0) - (1 if inclusive_of_start else 0)
        until = self._head() if stop is None else stop
        asked = {"after": after, "until": until, "limit": limit, "topics": list(topics)}
        own = self._rows(OWN, asked)
        end = own[-1][0] if len(own) == limit else until
        others = self._mentioning_between(after, end)
        # Of both together no more than the limit are wanted, so no more of either.
        named = self._rows(NAMED, {**asked, "positions": others}) if others else []
        rows = sorted((*own, *named), key=lambda row: row[0])[:limit]
        return [LogNotification(row[4], row[5], row[6], row[8], row[0], row) for row in rows]

    def max_notification_id(self) -> int | None:
        """The newest event of its own."""
        rows = self._rows(_NEWEST, {})
        return rows[0][0] if rows else None

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> LogSubscription:
        return LogSubscription(self, gt, topics)

    def _head(self) -> int:
        rows = self._rows(_HEAD, {})
        return rows[0][0] if rows else 0

    def _mentioning_between(self, after: int, until: int) -> list[int]:
        """Positions without an account that concern it, after one and up to another."""
        if until > self._complete_to:
            # What is known by now is known of all before: nothing is ever put into the past.
            head = self._head()
            row = self._connection.execute(
                _KNOWN, (place_name(mentions.PROJECTION), self._named["log"])
            ).fetchone()
            asked = {"until": head, "known": 0 if row is None else row[0]}
            found = (*self._rows(MENTIONING, asked), *self._rows(_NOT_YET_KNOWN, asked))
            self._mentioning, self._complete_to = sorted({position for (position,) in found}), head
        known = self._mentioning
        return known[bisect_right(known, after) : bisect_right(known, until)]

    def _rows(self, statement: LiteralString, parameters: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        with self._connection.cursor(binary=True) as cursor:
            return cursor.execute(statement, {**self._named, **parameters}, prepare=True).fetchall()
