"""A small aggregate for tests of the store itself: notes with a unique title and an erasable part."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from application.ports import Append, Appended, Context, Idempotency, StreamAppend
from domain.errors import Refused
from domain.ids import AccountId, UserId
from domain.kernel import Actor, Claim, Decider, Event, Moment, Recorded, Value
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.personal_data.keys import KeyWrapping, SubjectKeys
from infrastructure.postgres import open_pool
from projections.kernel import Projection, Rows, Table

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ACME, BETA = AccountId(UUID(int=0xACE)), AccountId(UUID(int=0xBEA))
ALICE = UserId(UUID(int=0xA11CE))
WRAPPING = KeyWrapping(b"k" * 32)


class WriteNote(Value, frozen=True):
    text: str


class NoteWritten(Event, frozen=True, tag="note.written"):
    text: str
    title: str | None = None
    secrets: tuple[str, ...] = ()
    erasable = ("secrets",)

    def claims(self) -> Iterable[Claim]:
        return () if self.title is None else (Claim("account", "title", self.title),)


class NoteTorn(Event, frozen=True, tag="note.torn"):
    title: str

    def releases(self) -> Iterable[Claim]:
        return (Claim("account", "title", self.title),)


NoteEvent = NoteWritten | NoteTorn


class Note(Value, frozen=True):
    texts: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()


def decide(command: WriteNote, note: Note | None, moment: Moment) -> list[NoteEvent]:
    if not command.text:
        raise Refused("A note needs words.")
    return [NoteWritten(command.text)]


def evolve(note: Note | None, event: NoteEvent) -> Note:
    note = note or Note()
    if isinstance(event, NoteTorn):
        return Note()
    return Note((*note.texts, event.text), (*note.secrets, *event.secrets))


NOTE: Decider[Any, Any, Any] = Decider("note", (NoteWritten, NoteTorn), decide, evolve)
LONG: Decider[Any, Any, Any] = Decider(
    "note", (NoteWritten, NoteTorn), decide, evolve, state=Note, snapshot_version=1, snapshot_every=10
)
REGISTRY = EventRegistry((NOTE,))

NOTES = Table(
    "notes",
    {
        "id": "uuid not null",
        "text": "text not null",
        "length": "integer not null default 0",
        "extra": "jsonb",
    },
)


def apply(rows: Rows, fact: Recorded) -> None:
    match fact.event:
        case NoteWritten(text=text):
            rows.put(NOTES, fact.entity_id, text=text, length=len(text), extra={"by": str(fact.actor_id)})
        case NoteTorn():
            rows.delete(NOTES, fact.entity_id)
        case _:
            raise AssertionError(fact.event)


NOTES_INLINE = Projection("notes", 1, (NOTES,), apply, (NoteWritten, NoteTorn), "inline")
NOTES_FOLLOWING = Projection("notes", 1, (NOTES,), apply, (NoteWritten, NoteTorn))


COUNTS = Table("counts", {"id": "uuid not null", "n": "integer not null"})


def counted(rows: Rows, fact: Recorded) -> None:
    """How often each note was written: a fact that is taken in twice shows."""
    if isinstance(fact.event, NoteWritten) and fact.event.text == "poison":
        raise ValueError("this cannot be counted")
    row = rows.get(COUNTS, fact.entity_id)
    rows.put(COUNTS, fact.entity_id, n=1 if row is None else row["n"] + 1)


COUNTING = Projection("counts", 1, (COUNTS,), counted)


def context(account: UUID | None = ACME, *, key: Idempotency | None = None, ip: str | None = None) -> Context:
    actor = Actor("user", user_id=ALICE, account_id=None if account is None else AccountId(account))
    return Context(actor, NOON, uuid4(), uuid4(), idempotency=key, ip=ip, agent=None)


def noted(entity: UUID, expected: int | None, *events: Event, account: UUID = ACME) -> Append:
    return Append(context(account), (StreamAppend(NOTE, account, entity, expected, events),))


@asynccontextmanager
async def open_store(app_url: str, **options: Any):
    async with open_pool(app_url, size=8) as pool:
        keys = SubjectKeys(pool, WRAPPING)
        store = PostgresEventStore(app_url, pool, REGISTRY, keys, **options)
        await store.open()
        try:
            yield store, keys
        finally:
            await store.close()


async def write(store: PostgresEventStore, entity: UUID, *texts: str, account: UUID = ACME) -> Appended:
    """Notes on one page, one append each."""
    _, version = await store.load(NOTE, account, entity)
    appended = Appended(0, {})
    for number, text in enumerate(texts):
        appended = await store.append(noted(entity, version + number, NoteWritten(text), account=account))
    return appended
