"""Asks the parts how they are."""

from __future__ import annotations

import asyncio
from typing import Literal

from redis.exceptions import RedisError

from api.composition.belonging import belonging_of
from api.composition.blobs import disk_of
from api.composition.foundation import Foundation
from api.http.health import CheckAll, Checks, Lag
from domain.errors import Refused
from infrastructure.valkey import open_valkey

# The whole answer comes within two seconds, also when a part hangs.
TIMEOUT = 1.5

_LAG = """
select t.follower, (h.position - t.position)::bigint,
    (select count(*) from es.parked as p where p.follower = t.follower)
from es.tracking as t join es.head as h using (log_id) order by 1
"""
_DAMAGE = "select 1 from keeping.damage limit 1"


def checks_of(base: Foundation) -> CheckAll:
    """The checks of `/health`. Mail is not asked on every call: its queue retries by itself."""
    cache = open_valkey(base.settings.redis_url)

    disk = disk_of(base.settings)
    belongs = belonging_of(base, TIMEOUT)

    async def store() -> tuple[Literal["ok", "down"], list[Lag]]:
        try:
            async with asyncio.timeout(TIMEOUT):
                rows = await base.reader.all(_LAG)
        except (Refused, TimeoutError):
            return "down", []
        return "ok", [Lag(name, lag, parked) for name, lag, parked in rows]

    async def data() -> Literal["ok", "damaged"]:
        try:
            found = await asyncio.wait_for(base.reader.one(_DAMAGE), TIMEOUT)
        except (Refused, TimeoutError):
            return "ok"  # of a store that is down nobody knows more
        return "ok" if found is None else "damaged"

    async def valkey() -> Literal["ok", "down"]:
        try:
            async with asyncio.timeout(TIMEOUT):
                await cache.execute_command("PING")  # pyright: ignore[reportUnknownMemberType]
        except (RedisError, OSError, TimeoutError):
            return "down"
        return "ok"

    async def check() -> Checks:
        (store_state, lags), cache_state, kept, own = await asyncio.gather(
            store(), valkey(), data(), belongs()
        )
        return Checks(
            store_state, lags, cache_state, "unchecked", kept, disk.state(), own.secrets, own.version
        )

    return check
