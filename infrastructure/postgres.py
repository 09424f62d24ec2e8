"""Connections to PostgreSQL with the settings every part of the product wants."""

from __future__ import annotations

import msgspec
from psycopg import AsyncConnection
from psycopg.types.json import set_json_loads
from psycopg_pool import AsyncConnectionPool

# A read that takes longer is a fault and should not hold a connection; a plan made for one tenant
# does not fit the next.
_OPTIONS = " ".join(
    f"-c {setting}"
    for setting in (
        "statement_timeout=10s",
        "lock_timeout=3s",
        "idle_in_transaction_session_timeout=10s",
        "plan_cache_mode=force_custom_plan",
        "TimeZone=UTC",
    )
)


async def _configure(connection: AsyncConnection) -> None:
    # JSON that a read model keeps ready is passed on as it is, so it stays bytes.
    set_json_loads(msgspec.Raw, connection)


def open_pool(url: str, *, size: int, timeout: float = 5.0) -> AsyncConnectionPool:
    """A pool that connects when it is opened. Connections commit every statement by itself."""
    return AsyncConnectionPool(
        url,
        min_size=min(2, size),
        max_size=size,
        timeout=timeout,
        open=False,
        configure=_configure,
        kwargs={"autocommit": True, "options": _OPTIONS, "application_name": "coffer"},
    )
