"""Dropping the versions of read models that came before the ones shown."""

from __future__ import annotations

from collections.abc import Sequence

import psycopg
import structlog

from infrastructure.collecting import no_backup_runs
from infrastructure.event_store.generations import generation_of, others_at_work
from projections.kernel import Projection

log = structlog.get_logger("coffer.followers")


def drop_former(connection: psycopg.Connection, projections: Sequence[Projection]) -> list[str]:
    """Drop former versions with their places, if nobody can want them any more; the answer names them.

    That is so when readers see every read model in the version of this process, and every process that is
    alive has the same ones: then a rolling restart is over. A backup that copies them is not disturbed, and
    neither is a reader: it is tried again another time.
    """
    shown = dict(connection.execute("select name, version from es.read_model").fetchall())
    if any(shown.get(projection.name) != projection.version for projection in projections):
        return []
    if others_at_work(connection, generation_of(projections)):
        return []
    try:
        with connection.transaction():
            if not no_backup_runs(connection):
                return []
            connection.execute("set local lock_timeout = '500ms'")
            dropped = [name for (name,) in connection.execute("select es.drop_former()").fetchall()]
    except (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected):
        return []
    for name in dropped:
        log.info("former read model dropped", name=name)
    return dropped
