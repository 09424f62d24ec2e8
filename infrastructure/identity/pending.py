"""Sign-ups with an unverified email address, stored encrypted for a day."""

from __future__ import annotations

from datetime import datetime

from psycopg_pool import AsyncConnectionPool

from application.identity.ports import PendingRegistration
from infrastructure.postgres import connection_of
from infrastructure.sealing import KeySealing

_KEEP = """
insert into identity.pending_registration (address, browser_hash, sealed, password_hash, expires_at)
values (%(index)s, %(browser)s, %(sealed)s, %(hash)s, %(expires_at)s)
on conflict (address, browser_hash) do update
set sealed = excluded.sealed, password_hash = excluded.password_hash, expires_at = excluded.expires_at
"""
_OF_BROWSER = """
select sealed, password_hash from identity.pending_registration
where address = %(index)s and browser_hash = %(browser)s and expires_at > %(now)s
"""
_ANY = "select from identity.pending_registration where address = %(index)s and expires_at > %(now)s limit 1"


class StoredRegistrations:
    """Implements `application.identity.ports.PendingRegistrations`."""

    def __init__(self, pool: AsyncConnectionPool, sealing: KeySealing) -> None:
        self._pool = pool
        self._sealing = sealing

    async def keep(
        self, index: str, browser_hash: str, pending: PendingRegistration, expires_at: datetime
    ) -> None:
        sealed = self._sealing.seal(_label(index, browser_hash), pending.name.encode())
        values = {
            "index": index,
            "browser": browser_hash,
            "sealed": sealed,
            "hash": pending.password_hash,
            "expires_at": expires_at,
        }
        async with connection_of(self._pool) as connection:
            await connection.execute(_KEEP, values)

    async def of_browser(self, index: str, browser_hash: str, now: datetime) -> PendingRegistration | None:
        values = {"index": index, "browser": browser_hash, "now": now}
        async with connection_of(self._pool) as connection:
            row = await (await connection.execute(_OF_BROWSER, values)).fetchone()
        if row is None:
            return None
        name = self._sealing.open(_label(index, browser_hash), row[0]).decode()
        return PendingRegistration(name, row[1])

    async def any_for(self, index: str, now: datetime) -> bool:
        async with connection_of(self._pool) as connection:
            found = await connection.execute(_ANY, {"index": index, "now": now})
            return await found.fetchone() is not None


def _label(index: str, browser_hash: str) -> str:
    return f"registration:{index}:{browser_hash}"
