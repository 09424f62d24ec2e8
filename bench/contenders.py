"""Ways to store an event, side by side: a plain INSERT, the library's recorders, and ours."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from typing import Any
from uuid import UUID, uuid4

import psycopg
from eventsourcing.dcb.api import DCBAppendCondition, DCBEvent, DCBQuery, DCBQueryItem
from eventsourcing.dcb.postgres_tt import PostgresDCBRecorderTT
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg.conninfo import conninfo_to_dict

from bench.database import Database
from infrastructure.event_store.notifier import EVENTS, Notifier
from infrastructure.event_store.recorder import LogRecorder
from infrastructure.event_store.writer import GroupCommit

# What a small fact weighs: a task renamed, with its sealed title.
STATE = b'{"event":"task.renamed","sealed":"' + b"x" * 360 + b'"}'
TOPIC = "task.renamed"


class Contender(ABC):
    """`append` stores one event of a new stream; `after` reads on from a position, as a follower does."""

    name: str

    @abstractmethod
    def append(self) -> UUID: ...

    @abstractmethod
    def after(self, position: int) -> Sequence[tuple[int, UUID]]: ...

    @contextlib.contextmanager
    def client(self) -> Generator[Callable[[], UUID]]:
        """What one client of a turn appends with; what it holds is given back at the end of the turn."""
        yield self.append

    def close(self) -> None:
        return None


class PlainInsert(Contender):
    """One INSERT and one commit per event, each client on a connection of its own."""

    name = "plain insert"

    def __init__(self, database: Database) -> None:
        self._url = database.owner
        with psycopg.connect(self._url) as owner:
            owner.execute(
                "create table public.plain (position bigint generated always as identity primary key, "
                "stream_id uuid not null, version integer not null, type text not null, "
                "state bytea not null, unique (stream_id, version))"
            )

    @contextlib.contextmanager
    def client(self) -> Generator[Callable[[], UUID]]:
        with psycopg.connect(self._url, autocommit=True) as connection:
            yield lambda: _inserted(connection)

    def append(self) -> UUID:
        with self.client() as append:
            return append()

    def after(self, position: int) -> Sequence[tuple[int, UUID]]:
        with psycopg.connect(self._url) as owner:
            return owner.execute(
                "select position, stream_id from public.plain where position > %s order by 1", (position,)
            ).fetchall()


def _inserted(connection: psycopg.Connection) -> UUID:
    stream = uuid4()
    connection.execute(
        "insert into public.plain (stream_id, version, type, state) values (%s, 1, %s, %b)",
        (stream, TOPIC, STATE),
        prepare=True,
    )
    return stream


class Ours(Contender):
    """The head row and the group commit, through the library's recorder contract."""

    name = "group commit"

    def __init__(self, database: Database) -> None:
        self._notifier = Notifier(database.app, EVENTS)
        self._writer = GroupCommit(database.app, self._notifier.tell)
        self._recorder = LogRecorder(database.app, self._writer)
        self._notifier.start()
        self._writer.start()
        self._recorder.open()

    def append(self) -> UUID:
        stream = uuid4()
        self._recorder.insert_events([StoredEvent(stream, 1, TOPIC, STATE)])
        return stream

    def after(self, position: int) -> Sequence[tuple[int, UUID]]:
        found = self._recorder.select_notifications(position, 500, inclusive_of_start=False)
        return [(event.id, UUID(str(event.originator_id))) for event in found]

    def close(self) -> None:
        self._writer.stop()
        self._notifier.stop()
        self._recorder.close()


class Library(Contender):
    """The library's application recorder: with its table lock, or with its database functions."""

    def __init__(self, database: Database, *, functions: bool) -> None:
        self.name = "library, database functions" if functions else "library, classic"
        self._datastore = PostgresDatastore(
            **_address(database.owner),
            pool_size=12,
            max_overflow=4,
            schema="functions" if functions else "classic",
            enable_db_functions=functions,
        )
        with psycopg.connect(database.owner) as owner:
            owner.execute(f"create schema {'functions' if functions else 'classic'}".encode())
        self._recorder = PostgresApplicationRecorder(self._datastore, events_table_name="stored_events")
        self._recorder.create_table()

    def append(self) -> UUID:
        stream = uuid4()
        self._recorder.insert_events([StoredEvent(stream, 1, TOPIC, STATE)])
        return stream

    def after(self, position: int) -> Sequence[tuple[int, UUID]]:
        found = self._recorder.select_notifications(position, 500, inclusive_of_start=False)
        return [(event.id, UUID(str(event.originator_id))) for event in found]

    def close(self) -> None:
        self._datastore.close()


class LibraryDcb(Contender):
    """The library's dynamic consistency boundaries, with and without a condition on the append."""

    def __init__(self, recorder: PostgresDCBRecorderTT, *, conditional: bool) -> None:
        self.name = f"library, DCB {'conditional' if conditional else 'unconditional'}"
        self._conditional = conditional
        self._recorder = recorder

    def append(self) -> UUID:
        stream = uuid4()
        condition = None
        if self._conditional:
            query = DCBQuery(items=[DCBQueryItem(tags=[str(stream)])])
            condition = DCBAppendCondition(fail_if_events_match=query, after=None)
        self._recorder.append([DCBEvent(TOPIC, STATE, [str(stream)])], condition)
        return stream

    def after(self, position: int) -> Sequence[tuple[int, UUID]]:
        found = self._recorder.read(after=position, limit=500)
        return [(event.position, UUID(event.event.tags[0])) for event in found]


@contextlib.contextmanager
def all_contenders(database: Database, *, library: bool) -> Generator[list[Contender]]:
    """Everything to be measured, on one database."""
    with contextlib.ExitStack() as stack:
        contenders: list[Contender] = [PlainInsert(database), Ours(database)]
        if library:
            contenders += [Library(database, functions=functions) for functions in (False, True)]
            # Its database functions have fixed names, so a database holds one of these recorders.
            datastore = PostgresDatastore(**_address(database.owner), pool_size=12, max_overflow=4)
            stack.callback(datastore.close)
            recorder = PostgresDCBRecorderTT(datastore)
            recorder.create_table()
            contenders += [LibraryDcb(recorder, conditional=conditional) for conditional in (True, False)]
        for contender in contenders:
            stack.callback(contender.close)
        yield contenders


def _address(url: str) -> dict[str, Any]:
    """The same way to the server as everybody else's."""
    parts = conninfo_to_dict(url)
    return {name: parts[name] for name in ("dbname", "host", "port", "user", "password")}
