"""The group commit: one thread, one connection, many jobs in one transaction."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from itertools import chain

import msgspec
import psycopg
import structlog

from domain.errors import AlreadyExists, LimitReached, OutcomeUnknown, Stale, Unavailable
from infrastructure.event_store.epoch import EPOCH, OUTDATED_STATE, WHAT_TO_DO
from infrastructure.event_store.jobs import Job, LogRow, Placed
from infrastructure.postgres import ANSWER_SECONDS, REACHED, PatientConnection, has_news, no_answer, told_as

log = structlog.get_logger("coffer.append")

# PostgreSQL keeps the numbers of this many subtransactions at hand; more would slow every reader.
MOST_JOBS = 64
MOST_WAITING = 1_000

# The server gives up before we do: then it is known that nothing was written.
_OPTIONS = (
    "-c statement_timeout=3s -c lock_timeout=2s -c idle_in_transaction_session_timeout=10s "
    "-c plan_cache_mode=force_generic_plan"
)
_TYPES = (
    *("smallint", "uuid", "text", "uuid", "uuid", "integer", "text", "smallint", "bytea", "uuid"),
    *("text", "uuid", "uuid", "uuid", "uuid", "uuid", "uuid", "uuid", "uuid", "text", "text"),
    *("timestamptz", "bytea"),
)
_PLACES = ", ".join(f"{'%b' if kind == 'bytea' else '%s'}::{kind}[]" for kind in _TYPES)
_APPEND = f"select * from es.append_batch(%s, %s::text[], %s, %s::jsonb, %s::integer[], {_PLACES})".encode()  # noqa: S608 - no input
# A server that restarts is waited for; while it is away nothing was sent, and nothing is in doubt.
_RESTART_SECONDS = 3.0
_AGAIN_SECONDS = 0.1
# Left alone for longer, the connection is asked whether it is still there.
_SURE_SECONDS = 5.0
_PROOF_SECONDS = 1.0
# Lock not to be had, statement cut off, serialisation, out of resources, going down, system error.
_PASSING = ("55P03", "57", "40", "53", "58")


class Repeated(Exception):
    """The idempotency key of the job is known; its answer stands in the database."""


class GroupCommit:
    """A queue of jobs and the thread that appends them, up to 64 in one transaction.

    `inline` names the inline read models that the jobs write, by their places.
    """

    def __init__(
        self,
        url: str,
        committed: Callable[[], None] = lambda: None,
        *,
        inline: Sequence[str] = (),
        epoch: int = EPOCH,
    ) -> None:
        self._url = url
        self._committed = committed
        self._as_whom = (epoch, list(inline))
        self._outdated = False
        self._waiting: deque[Job] = deque()
        self._changed = threading.Condition()
        self._stopping = False
        self._connection: PatientConnection | None = None
        self._used_at = 0.0
        self._thread = threading.Thread(target=self._run, name="group-commit", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Append what is waiting, then end."""
        with self._changed:
            self._stopping = True
            self._changed.notify()
        self._thread.join()

    def submit(self, job: Job) -> Future[Placed]:
        """Put a job in the queue. Its future ends with the places of its facts, or with a refusal."""
        with self._changed:
            if self._stopping:
                raise Unavailable("The server is stopping.")
            if len(self._waiting) >= MOST_WAITING:
                raise LimitReached("The server is busy. Try again in a moment.", reason="busy", retry_after=1)
            self._waiting.append(job)
            self._changed.notify()
        return job.done

    def _run(self) -> None:
        while jobs := self._next():
            # Whoever gave up waiting gets no facts.
            alive = [job for job in jobs if job.done.set_running_or_notify_cancel()]
            if alive:
                self._append(alive)
        if self._connection is not None:
            self._connection.close()

    def _next(self) -> list[Job]:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._stopping)
            return [self._waiting.popleft() for _ in range(min(MOST_JOBS, len(self._waiting)))]

    def _append(self, jobs: Sequence[Job]) -> None:
        try:
            connection = self._connected()
        except psycopg.Error as failure:
            _refuse(jobs, no_answer(failure))
            return
        try:
            answers = connection.execute(
                _APPEND, (*self._as_whom, *_arguments(jobs)), prepare=True
            ).fetchall()
        except Exception as failure:
            if isinstance(failure, psycopg.Error):
                # What a server refuses that is still there was rolled back.
                known = failure.sqlstate is not None and not connection.closed
                _refuse(jobs, self._rolled_back(failure) if known else _unknown())
            else:
                _refuse(jobs, failure)
            self._disconnect()
            return
        self._used_at = time.monotonic()
        self._committed()
        for number, outcome, detail, positions, versions in answers:
            done = jobs[int(number) - 1].done
            if outcome == "done":
                done.set_result(Placed(tuple(positions or ()), tuple(versions or ())))
            else:
                done.set_exception(_refusal(outcome, detail))

    def _rolled_back(self, failure: psycopg.Error) -> Unavailable:
        if failure.sqlstate != OUTDATED_STATE:
            return no_answer(failure)
        if not self._outdated:
            self._outdated = True
            log.error("nothing was appended: the data has moved on", do=WHAT_TO_DO)
        return Unavailable(
            "This server is being replaced by a newer version. Try again.", reason="outdated", retry_after=5
        )

    def _connected(self) -> PatientConnection:
        """A connection that is proved to be there: nothing was sent over it in vain."""
        if self._connection is not None and not self._is_there(self._connection):
            self._disconnect()
        deadline = time.monotonic() + _RESTART_SECONDS
        while self._connection is None:
            try:
                self._connection = PatientConnection.connect(
                    self._url,
                    autocommit=True,
                    options=_OPTIONS,
                    application_name="coffer append",
                    **REACHED,
                )
            except psycopg.OperationalError:
                if self._stopping or time.monotonic() > deadline:
                    raise
                time.sleep(_AGAIN_SECONDS)
        return self._connection

    def _is_there(self, connection: PatientConnection) -> bool:
        if not has_news(connection.pgconn) and time.monotonic() - self._used_at < _SURE_SECONDS:
            return True
        connection.seconds = _PROOF_SECONDS
        try:
            connection.execute("")
        except psycopg.Error:
            return False
        connection.seconds = ANSWER_SECONDS
        return True

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _refuse(jobs: Sequence[Job], refusal: Exception) -> None:
    for job in jobs:
        job.done.set_exception(refusal)


def _unknown() -> OutcomeUnknown:
    return OutcomeUnknown(
        "The store did not say whether this was saved. Look, or send it again.", reason="outcome_unknown"
    )


def _arguments(jobs: Sequence[Job]) -> tuple[object, ...]:
    numbers = [number for number, job in enumerate(jobs, 1) for _ in job.rows]
    rows = list(chain.from_iterable(job.rows for job in jobs))
    columns = [[row[place] for row in rows] for place in range(len(LogRow._fields))]
    extras = msgspec.json.encode([job.extra for job in jobs]).decode()
    return (len(jobs), extras, numbers, *columns)


def _refusal(outcome: str, detail: str | None) -> Exception:
    if outcome == "version_conflict":
        return Stale("Someone else changed this first.", reason="version_conflict")
    if outcome == "claim_taken":
        return AlreadyExists("This is taken already.", reason="claim_taken", kind=detail)
    if outcome in ("row_taken", "row_missing"):
        return Stale("This was used or changed in the meantime.", reason=outcome)
    if outcome == "repeated":
        return Repeated()
    if outcome.startswith(_PASSING):
        return told_as(outcome.partition(" ")[0])
    # A fault of ours; what PostgreSQL says about it can contain values and stays out of the message.
    return RuntimeError(f"The append failed: {outcome}")
