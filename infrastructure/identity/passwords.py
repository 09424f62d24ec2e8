"""Password hashes: Argon2id in a bounded pool, so that a crowd at the door cannot take all memory."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import Type

from domain.errors import Unavailable

T = TypeVar("T")

# architecture.md section 5.8: 19 MiB, two passes.
_MEMORY_KIB = 19 * 1024
_PASSES = 2


# Who comes after so many would wait for longer than anybody does.
_MOST_WAITING = 256
# One tenth of a core where others want it too, and all of it where nobody does.
_NICENESS = 10


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


class Argon2Passwords:
    """Implements `application.identity.ports.Passwords`. As many at once as there are cores; the others wait.

    Raises `Unavailable` when too many wait already.
    """

    def __init__(self, *, at_once: int | None = None, most_waiting: int = _MOST_WAITING) -> None:
        self._hasher = PasswordHasher(
            time_cost=_PASSES, memory_cost=_MEMORY_KIB, parallelism=1, hash_len=32, type=Type.ID
        )
        self._pool = ThreadPoolExecutor(
            at_once or cores(), thread_name_prefix="password", initializer=_step_back
        )
        self._most_waiting = most_waiting
        self._waiting = 0
        # Of nobody: compared with when there is no hash, so that the answer takes as long.
        self._decoy = self._hasher.hash("a password that nobody has")

    async def hashed(self, password: str) -> str:
        return await self._in_turn(self._hash, password)

    async def matches(self, password: str, hashed: str | None) -> bool:
        right = await self._in_turn(self._verify, password, hashed or self._decoy)
        return right and hashed is not None

    def close(self) -> None:
        self._pool.shutdown()

    async def _in_turn(self, work: Callable[..., T], *given: str) -> T:
        if self._waiting >= self._most_waiting:
            raise Unavailable(
                "Too many people are signing in right now. Try again in a moment.", reason="door_crowded"
            )
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work, *given)
        finally:
            self._waiting -= 1

    def _hash(self, password: str) -> str:
        return self._hasher.hash(_bytes(password))

    def _verify(self, password: str, hashed: str) -> bool:
        try:
            return self._hasher.verify(hashed, _bytes(password))
        except (VerificationError, InvalidHashError):
            return False


def _step_back() -> None:
    """Let everything else go first: whoever signs in waits for a hash anyway, others wait for nothing.

    Linux gives a single thread a priority of its own; elsewhere it would be the whole process's.
    """
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


def _bytes(password: str) -> bytes:
    """The same text typed on another keyboard is the same password."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
