"""Telling listeners that something was committed: after the commit, on a connection of its own.

Names of channels have a part that the database keeps to itself, because anybody who is signed in may listen
on a channel whose name he knows (`es.listen`, `es.tell`).
"""

from __future__ import annotations

import contextlib
import threading
from typing import LiteralString

import psycopg

from infrastructure.postgres import REACHED

# Whoever appends tells EVENTS; whoever follows tells PROGRESS, and OUTBOX when something is to be sent.
# Whoever waits for the head of an account tells HEADS, with the account.
EVENTS = "coffer_events"
PROGRESS = "coffer_progress"
OUTBOX = "coffer_outbox"
HEADS = "coffer_heads"

LISTEN: LiteralString = "select es.listen(%s)"
TELL: LiteralString = "select es.tell(%s, %s)"
"""Takes a channel, and what is told there."""

# A NOTIFY takes a lock of the whole server, so they are few however many commits there are.
PAUSE_SECONDS = 0.002


class Notifier:
    """Sends at most one NOTIFY every two milliseconds. A lost one costs followers a poll."""

    def __init__(self, url: str, channel: str) -> None:
        self._url = url
        self._channel = channel
        self._told = threading.Event()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name=channel, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._told.set()
        self._thread.join()

    def tell(self) -> None:
        self._told.set()

    def _run(self) -> None:
        connection: psycopg.Connection | None = None
        while not self._stopped.is_set():
            self._told.wait()
            self._told.clear()
            try:
                if connection is None:
                    connection = psycopg.connect(self._url, autocommit=True, **REACHED)
                connection.execute(TELL, (self._channel, ""))
            except psycopg.Error:
                connection = _closed(connection)
            self._stopped.wait(PAUSE_SECONDS)
        _closed(connection)


def _closed(connection: psycopg.Connection | None) -> None:
    if connection is not None:
        with contextlib.suppress(psycopg.Error):
            connection.close()
