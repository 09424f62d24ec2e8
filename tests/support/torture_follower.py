"""A follower process that is made to be killed: it counts how often each fact was taken in.

`python -m tests.support.torture_follower URL DEATHS` follows in a child that dies, without a word, wherever
rows and the place in the log could come apart, and is followed by the next one. DEATHS gets a line for each.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
from pathlib import Path
from typing import Any
from uuid import UUID

from domain.kernel import Decider, Event, Recorded
from infrastructure.event_store import follower
from infrastructure.event_store.follower import FollowingConnection, run_followers
from infrastructure.event_store.registry import EventRegistry
from infrastructure.personal_data.keys import KeyWrapping
from projections.kernel import Projection, Rows, Table


class BlowStruck(Event, frozen=True, tag="blow.struck"):
    id: UUID


BLOW: Decider[Any, Any, Any] = Decider("blow", (BlowStruck,), lambda *_: [], lambda state, _: state)
TAKEN = Table("taken", {"id": "uuid not null", "position": "bigint not null", "times": "integer not null"})


def apply(rows: Rows, fact: Recorded) -> None:
    assert isinstance(fact.event, BlowStruck)
    row = rows.get(TAKEN, fact.event.id)
    times = 1 if row is None else row["times"] + 1
    rows.put(TAKEN, fact.event.id, position=fact.position, times=times)


TAKING = Projection("taken", 1, (TAKEN,), apply)


def follow(url: str, stop: threading.Event) -> None:
    run_followers(url, EventRegistry((BLOW,)), KeyWrapping(b"k" * 32), [TAKING], stop=stop)


class Frail(FollowingConnection):
    """Whoever works on it may die before and after every move of a place, and seldom anywhere else."""

    def execute(self, query: Any, *args: Any, **kwargs: Any) -> Any:
        often = "update es.tracking" in str(query)
        _die(0.3 if often else 0.0002)
        answer = super().execute(query, *args, **kwargs)
        _die(0.3 if often else 0.0002)
        return answer


def _die(chance: float) -> None:
    # A child whose parent was killed must not follow on beside the next one.
    if random.random() < chance or os.getppid() != _PARENT:
        os.kill(os.getpid(), signal.SIGKILL)


def main(url: str, deaths: Path) -> None:
    global _PARENT
    _PARENT = os.getpid()
    follower.FollowingConnection = Frail
    while True:
        child = os.fork()
        if child == 0:
            random.seed()
            follow(url, threading.Event())
        os.waitpid(child, 0)
        with deaths.open("a") as noted:
            noted.write(f"{child}\n")


_PARENT = 0

if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
