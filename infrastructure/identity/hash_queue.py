"""Which hasher works on which hash: first come, first served."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from infrastructure.identity.hasher import Hasher
from infrastructure.identity.throughput import Throughput

# A hash is some hundredths of a second, also beside a crowd. Who has waited for one that long waits for a
# machine that has no idle time.
_PATIENCE_SECONDS = 1.0


@dataclass(eq=False)
class Turn:
    """One hash that a request waits for. `given_up` once the request has ended."""

    password: bytes
    hashed: bytes
    answer: Future[str] = field(default_factory=Future[str])
    given_up: bool = False


class HashQueue:
    """A thread for each hasher, which only waits for its process.

    All but the first use idle time only, and on a busy machine there is none. So whoever has been at one of
    them for longer than usual is next at the first as well, which has a share of its own: the sooner answer
    counts.
    """

    def __init__(
        self, hashers: Sequence[Hasher], throughput: Throughput, *, patience: float = _PATIENCE_SECONDS
    ) -> None:
        self._hashers = hashers
        self._throughput = throughput
        self._patience = patience
        self._waiting: deque[Turn] = deque()
        self._changed = threading.Condition()
        self._first_works = False
        # Since when each turn is at a hasher without a share, the oldest first.
        self._begun: dict[Turn, float] = {}
        self._threads: list[threading.Thread] = []
        self._closing = False

    def join(self, password: bytes, hashed: bytes) -> Turn:
        turn = Turn(password, hashed)
        with self._changed:
            if not self._threads:
                self._start()
            self._waiting.append(turn)
            self._changed.notify_all()
        return turn

    def close(self) -> None:
        """Work off what waits, and end."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _start(self) -> None:
        for hasher in self._hashers:
            thread = threading.Thread(target=self._work, args=(hasher,), name="password", daemon=True)
            self._threads.append(thread)
            thread.start()

    def _work(self, hasher: Hasher) -> None:
        while (turn := self._next(hasher.rank)) is not None:
            # The first answer of a process is late by its start.
            is_warm = hasher.pid is not None
            self._throughput.begin(hasher.rank)
            try:
                answer = hasher.ask(turn.password, turn.hashed)
            except Exception as failure:  # whoever waits hears of it
                answer = failure
            self._throughput.end(hasher.rank, counts=is_warm)
            self._end(hasher.rank, turn, answer)

    def _next(self, rank: int) -> Turn | None:
        with self._changed:
            while True:
                turn = self._for_the_first() if rank == 0 else self._for_another()
                if turn is not None:
                    self._changed.notify_all()
                    return turn
                if self._closing:
                    return None
                self._changed.wait(self._until_late() if rank == 0 else None)

    def _for_the_first(self) -> Turn | None:
        turn = self._late() or self._popped()
        self._first_works = turn is not None
        return turn

    def _for_another(self) -> Turn | None:
        """A hash goes to idle time only while the first hasher works."""
        turn = self._popped() if self._first_works else None
        if turn is not None:
            self._begun[turn] = time.monotonic()
        return turn

    def _popped(self) -> Turn | None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.given_up and turn.answer.set_running_or_notify_cancel():
                return turn
        return None

    def _late(self) -> Turn | None:
        for turn, since in tuple(self._begun.items()):
            if time.monotonic() - since < self._patience:
                return None
            del self._begun[turn]
            if not turn.given_up:
                return turn
        return None

    def _until_late(self) -> float | None:
        since = next(iter(self._begun.values()), None)
        return None if since is None else max(0.0, since + self._patience - time.monotonic())

    def _end(self, rank: int, turn: Turn, answer: str | Exception) -> None:
        with self._changed:
            self._begun.pop(turn, None)
            if rank == 0:
                self._first_works = False
            if turn.answer.done():
                return
            if isinstance(answer, Exception):
                turn.answer.set_exception(answer)
            else:
                turn.answer.set_result(answer)
