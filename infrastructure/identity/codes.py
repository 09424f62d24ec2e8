"""One-time codes in PostgreSQL: six digits, used once, kept as a slow hash of a keyed hash.

Six digits are found in a moment by an attacker with their keyed hash and the key. Without the key nothing can
be tried at all, and with it every try takes as long as one of a password.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, LiteralString

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from application.identity.ports import CodeTry, FreshCode, Passwords
from application.ports import BlindIndex, RowChange
from domain.identity.security_log import CodePurpose
from infrastructure.postgres import ask, connection_of

LIFE = timedelta(seconds=300)

_TABLE = "identity.one_time_code"
_KEPT = "select code_hash from identity.one_time_code where purpose = %(purpose)s and address = %(index)s"
_TRY = """
select outcome, wrong_tries from identity.try_code(%(purpose)s, %(index)s, %(hash)s, %(now)s, %(uses_up)s)
"""


class StoredCodes:
    """Implements `application.identity.ports.Codes`."""

    def __init__(self, pool: AsyncConnectionPool, blind: BlindIndex, passwords: Passwords) -> None:
        self._pool = pool
        self._blind = blind
        self._passwords = passwords

    async def fresh(self, purpose: CodePurpose, index: str, now: datetime) -> FreshCode:
        code = f"{secrets.randbelow(1_000_000):06d}"
        kept = await self._passwords.hashed(self._keyed(purpose, index, code))
        values = {"code_hash": kept, "expires_at": now + LIFE, "tries": 0}
        return FreshCode(code, RowChange("put", _TABLE, {"purpose": purpose, "address": index}, values))

    async def use(self, purpose: CodePurpose, index: str, code: str, now: datetime) -> CodeTry:
        return await self._try(purpose, index, code, now, uses_up=True)

    async def look_at(self, purpose: CodePurpose, index: str, code: str, now: datetime) -> CodeTry:
        return await self._try(purpose, index, code, now, uses_up=False)

    async def _try(
        self, purpose: CodePurpose, index: str, code: str, now: datetime, *, uses_up: bool
    ) -> CodeTry:
        place = {"purpose": purpose, "index": index}
        row = await ask(self._pool, lambda connection: _row(connection, _KEPT, place))
        kept = None if row is None else row[0]
        # One hash whatever is there, and no connection is held meanwhile.
        right = await self._passwords.matches(self._keyed(purpose, index, code), kept)
        # What was compared has to be there still: another code has another salt. Nothing equals null.
        values = {**place, "hash": kept if right else None, "now": now, "uses_up": uses_up}
        # A try that did not get its turn was neither judged nor counted. One whose answer was lost may have
        # been counted, so it is not asked again.
        async with connection_of(self._pool) as connection:
            outcome, wrong_tries = await _row(connection, _TRY, values) or ("none", 0)
        return CodeTry(outcome, wrong_tries)

    def _keyed(self, purpose: str, index: str, code: str) -> str:
        return self._blind.token("code", f"{purpose}:{index}:{code}")


async def _row(
    connection: AsyncConnection, statement: LiteralString, values: Mapping[str, Any]
) -> tuple[Any, ...] | None:
    return await (await connection.execute(statement, values)).fetchone()
