"""How long a queue will take, by what those who work it off took lately."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

# How much the newest time counts beside those before it: a machine that gets busy is noticed within a few.
_NEWEST = 0.25


@dataclass
class Throughput:
    """Each worker, by its number, says when it begins and ends a piece of work. Threads may say so."""

    clock: Callable[[], float] = time.monotonic
    _since: dict[int, float] = field(default_factory=dict[int, float], init=False)
    _took: dict[int, float] = field(default_factory=dict[int, float], init=False)

    def begin(self, worker: int) -> None:
        self._since[worker] = self.clock()

    def end(self, worker: int, *, counts: bool = True) -> None:
        """`counts` is False for a piece that says nothing of the next one."""
        took = self.clock() - self._since.pop(worker)
        if counts:
            before = self._took.get(worker, took)
            self._took[worker] = before + _NEWEST * (took - before)

    def expected(self, waiting: int) -> float:
        """Seconds until so many pieces are done; 0 where nothing is known of any worker. One that has been at
        its piece for longer than usual is as slow as that."""
        now, a_second = self.clock(), 0.0
        for worker, took in tuple(self._took.items()):
            lasts = now - self._since.get(worker, now)
            a_second += 1 / max(took, lasts, 1e-6)
        return waiting / a_second if a_second else 0.0
