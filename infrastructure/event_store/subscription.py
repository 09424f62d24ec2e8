"""Following the log by the subscription contract of the eventsourcing library."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Thread
from typing import Any

import psycopg
from eventsourcing.persistence import ApplicationRecorder, ListenNotifySubscription

from infrastructure.event_store.notifier import EVENTS, LISTEN


class ListeningRecorder(ApplicationRecorder):
    """One whose database tells of new events."""

    url: str


class LogSubscription(ListenNotifySubscription[ListeningRecorder]):
    """Follows the log for users of the library: told by NOTIFY, and looking by itself in between."""

    def __init__(self, recorder: ListeningRecorder, gt: int | None, topics: Sequence[str]) -> None:
        super().__init__(recorder=recorder, gt=gt, topics=topics)
        self._ears = Thread(target=self._listen, name="log-subscription")
        self._ears.start()

    def __exit__(self, *args: object, **kwargs: Any) -> None:
        try:
            super().__exit__(*args, **kwargs)
        finally:
            self._ears.join()

    def _listen(self) -> None:
        while not self._has_been_stopped:
            try:
                with psycopg.connect(self._recorder.url, autocommit=True) as ears:
                    ears.execute(LISTEN, (EVENTS,))
                    while not self._has_been_stopped:
                        for _ in ears.notifies(timeout=0.1, stop_after=1):
                            pass
                        self._has_been_notified.set()
            except psycopg.OperationalError as failure:
                self._thread_error = failure
                self.stop()
