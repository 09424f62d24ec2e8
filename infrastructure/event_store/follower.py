"""Following the log: batches, exactly once, one leader, and no account holds up another."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from threading import Event

import psycopg
import structlog

from application.reactions import Reaction
from infrastructure.event_store.batch import LogReader
from infrastructure.event_store.epoch import EPOCH, WHAT_TO_DO
from infrastructure.event_store.former import drop_former
from infrastructure.event_store.generations import AT_WORK, at_work, generation_of
from infrastructure.event_store.housekeeping import drop_what_is_due
from infrastructure.event_store.leading import Leadership, lead_if_nobody_does
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.members import Listener, Member, Outbox, ReadModel
from infrastructure.event_store.migrate import NotThisVersion
from infrastructure.event_store.notifier import EVENTS, LISTEN
from infrastructure.event_store.parking import retry_parked
from infrastructure.event_store.places import Outdated, Overtaken, Places
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.round import Round
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.postgres import LET_GO, REACHED, PatientConnection
from infrastructure.readiness import beat
from infrastructure.watchdog import turn
from projections.kernel import Projection

log = structlog.get_logger("coffer.followers")

# A lost NOTIFY costs this much and no fact.
POLL_SECONDS = 0.25
PARKED_EVERY_SECONDS = 60.0
HOUSEKEEPING_EVERY_SECONDS = 3_600.0
# Followers go by keys and places only, for which there is but one good plan.
_OPTIONS = (
    "-c statement_timeout=60s -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s "
    f"-c plan_cache_mode=force_generic_plan {LET_GO}"
)
EPOCH_EVERY_SECONDS = 1.0


class FollowingConnection(PatientConnection):
    """The server gives up first, where it still can."""

    seconds = 65.0


def run_followers(
    projector_url: str,
    registry: EventRegistry,
    wrapping: KeyWrapping,
    projections: Sequence[Projection],
    *,
    reactions: Sequence[Reaction] = (),
    watchers: Sequence[Member] = (),
    listeners: Sequence[Listener] = (),
    stop: Event,
    ready: Callable[[], None] = lambda: None,
    epoch: int = EPOCH,
) -> None:
    """Follow the log until `stop` is set; `ready` is called when this process has become the leader.

    Raises `NotThisVersion` when the data has moved on to what this code may not touch. The read models have
    to be there (`ensure_projections`). Reconnects after a lost connection, and reads again what was not
    committed.
    """
    mapper = EventMapper(registry)
    models = [ReadModel(projection) for projection in projections if projection.mode == "follows"]
    others: list[Member] = [*(Outbox(reaction) for reaction in reactions), *watchers]
    while not stop.is_set():
        try:
            with (
                _connected(projector_url, "coffer follow", _OPTIONS) as connection,
                _connected(projector_url, "coffer listen") as ears,
            ):
                # Who waits to lead is at work as well.
                ears.execute(AT_WORK, at_work(generation_of(projections)))
                if not _lead(connection, stop):
                    return
                ears.execute(LISTEN, (EVENTS,))
                reader = LogReader(connection, mapper, wrapping)
                places = Places(connection, [m.name for m in (*models, *others, *listeners)], epoch)
                places.prove_epoch()
                # What was said before somebody listened is of no use to them.
                places.start_at_end([listener.name for listener in listeners])
                places.read()
                ready()
                rounds = Round(connection, reader, places, models, others, listeners)
                _follow(rounds, projections, ears, stop)
        except (psycopg.OperationalError, psycopg.InterfaceError) as failure:
            turn()
            log.warning("following interrupted", error=type(failure).__name__)
            stop.wait(1.0)
        except Outdated:
            raise NotThisVersion(WHAT_TO_DO) from None
        except Overtaken as overtaken:
            log.warning("another process has followed", followers=str(overtaken))
            stop.wait(POLL_SECONDS)


def _connected(url: str, name: str, options: str = "") -> psycopg.Connection:
    return FollowingConnection.connect(
        url, autocommit=True, options=options, application_name=name, **REACHED
    )


def _lead(connection: psycopg.Connection, stop: Event) -> bool:
    """Wait for the leader before us to end."""
    while not stop.is_set():
        if lead_if_nobody_does(connection):
            return True
        # One that waits to lead is well.
        beat()
        stop.wait(POLL_SECONDS)
    return False


def _follow(rounds: Round, projections: Sequence[Projection], ears: psycopg.Connection, stop: Event) -> None:
    due_parked = due_housekeeping = due_epoch = 0.0
    leadership = Leadership(rounds.connection)
    while not stop.is_set() and not leadership.is_wanted():
        # What is appended after a reading is told of, so nobody has to look once more.
        while rounds.once() and rounds.more and not stop.is_set() and not leadership.is_wanted():
            beat()
        now = time.monotonic()
        if now >= due_epoch:
            rounds.places.prove_epoch()
            due_epoch = now + EPOCH_EVERY_SECONDS
        if now >= due_parked:
            retry_parked(rounds)
            due_parked = now + PARKED_EVERY_SECONDS
        if now >= due_housekeeping:
            drop_what_is_due(rounds.connection)
            rounds.forget()
            drop_former(rounds.connection, projections)
            due_housekeeping = now + HOUSEKEEPING_EVERY_SECONDS
        beat()
        for _ in ears.notifies(timeout=POLL_SECONDS, stop_after=1):
            pass
