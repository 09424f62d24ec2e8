"""Hashes of passwords and of mailed codes: Argon2id by a bounded number of processes, so that a crowd at the
door cannot take all memory."""

from __future__ import annotations

import asyncio
import math
import os
import sys
import unicodedata

from domain.errors import A_MOMENT, Unavailable
from infrastructure.identity.hash_queue import HashQueue
from infrastructure.identity.hasher import Hasher
from infrastructure.identity.throughput import Throughput

# What waits holds a request, its connection and its password.
_MOST_WAITING = 256
# Less than a request at the door may take in all (`api.http.deadlines`): who is not let in is told that
# nothing was done, which the deadline could not say.
_MOST_SECONDS = 12.0
_LONGEST_PAUSE = 60


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


class Argon2Passwords:
    """Implements `application.identity.ports.Passwords`. As many at once as there are cores; the others wait.

    The first of the processes keeps a share of a core, so that sign-ins work on a busy machine; the others
    use idle time only. Raises `Unavailable` when too many wait already, at the present pace for longer than
    `most_seconds`, and when a turn has not come by then: with the time after which the queue is over.
    """

    def __init__(
        self,
        *,
        at_once: int | None = None,
        most_waiting: int = _MOST_WAITING,
        most_seconds: float = _MOST_SECONDS,
        throughput: Throughput | None = None,
    ) -> None:
        self._hashers = [Hasher(rank) for rank in range(at_once or cores())]
        self._most_waiting = most_waiting
        self.most_seconds = most_seconds
        self._throughput = throughput or Throughput()
        self._queue = HashQueue(self._hashers, self._throughput)
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
        self._queue.close()
        for hasher in self._hashers:
            hasher.close()

    async def _in_turn(self, password: str, hashed: str = "") -> str:
        if self._is_crowded():
            raise self._crowded()
        self._waiting += 1
        limit = asyncio.timeout(self.most_seconds)
        turn = self._queue.join(_bytes(password), hashed.encode())
        try:
            async with limit:
                return await asyncio.wrap_future(turn.answer)
        except TimeoutError:
            if not limit.expired():
                raise
            raise self._crowded() from None
        finally:
            turn.given_up = True
            self._waiting -= 1

    def _is_crowded(self) -> bool:
        """Whoever has a process to themselves is always let in: else one slow hash would close the door, and
        nobody would find out that it is open again."""
        if self._waiting < len(self._hashers):
            return False
        too_long = self._throughput.expected(self._waiting + 1) > self.most_seconds
        return too_long or self._waiting >= self._most_waiting

    def _crowded(self) -> Unavailable:
        left = min(math.ceil(self._throughput.expected(self._waiting)), _LONGEST_PAUSE)
        return Unavailable(
            "Too many people are signing in right now. Try again in a moment.",
            reason="door_crowded",
            retry_after=max(left, A_MOMENT),
        )


def _bytes(password: str) -> bytes:
    """The same text typed on another keyboard is the same password."""
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
