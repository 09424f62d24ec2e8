"""Where read models stand: how far behind the log each is, since when, and whom it had to leave behind."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import psycopg

from infrastructure.rows.schema import place_name
from projections.kernel import Projection

_HEADS = "select log_id, position from es.head order by log_id"
_SHOWN = "select name, version from es.read_model"
_PLACES = "select follower, log_id, position from es.tracking"
_NEXT = "select recorded_at from es.event where log_id = %s and position = %s"
_PARKED = "select follower, account_id, position, error, parked_at from es.parked order by parked_at"
# One look into the index for each account, however many events it has.
_ACCOUNTS = """
with recursive found as (
    (select account_id from es.event where account_id is not null order by account_id limit 1)
    union all
    select (select e.account_id from es.event as e where e.account_id > f.account_id
            order by e.account_id limit 1)
    from found as f where f.account_id is not null
)
select account_id from found where account_id is not null
"""


class Left(NamedTuple):
    """An account that a read model had to leave behind, or the zero account for people."""

    account_id: UUID
    position: int
    error: str
    since: datetime


class Standing(NamedTuple):
    name: str
    version: int
    mode: str
    shown: int | None
    """The version that readers see."""
    position: int
    behind: int
    behind_since: datetime | None
    """When the first event that it has not applied was recorded."""
    left: tuple[Left, ...]

    @property
    def well(self) -> bool:
        return self.shown == self.version and not self.left


def standing_of(connection: psycopg.Connection, projections: Sequence[Projection]) -> list[Standing]:
    """In one snapshot; positions and distances are added up over the logs."""
    with connection.transaction():
        connection.execute("set transaction isolation level repeatable read, read only")
        heads: dict[int, int] = dict(connection.execute(_HEADS).fetchall())
        shown: dict[str, int] = dict(connection.execute(_SHOWN).fetchall())
        places = {(name, log): at for name, log, at in connection.execute(_PLACES).fetchall()}
        left: dict[str, list[Left]] = {}
        for follower, *rest in connection.execute(_PARKED).fetchall():
            left.setdefault(follower, []).append(Left(*rest))
        found: list[Standing] = []
        for projection in projections:
            place = place_name(projection)
            inline = projection.mode == "inline"
            at = {log: head if inline else places.get((place, log), 0) for log, head in heads.items()}
            waiting = [
                row[0]
                for log, head in heads.items()
                if at[log] < head and (row := connection.execute(_NEXT, (log, at[log] + 1)).fetchone())
            ]
            found.append(
                Standing(
                    projection.name,
                    projection.version,
                    projection.mode,
                    shown.get(projection.name),
                    sum(at.values()),
                    sum(heads.values()) - sum(at.values()),
                    min(waiting, default=None),
                    tuple(left.get(place, ())),
                )
            )
    return found


def accounts_in_the_log(connection: psycopg.Connection) -> list[UUID]:
    return [account_id for (account_id,) in connection.execute(_ACCOUNTS).fetchall()]
