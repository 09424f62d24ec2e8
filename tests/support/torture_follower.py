"""A follower process that is made to be killed: it counts how often each fact was taken in.

`python -m tests.support.torture_follower URL`.
"""

from __future__ import annotations

import sys
import threading
from typing import Any
from uuid import UUID

from domain.kernel import Decider, Event, Recorded
from infrastructure.event_store.follower import run_followers
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


if __name__ == "__main__":
    follow(sys.argv[1], threading.Event())
