"""One-time codes in PostgreSQL: six digits, kept as a keyed hash, used once."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from psycopg_pool import AsyncConnectionPool

from application.identity.ports import CodeTry
from application.ports import BlindIndex
from domain.identity.security_log import CodePurpose

LIFE = timedelta(seconds=300)

_ISSUE = """
insert into identity.one_time_code values (%(purpose)s, %(index)s, %(hash)s, %(expires_at)s, 0)
on conflict (purpose, address) do update
set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0
"""
_USE = "select outcome, wrong_tries from identity.use_code(%(purpose)s, %(index)s, %(hash)s, %(now)s)"


class StoredCodes:
    """Implements `application.identity.ports.Codes`."""

    def __init__(self, pool: AsyncConnectionPool, blind: BlindIndex) -> None:
        self._pool = pool
        self._blind = blind

    async def issue(self, purpose: CodePurpose, index: str, now: datetime) -> str:
        code = f"{secrets.randbelow(1_000_000):06d}"
        values = {
            "purpose": purpose,
            "index": index,
            "hash": self._hash(purpose, index, code),
            "expires_at": now + LIFE,
        }
        async with self._pool.connection() as connection:
            await connection.execute(_ISSUE, values)
        return code

    async def use(self, purpose: CodePurpose, index: str, code: str, now: datetime) -> CodeTry:
        values = {
            "purpose": purpose,
            "index": index,
            "hash": self._hash(purpose, index, code),
            "now": now,
        }
        async with self._pool.connection() as connection:
            row = await (await connection.execute(_USE, values)).fetchone()
        outcome, wrong_tries = row or ("none", 0)
        return CodeTry(outcome, wrong_tries)

    def _hash(self, purpose: str, index: str, code: str) -> str:
        return self._blind.token("code", f"{purpose}:{index}:{code}")
