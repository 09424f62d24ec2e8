"""The thread that seals the log, beside the following of it and never in the way of a write."""

from __future__ import annotations

import threading
import time

import psycopg
import structlog

from application.vault.ports import HeadSigner
from infrastructure.event_store.notifier import EVENTS, LISTEN
from infrastructure.log_tree.seals import CannotSeal, logs, seal_next
from infrastructure.postgres import REACHED, PatientConnection
from infrastructure.vault.log_key import KEEP_KEY, KEY_OF_LOG

log = structlog.get_logger("coffer.log_tree")

# A checkpoint covers what was written within this time: a busy log gets two in a second.
GATHER_SECONDS = 0.5
# A call that was lost costs no more than this.
QUIET_SECONDS = 10.0
AGAIN_SECONDS = 1.0
# How soon a thread that listens notices that it is to end.
_GLANCE_SECONDS = 0.5


class LogSealer:
    """Brings each log's tree up to its end and signs a checkpoint over it, within a second of a write."""

    def __init__(self, projector_url: str, signer: HeadSigner) -> None:
        self._url = projector_url
        self._signer = signer
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._work, name="log-sealer", daemon=True)

    def start(self) -> None:
        """Begin to seal, once this process leads; it may be told so again."""
        if not self._thread.is_alive():
            self._thread.start()

    @property
    def works(self) -> bool:
        """Not before it was started, and not with a key that is not the log's."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """End after what is being sealed."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def _work(self) -> None:
        while not self._stopped.is_set():
            try:
                with PatientConnection.connect(
                    self._url, autocommit=True, application_name="coffer log tree", **REACHED
                ) as connection:
                    if not self._is_known_by_this_key(connection):
                        log.error("another key has signed this log before: nothing is sealed")
                        return
                    connection.execute(LISTEN, (EVENTS,))
                    self._seal_on(connection)
            except psycopg.Error as failure:
                log.warning("sealing of the log interrupted", error=type(failure).__name__)
            except CannotSeal as damage:
                # What is there must not be signed as if it were the log. It may be put right meanwhile.
                log.error("the log is not sealed", reason=str(damage))
                self._stopped.wait(QUIET_SECONDS)
            self._stopped.wait(AGAIN_SECONDS)

    def _is_known_by_this_key(self, connection: psycopg.Connection) -> bool:
        """Checkpoints by another one would look like another history."""
        name, ours = self._signer.log_name, self._signer.public_key
        connection.execute(KEEP_KEY, (name, ours))
        row = connection.execute(KEY_OF_LOG, (name,)).fetchone()
        return row is not None and bytes(row[0]) == ours

    def _seal_on(self, connection: psycopg.Connection) -> None:
        while not self._stopped.is_set():
            for each in logs(connection):
                while seal_next(connection, each, self._signer, time.time_ns() // 1_000_000):
                    if self._stopped.is_set():
                        return
            if self._hears(connection):
                self._stopped.wait(GATHER_SECONDS)

    def _hears(self, connection: psycopg.Connection) -> bool:
        """Wait for a write, and no longer than a call may be lost."""
        until = time.monotonic() + QUIET_SECONDS
        while not self._stopped.is_set() and time.monotonic() < until:
            for _ in connection.notifies(timeout=_GLANCE_SECONDS, stop_after=1):
                return True
        return False
