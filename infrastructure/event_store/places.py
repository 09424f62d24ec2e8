"""Where each follower stands in each log, and which accounts it had to leave behind."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

import psycopg
from eventsourcing.persistence import IntegrityError, Tracking, TrackingRecorder

from infrastructure.event_store.epoch import EPOCH
from infrastructure.event_store.jobs import NOBODY

_MOVE = """
update es.tracking as t set position = %s
where t.log_id = %s and t.follower = any(%s) and t.position = %s
    and not exists (select from es.head as h where h.oldest_epoch > %s)
returning t.follower
"""
# The setting holds to the end of the transaction, which is that of this statement.
_MOVE_FOR_NOW = """
update es.tracking as t set position = %s from set_config('synchronous_commit', 'off', true)
where t.log_id = %s and t.follower = any(%s) and t.position = %s
    and not exists (select from es.head as h where h.oldest_epoch > %s)
returning t.follower
"""


class Overtaken(Exception):
    """Another process moved a follower: this one is no longer the leader."""


class Outdated(Overtaken):
    """The data was migrated to what this code would misread."""


class Places(TrackingRecorder):
    """The tracking rows, read once and moved in the transaction of the rows they speak of."""

    def __init__(self, connection: psycopg.Connection, names: Collection[str], epoch: int = EPOCH) -> None:
        self._connection = connection
        self._epoch = epoch
        self._names = list(names)
        self.positions: dict[int, dict[str, int]] = {}
        self.parked: dict[tuple[str, int], set[UUID]] = {}

    def prove_epoch(self) -> None:
        """Raise `Outdated` when the data was migrated to what code of this epoch would misread."""
        row = self._connection.execute("select max(oldest_epoch) from es.head", prepare=True).fetchone()
        if row is not None and row[0] is not None and row[0] > self._epoch:
            raise Outdated

    def start_at_end(self, names: Collection[str]) -> None:
        """Give followers that have no place yet one at the end of every log."""
        self._connection.execute(
            "insert into es.tracking select name, log_id, position "
            "from es.head, unnest(%s::text[]) as name on conflict do nothing",
            (list(names),),
        )

    def read(self) -> None:
        rows = self._connection.execute(
            "select log_id, follower, position from es.tracking where follower = any(%s)", (self._names,)
        ).fetchall()
        self.positions = {log: {} for log, _, _ in rows}
        for log, name, position in rows:
            self.positions[log][name] = position
        self.read_parked()

    def read_parked(self) -> None:
        self.parked = {}
        for name, log, account in self._connection.execute(
            "select follower, log_id, account_id from es.parked"
        ).fetchall():
            self.parked.setdefault((name, log), set()).add(account)

    def is_parked(self, name: str, log: int, account_id: UUID | None) -> bool:
        return (account_id or NOBODY) in self.parked.get((name, log), ())

    def move(
        self, log: int, names: Collection[str], before: int, after: int, *, lasting: bool = True
    ) -> None:
        """Move followers that stand at the same place; call `moved` when the transaction has committed.
        Its commit does not wait for the disk when that is not to be `lasting`."""
        moved = self._connection.execute(
            _MOVE if lasting else _MOVE_FOR_NOW, (after, log, list(names), before, self._epoch), prepare=True
        ).fetchall()
        if len(moved) != len(names):
            self.prove_epoch()
            raise Overtaken(", ".join(names))

    def insert_tracking(self, tracking: Tracking) -> None:
        """Move one follower forward, as the library asks for it."""
        moved = self._connection.execute(
            "update es.tracking set position = %(to)s "
            "where log_id = 0 and follower = %(name)s and position < %(to)s",
            {"to": tracking.notification_id, "name": tracking.application_name},
        ).rowcount
        if not moved:
            raise IntegrityError(f"{tracking.application_name} is at {tracking.notification_id} or beyond.")

    def max_tracking_id(self, application_name: str) -> int | None:
        row = self._connection.execute(
            "select position from es.tracking where log_id = 0 and follower = %s", (application_name,)
        ).fetchone()
        return None if row is None else row[0]

    def moved(self, log: int, names: Collection[str], after: int) -> None:
        self.positions[log].update(dict.fromkeys(names, after))

    def park(self, name: str, log: int, account_id: UUID | None, position: int, error: str) -> None:
        self._connection.execute(
            "insert into es.parked (follower, log_id, account_id, position, error) "
            "values (%s, %s, %s, %s, %s) on conflict do nothing",
            (name, log, account_id or NOBODY, position, error[:2_000]),
        )
        self.parked.setdefault((name, log), set()).add(account_id or NOBODY)
