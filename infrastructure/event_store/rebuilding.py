"""Rebuilding read models: folded once more from the whole log beside those that readers see, compared with
them, and put in their place, while all of it is in use.

The log is folded beside whoever follows it. Only for its last events, twice and for a moment, the leader
gives up the lead: once to have both at one position in one snapshot, in which they are compared, and once to
exchange them. For what is written in the append, the log stands still instead. Readers see one or the other,
and both are the same, but for what the comparison said.

A rebuild that ends early, however it ends, has changed nothing that anybody reads; the next one clears away
what it has left.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, NamedTuple
from uuid import UUID

import psycopg
import structlog

from infrastructure.event_store.batch import LogReader
from infrastructure.event_store.completing import History
from infrastructure.event_store.housekeeping import drop_aged
from infrastructure.event_store.leading import lead_instead
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.members import ReadModel
from infrastructure.event_store.places import Places
from infrastructure.event_store.replay import MOST_IN_MEMORY
from infrastructure.event_store.round import Round
from infrastructure.postgres import REACHED
from infrastructure.refusals import CannotStart
from infrastructure.rows.comparing import Difference, compare
from infrastructure.rows.rebuilt import (
    REBUILD_LOCK,
    analyze,
    begin_again,
    clear,
    complete,
    exchange,
    make,
    rebuilt_place,
)
from infrastructure.rows.schema import place_name, place_of, rebuilt_schema_of
from projections.kernel import Projection

log = structlog.get_logger("coffer.rebuild")

# Longer than the longest batch, after which a leader looks whether it is waited for.
PATIENCE_SECONDS = 60
_OPTIONS = "-c lock_timeout={}s -c plan_cache_mode=force_generic_plan"
_TRIES, _PAUSE_SECONDS = 50, 0.2
_LEFT = """
select account_id, position, error from es.parked as p
where follower = %s and not exists (
    select from es.parked as q
    where q.follower = %s and q.log_id = p.log_id and q.account_id = p.account_id)
order by position
"""

Mode = Literal["follows", "inline"]
_MODES: tuple[Mode, ...] = ("follows", "inline")


class CannotRebuild(CannotStart):
    """Nothing that anybody reads was changed, unless the text says so."""


class Left(NamedTuple):
    """An account that could not be folded once more, or the zero account for people."""

    account_id: UUID
    position: int
    error: str


class Rebuilt(NamedTuple):
    name: str
    version: int
    rows: int
    """That readers saw when it was compared."""
    differences: tuple[Difference, ...]
    """What of these the log does not say."""
    left: tuple[Left, ...]
    """Whom the rebuild had to leave behind, and readers see."""


class Rebuilding:
    """Read models under way: to be filled, compared, and shown, in this order."""

    def __init__(
        self,
        owner: psycopg.Connection,
        projector_url: str,
        history: History,
        projections: Sequence[Projection],
        wanted: Sequence[Projection],
    ) -> None:
        self._owner = owner
        self._url = projector_url
        self._history = history
        self._live = [ReadModel(each) for each in projections if each.mode == "follows"]
        self._wanted = wanted
        self._models = {
            each.name: ReadModel(each, rebuilt_schema_of(each), name=rebuilt_place(each), from_nothing=True)
            for each in wanted
        }

    def begin(self) -> None:
        """Make the empty tables. Raises `CannotRebuild` where readers see another version."""
        shown = dict(self._owner.execute("select name, version from es.read_model").fetchall())
        for each in self._wanted:
            if shown.get(each.name) != each.version:
                raise CannotRebuild(f"Readers see another version of {each.name}. Nothing was changed.")
        with self._owner.transaction():
            for each in self._wanted:
                make(self._owner, each)

    def fill(self, tell: Callable[[int], None] = lambda _: None) -> None:
        """Fold the log but for its end. `tell` hears how many events that were so far, after each batch.

        All rows are copied into bare tables, which get their indexes then; what follows goes by statements.
        """
        with self._session() as connection:
            while not self._filled(connection, tell):
                pass
            drop_aged(connection)
            for model in self._models.values():
                model.forget()
        for each in self._wanted:
            analyze(self._owner, each)

    def _filled(self, connection: psycopg.Connection, tell: Callable[[int], None]) -> bool:
        """False where a read model has to begin once more."""
        rounds = self._round(connection, (), [*self._models.values()])
        while rounds.once() and rounds.more:
            tell(sum(min(places.values()) for places in rounds.places.positions.values()))
            if not self._copied_out(most=MOST_IN_MEMORY):
                return False
        return self._copied_out(most=0)

    def _copied_out(self, most: int) -> bool:
        """Copy out read models, the largest first, until there are no more rows in memory than this; all of
        them, where there may be none. False where the rows of one were refused."""
        waiting = [each for each in self._wanted if not self._models[each.name].is_copied]
        waiting.sort(key=self._size)
        while waiting and (not most or sum(map(self._size, waiting)) > most):
            each = waiting.pop()
            if not self._copied(each):
                return False
        return True

    def _size(self, projection: Projection) -> int:
        return self._models[projection.name].rows_in_memory

    def _copied(self, each: Projection) -> bool:
        try:
            with self._owner.transaction():
                self._models[each.name].copy_out(self._owner)
                complete(self._owner, each)
        except Exception as failure:
            if self._owner.broken:
                raise
            # By statements only those are left behind whose events make such rows.
            log.warning("rows were not copied", name=each.name, error=type(failure).__name__)
            with self._owner.transaction():
                complete(self._owner, each)
                begin_again(self._owner, each)
            self._models[each.name] = ReadModel(each, rebuilt_schema_of(each), name=rebuilt_place(each))
            return False
        return True

    def compare(self) -> list[Rebuilt]:
        """What readers see beside what was folded, in one snapshot at one position."""
        found = {one.name: one for mode in _MODES for one in self._compare(mode)}
        return [found[each.name] for each in self._wanted]

    def show(self, names: Sequence[str]) -> None:
        """Put these in the place of what readers see. Raises `CannotRebuild` where that was read without a
        pause; those before it are shown then."""
        for mode in _MODES:
            waiting = [each for each in self._of(mode) if each.name in names]
            for _ in range(_TRIES if waiting else 0):
                with self._standing_still(mode):
                    while waiting and exchange(self._owner, waiting[0]):
                        del self._models[waiting.pop(0).name]
                if not waiting:
                    break
                time.sleep(_PAUSE_SECONDS)
            if waiting:
                raise CannotRebuild(
                    f"{waiting[0].name} is read, or copied for a backup, all the time. Try again later."
                )

    def _of(self, mode: Mode) -> list[Projection]:
        return [each for each in self._wanted if each.mode == mode]

    def _compare(self, mode: Mode) -> Iterator[Rebuilt]:
        models = self._of(mode)
        if not models:
            return
        with self._session() as snapshot:
            snapshot.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            with snapshot.transaction():
                with self._standing_still(mode):
                    # The first statement takes the snapshot.
                    left = {each.name: _left(snapshot, each) for each in models}
                for each in models:
                    yield _compared(snapshot, each, left[each.name])

    @contextmanager
    def _standing_still(self, mode: Mode) -> Generator[None]:
        """Inside it, the read models of this kind and those folded once more are at one position."""
        models = [model for model in self._models.values() if model.projection.mode == mode]
        with self._session() as connection:
            if mode == "inline":
                with self._owner.transaction():
                    self._owner.execute("select from es.head order by log_id for update")
                    rounds = self._round(connection, (), models)
                    while rounds.once():
                        pass
                    yield
            else:
                try:
                    lead_instead(connection)
                except psycopg.errors.LockNotAvailable:
                    raise CannotRebuild("Whoever follows the log did not give up the lead.") from None
                # All of them: readers are told how far the last one is.
                rounds = self._round(connection, self._live, models)
                while not _together(rounds.places, models):
                    rounds.once()
                yield

    def _round(
        self, connection: psycopg.Connection, live: Sequence[ReadModel], models: Sequence[ReadModel]
    ) -> Round:
        mapper, wrapping = EventMapper(self._history.registry), self._history.wrapping
        places = Places(connection, [model.name for model in (*live, *models)])
        places.read()
        return Round(connection, LogReader(connection, mapper, wrapping), places, live, models, ())

    def _session(self) -> psycopg.Connection:
        return psycopg.connect(
            self._url,
            autocommit=True,
            options=_OPTIONS.format(PATIENCE_SECONDS),
            application_name="coffer rebuild",
            **REACHED,
        )


@contextmanager
def a_rebuild(
    owner_url: str,
    projector_url: str,
    history: History,
    projections: Sequence[Projection],
    wanted: Sequence[Projection],
) -> Generator[Rebuilding]:
    """Of those `projections` that are wanted. Raises `CannotRebuild` while another one is under way."""
    with psycopg.connect(owner_url, autocommit=True, application_name="coffer rebuild", **REACHED) as owner:
        if owner.execute("select pg_try_advisory_lock(%s)", (REBUILD_LOCK,)).fetchone() != (True,):
            raise CannotRebuild("Another rebuild is under way.")
        clear(owner)
        try:
            rebuilding = Rebuilding(owner, projector_url, history, projections, wanted)
            rebuilding.begin()
            yield rebuilding
        finally:
            clear(owner)


def _compared(connection: psycopg.Connection, projection: Projection, left: tuple[Left, ...]) -> Rebuilt:
    rows, differences = 0, list[Difference]()
    for table in projection.tables:
        live = place_of(projection, table)
        folded = place_of(projection, table, rebuilt_schema_of(projection))
        counted, difference = compare(connection, table, live, None, folded)
        rows += counted
        differences += [] if difference is None else [difference]
    return Rebuilt(projection.name, projection.version, rows, tuple(differences), left)


def _left(connection: psycopg.Connection, projection: Projection) -> tuple[Left, ...]:
    names = (rebuilt_place(projection), place_name(projection))
    return tuple(Left(*row) for row in connection.execute(_LEFT, names).fetchall())


def _together(places: Places, models: Sequence[ReadModel]) -> bool:
    return all(
        positions[model.name] == positions[place_name(model.projection)]
        for positions in places.positions.values()
        for model in models
    )
