"""One-time codes in PostgreSQL: six digits, kept as a keyed hash, used once."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from psycopg_pool import AsyncConnectionPool

from application.identity.ports import CodeTry, FreshCode
from application.ports import BlindIndex, RowChange
from domain.identity.security_log import CodePurpose

LIFE = timedelta(seconds=300)

_TABLE = "identity.one_time_code"
_TRY = """
select outcome, wrong_tries from identity.try_code(%(purpose)s, %(index)s, %(hash)s, %(now)s, %(uses_up)s)
"""


class StoredCodes:
    """Implements `application.identity.ports.Codes`."""

    def __init__(self, pool: AsyncConnectionPool, blind: BlindIndex) -> None:
        self._pool = pool
        self._blind = blind

    def fresh(self, purpose: CodePurpose, index: str, now: datetime) -> FreshCode:
        code = f"{secrets.randbelow(1_000_000):06d}"
        values = {"code_hash": self._hash(purpose, index, code), "expires_at": now + LIFE, "tries": 0}
        return FreshCode(code, RowChange("put", _TABLE, {"purpose": purpose, "address": index}, values))

    async def use(self, purpose: CodePurpose, index: str, code: str, now: datetime) -> CodeTry:
        return await self._try(purpose, index, code, now, uses_up=True)

    async def look_at(self, purpose: CodePurpose, index: str, code: str, now: datetime) -> CodeTry:
        return await self._try(purpose, index, code, now, uses_up=False)

    async def _try(
        self, purpose: CodePurpose, index: str, code: str, now: datetime, *, uses_up: bool
    ) -> CodeTry:
        values = {
            "purpose": purpose,
            "index": index,
            "hash": self._hash(purpose, index, code),
            "now": now,
            "uses_up": uses_up,
        }
        async with self._pool.connection() as connection:
            row = await (await connection.execute(_TRY, values)).fetchone()
        outcome, wrong_tries = row or ("none", 0)
        return CodeTry(outcome, wrong_tries)

    def _hash(self, purpose: str, index: str, code: str) -> str:
        return self._blind.token("code", f"{purpose}:{index}:{code}")
