"""Who follows the log: one session at a time, by a lock that ends with it."""

from __future__ import annotations

import time

import psycopg

# The session that holds this lock follows the log; the others wait for it to end.
LEADER = 0x636F6666_666F6C
_ASK_EVERY_SECONDS = 0.2
_WAITED_FOR = """
select from pg_locks
where locktype = 'advisory' and objsubid = 1 and not granted
    and classid::bigint = %s and objid::bigint = %s
    and database = (select oid from pg_database where datname = current_database()) limit 1
"""


def lead_if_nobody_does(connection: psycopg.Connection) -> bool:
    row = connection.execute("select pg_try_advisory_lock(%s)", (LEADER,)).fetchone()
    return row is not None and bool(row[0])


def lead_instead(connection: psycopg.Connection) -> None:
    """Ask whoever leads to give up the lead, and wait for it; within the `lock_timeout` of the session."""
    connection.execute("select pg_advisory_lock(%s)", (LEADER,))


class Leadership:
    """Of the session that leads. Those who would lead after it only try; so whoever waits wants it now."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self._connection = connection
        self._due = 0.0
        self._wanted = False

    def is_wanted(self) -> bool:
        """Whether somebody else waits to lead: a look at the locks, five times a second at most."""
        now = time.monotonic()
        if not self._wanted and now >= self._due:
            self._due = now + _ASK_EVERY_SECONDS
            places = (LEADER >> 32, LEADER & 0xFFFFFFFF)
            self._wanted = self._connection.execute(_WAITED_FOR, places, prepare=True).fetchone() is not None
        return self._wanted
