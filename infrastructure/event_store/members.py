"""Those who follow the log: read models, reactions, and listeners outside the database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec
import psycopg

from application.reactions import Message, Reaction
from domain.kernel import Event, Recorded
from infrastructure.event_store.batch import Read, Unreadable
from infrastructure.event_store.notifier import OUTBOX, TELL
from infrastructure.event_store.registry import name_of
from infrastructure.rows.folded import FoldedRows
from infrastructure.rows.kept import MOST_KEPT_OF_A_REPLAY, Kept
from infrastructure.rows.schema import place_name, schema_of
from infrastructure.rows.whole import WholeRows
from projections.kernel import Projection


@dataclass(frozen=True)
class Listener:
    """Delivers events to an external subscriber, at least once, after all read models have applied them."""

    name: str
    tell: Callable[[Sequence[Recorded]], None]


class Member(Protocol):
    """One follower: takes in facts inside the transaction that moves its place in the log."""

    name: str

    def wants(self, name: str) -> bool: ...

    def take_in(self, connection: psycopg.Connection, facts: Sequence[Read]) -> None: ...


class ReadModel:
    """A projection: its rows are folded over the facts and written at the end, into its own schema and under
    the name of its place in the log unless others are given.

    What it knows of its rows it keeps from batch to batch. So nobody else may write them, and where a
    transaction was rolled back, or somebody else has written, it has to `forget`.

    `from_nothing` says that its tables are empty, and that nobody else writes them: then all rows stay in
    memory until `copy_out`, and nothing reaches the database before. Who uses it bounds `rows_in_memory`.
    """

    def __init__(
        self,
        projection: Projection,
        schema: str | None = None,
        *,
        name: str | None = None,
        from_nothing: bool = False,
    ) -> None:
        self.projection = projection
        self._schema = schema or schema_of(projection)
        self._kept = Kept()
        self._rows: FoldedRows | None = None
        self._whole = WholeRows(projection) if from_nothing else None
        self.name = name or place_name(projection)
        self._names = _names(projection.events)

    @property
    def rows_in_memory(self) -> int:
        """Of those that are in no table yet."""
        return 0 if self._whole is None else len(self._whole)

    @property
    def is_copied(self) -> bool:
        """Whether all of its rows are in its tables."""
        return self._whole is None

    def wants(self, name: str) -> bool:
        return not self._names or name in self._names

    def ask(self, connection: psycopg.Connection, facts: Iterable[Read]) -> None:
        """Send for the rows that these will need; `take_in` has to be next, and waits for them."""
        if self._whole is not None:
            return
        self._rows = FoldedRows(connection, self.projection, self._schema, kept=self._kept)
        for read in facts:
            if read.fact is not None:
                for table, where in self.projection.needs(read.fact):
                    self._rows.need(read.account_id, table, where)
        self._rows.ask()

    def take_in(self, connection: psycopg.Connection, facts: Sequence[Read]) -> None:
        try:
            if self._whole is not None:
                self._whole.begin()
                self._fold(self._whole, facts)
                return
            if self._rows is None:
                self.ask(connection, facts)
            rows, self._rows = self._rows, None
            assert rows is not None
            rows.answer()
            self._fold(rows, facts)
            rows.flush()
        except BaseException:
            self.forget()
            raise

    def copy_out(self, connection: psycopg.Connection) -> None:
        """Write all rows into the tables, which are empty, and go on by statements. Outside of pipelines, and
        in a transaction; should that fail, the tables stay empty and the rows in memory."""
        if self._whole is not None:
            self._whole.copy(connection, self._schema)
            self._whole, self._kept = None, Kept(most=MOST_KEPT_OF_A_REPLAY)

    def keep(self) -> None:
        """What was taken in is committed."""
        if self._whole is not None:
            self._whole.begin()

    def forget(self) -> None:
        self._rows = None
        self._kept.forget()
        if self._whole is not None:
            self._whole.undo()

    def _fold(self, rows: FoldedRows | WholeRows, facts: Sequence[Read]) -> None:
        apply = self.projection.apply
        for read in facts:
            fact = read.fact
            if fact is None:
                raise Unreadable(f"{read.name} at {read.position}: {read.problem}")
            apply(rows.of(fact.account_id, fact.position), fact)


class Outbox:
    """A reaction: its messages are noted."""

    def __init__(self, reaction: Reaction) -> None:
        self.reaction = reaction
        self.name = reaction.name
        self._names = _names(reaction.events)

    def wants(self, name: str) -> bool:
        return name in self._names

    def take_in(self, connection: psycopg.Connection, facts: Iterable[Read]) -> None:
        note(connection, [message for read in facts for message in self.reaction.react(content(read))])


def note(connection: psycopg.Connection, messages: Iterable[Message]) -> None:
    """Leave messages for the jobs, which hear of them when they are committed; those already noted are not
    noted again."""
    rows = [_row(message) for message in messages]
    if rows:
        connection.execute(
            "insert into es.outbox (topic, payload, dedup) "
            "select topic, payload, dedup from jsonb_to_recordset(%s::jsonb) "
            "as m (topic text, payload jsonb, dedup text) on conflict (dedup) do nothing",
            (msgspec.json.encode(rows).decode(),),
        )
        connection.execute(TELL, (OUTBOX, ""))


def content(read: Read) -> Recorded:
    if read.fact is None:
        raise Unreadable(f"{read.name} at {read.position}: {read.problem}")
    return read.fact


def _names(events: tuple[type[Event], ...]) -> frozenset[str]:
    return frozenset(name_of(event) for event in events)


def _row(message: Message) -> Mapping[str, Any]:
    return {"topic": message.topic, "payload": message.payload, "dedup": message.dedup}
