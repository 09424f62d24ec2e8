"""The kept state of long streams. A snapshot of another shape is as good as none."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from psycopg_pool import AsyncConnectionPool

from domain.kernel import Decider
from infrastructure.postgres import connection_of

# A slower task must not put an older state over a newer one.
_KEEP = """
insert into es.snapshot as s (log_id, stream_id, stream_version, shape, state) values (%s, %s, %s, %s, %s)
on conflict (log_id, stream_id) do update
set stream_version = excluded.stream_version, shape = excluded.shape, state = excluded.state
where s.shape < excluded.shape or (s.shape = excluded.shape and s.stream_version < excluded.stream_version)
"""


class Snapshots:
    def __init__(self, pool: AsyncConnectionPool) -> None:
        self._pool = pool

    async def keep(
        self, decider: Decider[Any, Any, Any], log: int, stream: UUID, version: int, state: Any
    ) -> None:
        if state is None:
            return
        encoded = msgspec.json.encode(state)
        async with connection_of(self._pool) as connection:
            await connection.execute(_KEEP, (log, stream, version, decider.snapshot_version, encoded))
