"""Which position of the log was reached at a moment."""

from __future__ import annotations

from datetime import datetime

import psycopg

_RECORDED = "select recorded_at from es.event where log_id = %s and position = %s"
_HEAD = "select position from es.head where log_id = %s"


def position_at(connection: psycopg.Connection, moment: datetime, log: int = 0) -> int:
    """The last position that was recorded at a moment or before it; 0 when there is none.

    Positions are given out in the order in which they are recorded, so it is searched by halves.
    """
    row = connection.execute(_HEAD, (log,)).fetchone()
    low, high = 0, 0 if row is None else row[0]
    while low < high:
        middle = (low + high + 1) // 2
        recorded = connection.execute(_RECORDED, (log, middle), prepare=True).fetchone()
        if recorded is None:
            raise LookupError(f"Log {log} has no event at position {middle}.")
        if recorded[0] <= moment:
            low = middle
        else:
            high = middle - 1
    return low


def recorded_at(connection: psycopg.Connection, position: int, log: int = 0) -> datetime | None:
    """When the event at a position was recorded; None for what is no position."""
    row = connection.execute(_RECORDED, (log, position)).fetchone()
    return None if row is None else row[0]
