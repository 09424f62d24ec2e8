"""A process of writers that is made to be killed: it notes every answer before it goes on.

`python -m tests.support.torture URL NOTES SEED LOGS`: four writers append through the recorder of the
library's contract, some singly, some several facts at once, on streams they share with others, until killed.
"""

from __future__ import annotations

import os
import random
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from uuid import UUID, uuid4, uuid5

from eventsourcing.persistence import IntegrityError, OperationalError, StoredEvent

from domain.errors import LimitReached
from infrastructure.event_store.jobs import log_of
from infrastructure.event_store.notifier import EVENTS, Notifier
from infrastructure.event_store.recorder import LogRecorder
from infrastructure.event_store.writer import GroupCommit

SHARED = [uuid5(UUID(int=7), str(number)) for number in range(6)]
TOPIC = "blow.struck"


def main(url: str, notes: Path, seed: int, logs: int) -> None:
    notifier = Notifier(url, EVENTS)
    writer = GroupCommit(url, notifier.tell)
    recorders = [LogRecorder(url, writer, logs=logs, log=log) for log in range(logs)]
    notifier.start()
    writer.start()
    for recorder in recorders:
        recorder.open()
    # Without a buffer of ours: what was written before a kill is there after it.
    file = os.open(notes, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    writers = [
        threading.Thread(target=_write, args=(recorders, file, random.Random(seed + number), number))
        for number in range(4)
    ]
    for thread in writers:
        thread.start()
    for thread in writers:
        thread.join()


def _write(recorders: Sequence[LogRecorder], notes: int, chance: random.Random, number: int) -> None:
    while True:
        # Two writers fight over few streams, two write their own; half of them take their time.
        stream = chance.choice(SHARED) if number % 2 else uuid4()
        recorder = recorders[log_of(stream, len(recorders))]
        try:
            version = len(recorder.select_events(stream)) if number % 2 else 0
            blows = [uuid4() for _ in range(chance.choice((1, 1, 1, 3, 8)))]
            events = [
                StoredEvent(
                    stream, version + place, TOPIC, b'{"event":"blow.struck","id":"%s"}' % str(blow).encode()
                )
                for place, blow in enumerate(blows, 1)
            ]
            positions = recorder.insert_events(events, account_id=stream)
        except IntegrityError:
            os.write(notes, b"conflict\n")
            continue
        except (OperationalError, LimitReached):
            time.sleep(0.05)
            continue
        lines = [f"{position} {blow}\n" for position, blow in zip(positions, blows, strict=True)]
        os.write(notes, "".join(lines).encode())
        if number >= 2:
            time.sleep(chance.uniform(0, 0.02))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
