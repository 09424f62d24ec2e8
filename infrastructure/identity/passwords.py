"""Password hashes: Argon2id in a bounded pool, so that a crowd at the door cannot take all memory."""

from __future__ import annotations

import asyncio
import unicodedata
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import Type

# architecture.md section 5.8: 19 MiB, two passes.
_MEMORY_KIB = 19 * 1024
_PASSES = 2


class Argon2Passwords:
    """Implements `application.identity.ports.Passwords`."""

    def __init__(self, *, at_once: int = 2) -> None:
        self._hasher = PasswordHasher(
            time_cost=_PASSES, memory_cost=_MEMORY_KIB, parallelism=1, hash_len=32, type=Type.ID
        )
        self._pool = ThreadPoolExecutor(at_once, thread_name_prefix="password")
        # Of nobody: compared with when there is no hash, so that the answer takes as long.
        self._decoy = self._hasher.hash("a password that nobody has")

    async def hashed(self, password: str) -> str:
        return await asyncio.get_running_loop().run_in_executor(self._pool, self._hash, password)

    async def matches(self, password: str, hashed: str | None) -> bool:
        loop = asyncio.get_running_loop()
        right = await loop.run_in_executor(self._pool, self._verify, password, hashed or self._decoy)
        return right and hashed is not None

    def close(self) -> None:
        self._pool.shutdown()

    def _hash(self, password: str) -> str:
        return self._hasher.hash(_bytes(password))

    def _verify(self, password: str, hashed: str) -> bool:
        try:
            return self._hasher.verify(hashed, _bytes(password))
        except (VerificationError, InvalidHashError):
            return False


def _bytes(password: str) -> bytes:
    """The same text typed on another keyboard is the same password."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
