"""Folding the log of one account once more, up to any position, into tables of one session.

The folds are those of the followers. Nobody else sees the tables, and they end with the session, also when
that is killed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple
from uuid import UUID

import psycopg
from psycopg import sql

from domain.kernel import Event, Recorded
from infrastructure.event_store.account_log import AccountLog
from infrastructure.event_store.batch import MOST_FACTS, LogReader, Read
from infrastructure.event_store.circles import no_circles
from infrastructure.event_store.completing import History
from infrastructure.event_store.jobs import NOBODY
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.members import ReadModel
from infrastructure.event_store.registry import name_of
from infrastructure.postgres import REACHED
from infrastructure.rows.schema import SCRATCH, scratch_for
from projections.kernel import Projection

# Rows of all models together, at about a kilobyte and a half each.
MOST_IN_MEMORY = 200_000
_OPTIONS = "-c plan_cache_mode=force_generic_plan -c synchronous_commit=off -c TimeZone=UTC"


class TookTooLong(Exception):
    """The account has written more than can be folded in the time there is."""


class Until(NamedTuple):
    """Up to where a read model is folded. Events from these on were left behind, of an account or of none.
    `after` is how far it has been folded already."""

    position: int
    parked: Mapping[UUID, int] = {}
    after: int = 0

    def includes(self, read: Read) -> bool:
        left = self.parked.get(read.account_id or NOBODY)
        return self.after < read.position <= self.position and (left is None or read.position < left)


class Replay:
    """Read models of one account, folded into the own tables of a session."""

    def __init__(
        self, connection: psycopg.Connection, log: AccountLog, reader: LogReader, models: Sequence[Projection]
    ) -> None:
        self.connection = connection
        self._log = log
        self._reader = reader
        self._models = [ReadModel(projection, SCRATCH, from_nothing=True) for projection in models]
        self.ends = math.inf
        """When it gives up, by the clock of `time.monotonic`."""
        self.failed: dict[str, str] = {}
        """Where and by what a read model could not be folded, without what it says."""

    @property
    def account_id(self) -> UUID:
        return self._log.account_id

    def of_kind(self, kind: type[Event]) -> Iterator[Recorded]:
        """The account's own events of one kind, the oldest first."""
        place = 0
        while found := self._log.select_notifications(
            place, MOST_FACTS, topics=[name_of(kind)], inclusive_of_start=False
        ):
            for read in self._reader.decoded([notification.row for notification in found]):
                if read.fact is not None and read.account_id == self.account_id:
                    yield read.fact
            place = found[-1].id

    @no_circles()
    def fold(self, until: Mapping[str, Until]) -> int:
        """Fold the models named on from where they are, at first from nothing; how many events that took.

        Raises `TookTooLong`."""
        refused: list[Projection] = []
        models = [model for model in self._models if model.projection.name in until]
        count = self._fold(models, until, refused)
        if refused:
            # By statements it is found out which event makes such rows; they had none before.
            again = [ReadModel(projection, SCRATCH) for projection in refused]
            self._models = [*(model for model in self._models if model.projection not in refused), *again]
            self._fold(again, until, [])
        return count

    def _fold(self, models: list[ReadModel], until: Mapping[str, Until], refused: list[Projection]) -> int:
        end = max((until[model.projection.name].position for model in models), default=0)
        place, count = min((until[model.projection.name].after for model in models), default=0), 0
        while place < end:
            if time.monotonic() > self.ends:
                raise TookTooLong
            found = self._log.select_notifications(
                place, MOST_FACTS, end, _topics(models), inclusive_of_start=False
            )
            reads = self._reader.decoded([notification.row for notification in found])
            self._take_in_together(models, reads, until)
            self._copy_out(models, MOST_IN_MEMORY, refused)
            count += len(reads)
            place = reads[-1].position if len(reads) == MOST_FACTS else end
        self._copy_out(models, 0, refused)
        return count

    def _copy_out(self, models: list[ReadModel], most: int, refused: list[Projection]) -> None:
        """Copy out the rows of models, the largest first, until there are no more in memory than this."""
        for model in sorted(models, key=lambda model: -model.rows_in_memory):
            if sum(one.rows_in_memory for one in models) <= most:
                return
            if model.projection.name in self.failed:
                models.remove(model)
                continue
            try:
                with self.connection.transaction():
                    model.copy_out(self.connection)
            except (psycopg.OperationalError, psycopg.InterfaceError):
                raise
            except Exception:
                refused.append(model.projection)
                models.remove(model)

    def _take_in_together(
        self, models: Sequence[ReadModel], reads: Sequence[Read], until: Mapping[str, Until]
    ) -> None:
        """PostgreSQL writes the rows of one model while the next is folded; should that fail, each alone."""
        wanted = self._wanted(
            [model for model in models if model.projection.name not in self.failed], reads, until
        )
        try:
            with self.connection.pipeline(), self.connection.transaction():
                for model, own in wanted.items():
                    if own:
                        model.take_in(self.connection, own)
        except (psycopg.OperationalError, psycopg.InterfaceError):
            raise
        except Exception:
            for model in models:
                model.forget()
            with self.connection.transaction():
                for model, own in wanted.items():
                    self._take_in(model, own)
        for model in models:
            model.keep()

    def _wanted(
        self, models: Sequence[ReadModel], reads: Sequence[Read], until: Mapping[str, Until]
    ) -> dict[ReadModel, list[Read]]:
        """What each of them takes in of these."""
        ends = [(model, until[model.projection.name], list[Read]()) for model in models]
        by_name: dict[str, list[tuple[Until, list[Read]]]] = {}
        for read in reads:
            asking = by_name.get(read.name)
            if asking is None:
                asking = [(end, own) for model, end, own in ends if model.wants(read.name)]
                by_name[read.name] = asking
            for end, own in asking:
                if end.includes(read):
                    own.append(read)
        return {model: own for model, _, own in ends}

    def _take_in(self, model: ReadModel, wanted: Sequence[Read]) -> None:
        try:
            with self.connection.transaction():
                model.take_in(self.connection, wanted)
        except (psycopg.OperationalError, psycopg.InterfaceError):
            raise
        except Exception as failure:
            self.failed[model.projection.name] = self._place_of(model, wanted, failure)

    def _place_of(self, model: ReadModel, reads: Iterable[Read], failure: Exception) -> str:
        for read in reads:
            try:
                with self.connection.transaction():
                    model.take_in(self.connection, [read])
            except (psycopg.OperationalError, psycopg.InterfaceError):
                raise
            except Exception as this:
                return f"{type(this).__name__} at position {read.position} ({read.name})"
        return f"{type(failure).__name__} in a batch, and of no event alone"


@contextmanager
def a_replay(url: str, history: History, models: Sequence[Projection], account_id: UUID) -> Generator[Replay]:
    """With empty tables, which are there until it ends."""
    with (
        psycopg.connect(
            url, autocommit=True, options=_OPTIONS, application_name="coffer replay", **REACHED
        ) as connection,
        AccountLog(url, account_id) as log,
    ):
        statements = [statement for model in models for statement in scratch_for(model)]
        connection.execute(sql.SQL("; ").join(statements))
        # Nothing but the tables of this session can be changed from here on.
        connection.read_only = True
        reader = LogReader(connection, EventMapper(history.registry), history.wrapping)
        yield Replay(connection, log, reader, models)


def up_to(models: Iterable[Projection], position: int) -> dict[str, Until]:
    """All of them to one position."""
    return {model.name: Until(position) for model in models}


def _topics(models: Sequence[ReadModel]) -> list[str]:
    """The names that they want; none where one of them wants all."""
    wanted: set[str] = set()
    for model in models:
        if not model.projection.events:
            return []
        wanted.update(name_of(event) for event in model.projection.events)
    return sorted(wanted)
