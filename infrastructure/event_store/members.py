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
from infrastructure.rows.schema import place_name
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
    the name of its place in the log unless others are given. `from_nothing` says that its tables are empty,
    and that nobody else writes them.

    What it knows of its rows it keeps from batch to batch. So nobody else may write them, and where a
    transaction was rolled back, or somebody else has written, it has to `forget`.
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
        self._schema = schema
        self._kept = Kept(written={}, most=MOST_KEPT_OF_A_REPLAY) if from_nothing else Kept()
        self._rows: FoldedRows | None = None
        self.name = name or place_name(projection)
        self._names = _names(projection.events)

    def wants(self, name: str) -> bool:
        return not self._names or name in self._names

    def ask(self, connection: psycopg.Connection, facts: Iterable[Read]) -> None:
        """Send for the rows that these will need; `take_in` has to be next, and waits for them."""
        self._rows = FoldedRows(connection, self.projection, self._schema, kept=self._kept)
        for read in facts:
            if read.fact is not None and not self._kept.has_all:
                for table, where in self.projection.needs(read.fact):
                    self._rows.need(read.account_id, table, where)
        self._rows.ask()

    def take_in(self, connection: psycopg.Connection, facts: Sequence[Read]) -> None:
        try:
            if self._rows is None:
                self.ask(connection, facts)
            rows, self._rows = self._rows, None
            assert rows is not None
            rows.answer()
            for read in facts:
                fact = content(read)
                self.projection.apply(rows.of(fact.account_id, fact.position), fact)
            rows.flush()
        except BaseException:
            self.forget()
            raise

    def forget(self) -> None:
        self._rows = None
        self._kept.forget()


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
