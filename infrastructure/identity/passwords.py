"""Hashes of passwords and of mailed codes: Argon2id by a bounded number of processes, so that a crowd at the
door cannot take all memory."""

from __future__ import annotations

import asyncio
import os
import sys
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from queue import PriorityQueue

from domain.errors import Unavailable
from infrastructure.identity.hasher import Hasher

# Who comes after so many would wait for longer than anybody does.
_MOST_WAITING = 256


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


class Argon2Passwords:
    """Implements `application.identity.ports.Passwords`. As many at once as there are cores; the others wait.

    The first of the processes keeps a share of a core, so that sign-ins work on a busy machine; the others
    use idle time only. Raises `Unavailable` when too many wait already.
    """

    def __init__(self, *, at_once: int | None = None, most_waiting: int = _MOST_WAITING) -> None:
        self._hashers = [Hasher(rank) for rank in range(at_once or cores())]
        self._free: PriorityQueue[Hasher] = PriorityQueue()
        for hasher in self._hashers:
            self._free.put(hasher)
        # Its threads only wait for a process to answer.
        self._pool = ThreadPoolExecutor(len(self._hashers), thread_name_prefix="password")
        self._most_waiting = most_waiting
        self._waiting = 0

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes that were started so far."""
        return tuple(hasher.pid for hasher in self._hashers if hasher.pid is not None)

    async def hashed(self, password: str) -> str:
        return await self._in_turn(password)

    async def matches(self, password: str, hashed: str | None) -> bool:
        # Where there is nothing to compare with a new hash is made, which takes as long.
        return await self._in_turn(password, hashed or "") == "yes"

    def close(self) -> None:
        self._pool.shutdown()
        for hasher in self._hashers:
            hasher.close()

    async def _in_turn(self, password: str, hashed: str = "") -> str:
        if self._waiting >= self._most_waiting:
            raise Unavailable(
                "Too many people are signing in right now. Try again in a moment.", reason="door_crowded"
            )
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, self._ask, _bytes(password), hashed.encode())
        finally:
            self._waiting -= 1

    def _ask(self, password: bytes, hashed: bytes) -> str:
        hasher = self._free.get()
        try:
            return hasher.ask(password, hashed)
        finally:
            self._free.put(hasher)


def _bytes(password: str) -> bytes:
    """The same text typed on another keyboard is the same password."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
