"""Asks the parts how they are."""

from __future__ import annotations

import asyncio
import hmac
from typing import Literal

from redis.exceptions import RedisError

from api.composition.belonging import belonging_of
from api.composition.blobs import disk_of
from api.composition.foundation import Foundation
from api.http.health import CheckAll, Checks, Lag
from domain.errors import Refused
from infrastructure.heartbeat import Seen, look
from infrastructure.rows.schema import place_name
from infrastructure.secret_checks import LOG_KEY
from infrastructure.valkey import open_valkey
from projections.catalogue import PROJECTIONS

# The whole answer comes within two seconds, also when a part hangs.
TIMEOUT = 1.5

# A checkpoint follows a write within a second; a process that took over has some to make up for.
UNSEALED_SECONDS = 60.0

_LAG = """
select t.follower, (h.position - t.position)::bigint,
    (select count(*) from es.parked as p where p.follower = t.follower)
from es.tracking as t join es.head as h using (log_id) order by 1
"""
# The first event of a log that no tree has taken: since when, or no event at all where the log has a gap.
_UNSEALED = """
select exists (
    select from es.head as h left join seal.tree as t using (log_id)
    left join es.event as e on e.log_id = h.log_id and e.position = coalesce(t.size, 0) + 1
    where h.position > coalesce(t.size, 0)
    and (e.position is null or e.recorded_at < now() - make_interval(secs => %(grace)s))
)
"""
_DAMAGE = "select 1 from keeping.damage limit 1"


_NEWEST = {projection.name: place_name(projection) for projection in PROJECTIONS}


def _is_of_before(follower: str) -> bool:
    """Whether nobody keeps it up any more: an older version of a read model."""
    name, _, version = follower.rpartition("_")
    return version.isdecimal() and _NEWEST.get(name, follower) != follower


def _history(held: bytes | None, kept: bytes | None) -> Literal["ok", "foreign", "unchecked"]:
    """`unchecked` for a key that no process has reported, or that the database has no check value of."""
    if held is None or kept is None:
        return "unchecked"
    return "ok" if hmac.compare_digest(held, kept) else "foreign"


def checks_of(base: Foundation) -> CheckAll:
    """The checks of `/health`. Of mail it is said what came of the last message, and of the processes without
    a port whether they gave a sign of life lately."""
    cache = open_valkey(base.settings.redis_url)

    disk = disk_of(base.settings)
    belongs = belonging_of(base, TIMEOUT)

    async def store() -> tuple[Literal["ok", "down"], list[Lag]]:
        try:
            async with asyncio.timeout(TIMEOUT):
                rows = await base.reader.all(_LAG)
        except (Refused, TimeoutError):
            return "down", []
        return "ok", [Lag(name, lag, parked) for name, lag, parked in rows if not _is_of_before(name)]

    async def data() -> Literal["ok", "damaged"]:
        try:
            found = await asyncio.wait_for(base.reader.one(_DAMAGE), TIMEOUT)
        except (Refused, TimeoutError):
            return "ok"  # of a store that is down nobody knows more
        return "ok" if found is None else "damaged"

    async def sealing() -> Literal["ok", "stopped", "unchecked"]:
        try:
            found = await asyncio.wait_for(base.reader.one(_UNSEALED, {"grace": UNSEALED_SECONDS}), TIMEOUT)
        except (Refused, TimeoutError):
            return "unchecked"
        return "stopped" if found and found[0] else "ok"

    async def valkey() -> Seen | None:
        try:
            async with asyncio.timeout(TIMEOUT):
                return await look(cache)
        except (RedisError, OSError, TimeoutError):
            return None

    async def room() -> Literal["ok", "low", "full", "unchecked"]:
        try:
            # A network's folder may hang.
            return await asyncio.wait_for(asyncio.to_thread(disk.state), TIMEOUT)
        except (OSError, TimeoutError):
            return "unchecked"

    async def check() -> Checks:
        (store_state, lags), seen, kept, own, space, sealed = await asyncio.gather(
            store(), valkey(), data(), belongs(), room(), sealing()
        )
        history = _history(None if seen is None else seen.log_key, own.log_key)
        return Checks(
            store=store_state,
            read_models=lags,
            cache="down" if seen is None else "ok",
            mail="unchecked" if seen is None else seen.mail,
            worker="unchecked" if seen is None else seen.parts["worker"],
            followers="unchecked" if seen is None else seen.parts["followers"],
            data=kept,
            disk=space,
            secrets=own.secrets,
            foreign_secrets=[*own.foreign, *([LOG_KEY] if history == "foreign" else [])],
            history=history,
            sealing=sealed,
            version=own.version,
        )

    return check
