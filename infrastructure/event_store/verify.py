"""Comparing every read model with what the log makes of it, while all of them are in use.

The log is folded once more into tables of this session alone. That is long, and holds nothing: the log does
not change. Each read model is then compared in a snapshot of its own, with the events between: there its
place and its rows are those of one moment.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import NamedTuple
from uuid import UUID

import psycopg
from psycopg import sql

from infrastructure.event_store import claims
from infrastructure.event_store.batch import LogReader, Read
from infrastructure.event_store.jobs import NOBODY
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.members import ReadModel
from infrastructure.event_store.registry import EventRegistry
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.rows.comparing import AGE, AGED, Difference, compare
from infrastructure.rows.schema import SCRATCH, place_name, place_of, scratch_for
from projections.kernel import Projection, Table

# Behind by no more than this, a read model is brought up in the snapshot in which it is compared.
_NEAR = 2_000
# What is behind the log may differ by a key that was destroyed in between: it is waited for, and seen again.
_LOOKS = 3
_PATIENCE = 5.0
_POLL_SECONDS = 0.1
_OPTIONS = "-c plan_cache_mode=force_generic_plan -c synchronous_commit=off -c TimeZone=UTC"

Places = dict[int, int]


class Verdict(NamedTuple):
    """What came of one read model."""

    name: str
    version: int
    mode: str
    positions: Places
    """The place in each log at which it was compared."""
    rows: int
    parked: int
    """Accounts that it had to leave behind: they were compared up to where they were left."""
    differences: tuple[Difference, ...]
    failed: str = ""
    """Where and by what the log cannot be folded, without what it says."""

    @property
    def equal(self) -> bool:
        return not self.differences and not self.failed


@dataclass
class _Model:
    """A read model that is folded once more."""

    projection: Projection
    places: Places
    member: ReadModel = field(init=False)
    parked: dict[tuple[int, UUID], int] = field(default_factory=dict[tuple[int, UUID], int])
    failed: str = ""

    def __post_init__(self) -> None:
        self.member = ReadModel(self.projection, SCRATCH)

    def wants(self, log: int, until: Places, read: Read) -> bool:
        left = self.parked.get((log, read.account_id or NOBODY))
        return (
            not self.failed
            and self.places[log] < read.position <= until[log]
            and self.member.wants(read.name)
            and (left is None or read.position < left)
        )


def verify(
    projector_url: str,
    registry: EventRegistry,
    wrapping: KeyWrapping,
    projections: Sequence[Projection],
    account_id: UUID | None = None,
) -> Iterator[Verdict]:
    """What came of each read model, and of the names taken; with an account, of its rows alone."""
    with psycopg.connect(
        projector_url, autocommit=True, options=_OPTIONS, application_name="coffer verify"
    ) as connection:
        reader = LogReader(connection, EventMapper(registry), wrapping)
        yield from _Verifying(connection, reader, (*projections, claims.PROJECTION), account_id).verdicts()


class _Verifying:
    def __init__(
        self,
        connection: psycopg.Connection,
        reader: LogReader,
        projections: Sequence[Projection],
        account_id: UUID | None,
    ) -> None:
        self._connection = connection
        self._reader = reader
        self._account_id = account_id
        logs = list(self._heads())
        self._models = [_Model(p, dict.fromkeys(logs, 0)) for p in projections]
        self._dropped_on: date | None = None

    def verdicts(self) -> Iterator[Verdict]:
        for model in self._models:
            self._empty(model)
            model.parked = self._parked(model)
        # Nothing but the tables of this session can be changed from here on.
        self._connection.read_only = True
        self._connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        while self._fold_further():
            pass
        for model in self._models:
            yield self._verdict(model)

    def _fold_further(self) -> bool:
        """Fold what there is to fold; whether much has come in meanwhile."""
        until = {model.projection.name: self._places_of(model) for model in self._models}
        for log in self._heads():
            self._fold(log, self._models, until)
        heads = self._heads()
        return any(
            heads[log] - place > _NEAR and self._places_of(model)[log] - place > _NEAR
            for model in self._models
            for log, place in model.places.items()
            if not model.failed
        )

    def _fold(self, log: int, models: Sequence[_Model], until: dict[str, Places]) -> None:
        place = min(model.places[log] for model in models)
        end = max(until[model.projection.name][log] for model in models)
        while place < end and (facts := self._reader.after(log, place, end, concerning=self._account_id)):
            place = facts[-1].position
            with self._connection.transaction():
                for model in models:
                    own = until[model.projection.name]
                    self._take_in(model, [read for read in facts if model.wants(log, own, read)])
                self._drop_aged(models, facts[-1])
            for model in models:
                model.places[log] = max(model.places[log], min(place, until[model.projection.name][log]))
        for model in models:
            model.places[log] = max(model.places[log], until[model.projection.name][log])

    def _take_in(self, model: _Model, facts: Sequence[Read]) -> None:
        if not facts:
            return
        try:
            with self._connection.transaction():
                model.member.take_in(self._connection, facts)
        except (psycopg.OperationalError, psycopg.InterfaceError):
            raise
        except Exception as failure:
            model.failed = self._place_of_failure(model, facts, failure)

    def _place_of_failure(self, model: _Model, facts: Iterable[Read], failure: Exception) -> str:
        """The kind of the failure and the event: what it says could be anybody's."""
        for read in facts:
            try:
                with self._connection.transaction():
                    model.member.take_in(self._connection, [read])
            except (psycopg.OperationalError, psycopg.InterfaceError):
                raise
            except Exception as this:
                return f"{type(this).__name__} at position {read.position} ({read.name})"
        return f"{type(failure).__name__} in a batch, and of no event alone"

    def _drop_aged(self, models: Iterable[_Model], last: Read) -> None:
        """As the followers do every hour, by the time of the events: what is gone is not read again."""
        at: datetime | None = None if last.fact is None else last.fact.recorded_at
        if at is None or self._dropped_on == at.date():
            return
        self._dropped_on = at.date()
        for model in models:
            for table in model.projection.tables:
                if table.name in AGED:
                    statement = sql.SQL("delete from {} where at < {}::timestamptz - {}::interval")
                    place = sql.Identifier(SCRATCH, table.name)
                    self._connection.execute(statement.format(place, at, AGE))
                    model.member.forget()

    def _verdict(self, model: _Model) -> Verdict:
        verdict = self._look(model)
        for _ in range(_LOOKS - 1):
            heads = self._heads()
            if verdict.equal or model.failed or verdict.positions == heads:
                break
            self._wait_for(model, heads)
            verdict = self._look(model)
        return verdict

    def _look(self, model: _Model) -> Verdict:
        with self._connection.transaction():
            # The first of these takes the snapshot.
            until, parked = {model.projection.name: self._places_of(model)}, self._parked(model)
            if parked != model.parked:
                # Rows of an account that was left behind, or that came back, were folded otherwise.
                model.parked, model.failed = parked, ""
                model.places = dict.fromkeys(model.places, 0)
                for table in model.projection.tables:
                    self._connection.execute(
                        sql.SQL("delete from {}").format(sql.Identifier(SCRATCH, table.name))
                    )
                model.member.forget()
            for log in model.places:
                self._fold(log, [model], until)
            rows, found = 0, list[Difference]()
            for table in self._compared(model.projection) if not model.failed else ():
                count, difference = compare(
                    self._connection, table, self._live(model.projection, table), self._account_id
                )
                rows += count
                found += [difference] if difference else []
        projection = model.projection
        return Verdict(
            projection.name,
            projection.version,
            projection.mode,
            dict(model.places),
            rows,
            len(parked),
            tuple(found),
            model.failed,
        )

    def _compared(self, projection: Projection) -> list[Table]:
        """With an account, only tables that say whose their rows are."""
        return [table for table in projection.tables if self._account_id is None or table.account]

    def _live(self, projection: Projection, table: Table) -> sql.Composable:
        if projection is claims.PROJECTION:
            return sql.SQL("(select account_id, kind, value, stream_id, position as seq from es.claim) as c")
        return place_of(projection, table)

    def _empty(self, model: _Model) -> None:
        for statement in scratch_for(model.projection):
            self._connection.execute(statement)

    def _heads(self) -> Places:
        return dict(self._connection.execute("select log_id, position from es.head order by 1").fetchall())

    def _places_of(self, model: _Model) -> Places:
        """How far a read model has come: an inline one is never behind."""
        if model.projection.mode == "inline":
            return self._heads()
        rows = self._connection.execute(
            "select log_id, position from es.tracking where follower = %s", (place_name(model.projection),)
        ).fetchall()
        return {**dict.fromkeys(model.places, 0), **dict(rows)}

    def _parked(self, model: _Model) -> dict[tuple[int, UUID], int]:
        rows = self._connection.execute(
            "select log_id, account_id, position from es.parked where follower = %s",
            (place_name(model.projection),),
        ).fetchall()
        return {(log, account): position for log, account, position in rows}

    def _wait_for(self, model: _Model, heads: Places) -> None:
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            places = self._places_of(model)
            if all(places[log] >= position for log, position in heads.items()):
                return
            time.sleep(_POLL_SECONDS)
