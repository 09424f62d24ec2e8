"""Which generations of the product are at work on a database: each process holds a lock that names its own.

A generation is the set of read models with their versions. The lock ends with the connection that took it,
so a process that was killed is not taken for one that is alive.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import LiteralString

import psycopg

from infrastructure.rows.schema import place_name
from projections.catalogue import PROJECTIONS
from projections.kernel import Projection

_CLASS = 0x636F6667
AT_WORK: LiteralString = "select pg_advisory_lock_shared(%s, %s)"
"""Takes what `at_work` gives."""
_OTHERS = """
select from pg_locks
where locktype = 'advisory' and objsubid = 2 and classid::bigint = %s and objid::bigint <> %s
    and database = (select oid from pg_database where datname = current_database()) limit 1
"""


def generation_of(projections: Iterable[Projection]) -> int:
    """A number from 0 up to 2^31."""
    named = "\n".join(sorted(map(place_name, projections)))
    return int.from_bytes(sha256(named.encode()).digest()[:4], "big") >> 1


THIS = generation_of(PROJECTIONS)


def at_work(generation: int = THIS) -> tuple[int, int]:
    return _CLASS, generation


def others_at_work(connection: psycopg.Connection, generation: int) -> bool:
    """Whether a process of another generation is alive, an older one or a newer one."""
    return connection.execute(_OTHERS, (_CLASS, generation)).fetchone() is not None
