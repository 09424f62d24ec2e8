"""Those who follow: reading while folding, parked accounts, reactions, listeners, new versions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from uuid import uuid4

import psycopg
import pytest

from application.reactions import Message, Reaction
from domain.kernel import Recorded
from infrastructure.event_store.batch import LogReader, Read
from infrastructure.event_store.members import Listener
from infrastructure.event_store.migrate import History, ensure_projections
from infrastructure.event_store.notifier import LISTEN, OUTBOX, TELL
from infrastructure.event_store.parking import retry_parked
from infrastructure.event_store.store import PostgresEventStore
from projections.kernel import Projection, Rows, Table
from tests.support.following import a_round
from tests.support.notes import (
    ACME,
    BETA,
    COUNTING,
    COUNTS,
    NOTES_FOLLOWING,
    NOTES_INLINE,
    REGISTRY,
    WRAPPING,
    NoteWritten,
    open_store,
    write,
)

ROWS = "select account_id, id, text, length, extra, seq from p_notes_1.notes order by seq"


@pytest.fixture
async def store(database_url: str, app_database_url: str) -> AsyncIterator[PostgresEventStore]:
    async with open_store(app_database_url) as (store, _):
        yield store


@pytest.fixture
def owner(database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection


async def test_reading_while_folding_sees_this_batch(
    database_url: str, projector_database_url: str, store: PostgresEventStore, owner: psycopg.Connection
) -> None:
    ensure_projections(database_url, [COUNTING])
    page = uuid4()
    with a_round(projector_database_url, [COUNTING]) as rounds:
        await write(store, page, "a", "b", "c")
        rounds.once()
        await write(store, page, "d")
        rounds.once()
    assert owner.execute("select n from p_counts_1.counts").fetchall() == [(4,)]


async def test_a_row_that_the_database_refuses_parks_its_account_for_that_read_model_alone(
    database_url: str, projector_database_url: str, store: PostgresEventStore, owner: psycopg.Connection
) -> None:
    strict = Table("strict", {"id": "uuid not null", "text": "text not null check (text <> 'poison')"})

    def copy(rows: Rows, fact: Recorded) -> None:
        assert isinstance(fact.event, NoteWritten)
        rows.put(strict, fact.entity_id, text=fact.event.text)

    copying = Projection("strict", 1, (strict,), copy, (NoteWritten,))
    ensure_projections(database_url, [copying, NOTES_FOLLOWING])
    await write(store, uuid4(), "poison")
    await write(store, uuid4(), "c", account=BETA)
    with a_round(projector_database_url, [copying, NOTES_FOLLOWING]) as rounds:
        while rounds.once():
            pass
    assert owner.execute("select account_id, text from p_strict_1.strict").fetchall() == [(BETA, "c")]
    assert [row[2] for row in owner.execute(ROWS).fetchall()] == ["poison", "c"]
    parked = owner.execute("select follower, account_id, position, left(error, 14) from es.parked").fetchall()
    assert parked == [("strict_1", ACME, 1, "CheckViolation")]


async def test_a_fact_that_cannot_be_applied_parks_its_account_for_that_read_model_alone(
    database_url: str,
    projector_database_url: str,
    store: PostgresEventStore,
    owner: psycopg.Connection,
) -> None:
    ensure_projections(database_url, [COUNTING, NOTES_FOLLOWING])
    mine, theirs = uuid4(), uuid4()
    await write(store, mine, "a", "poison", "b")
    await write(store, theirs, "c", "d", account=BETA)
    with a_round(projector_database_url, [COUNTING, NOTES_FOLLOWING]) as rounds:
        while rounds.once():
            pass
        counts = owner.execute("select account_id, n from p_counts_1.counts order by n").fetchall()
        assert counts == [(ACME, 1), (BETA, 2)]
        assert [row[2] for row in owner.execute(ROWS).fetchall()] == ["b", "d"]
        parked = owner.execute("select follower, account_id, position, error from es.parked").fetchall()
        assert parked == [("counts_1", ACME, 2, "ValueError: this cannot be counted")]
        await write(store, mine, "later")
        rounds.once()
        retry_parked(rounds)
        assert len(owner.execute("select from es.parked").fetchall()) == 1
    fixed = Projection("counts", 1, (COUNTS,), lambda rows, fact: fixed_count(rows, fact))
    with a_round(projector_database_url, [fixed, NOTES_FOLLOWING]) as rounds:
        retry_parked(rounds)
        await write(store, mine, "last")
        rounds.once()
    assert owner.execute("select count(*) from es.parked").fetchone() == (0,)
    counts = owner.execute("select account_id, n from p_counts_1.counts order by n").fetchall()
    assert counts == [(BETA, 2), (ACME, 5)]


def fixed_count(rows: Rows, fact: Recorded) -> None:
    row = rows.get(COUNTS, fact.entity_id)
    rows.put(COUNTS, fact.entity_id, n=1 if row is None else row["n"] + 1)


def letters(fact: Recorded) -> Iterator[Message]:
    assert isinstance(fact.event, NoteWritten)
    yield Message("letter", {"note": str(fact.entity_id)}, f"letter:{fact.event_id}")
    if fact.event.text == "twice":
        yield Message("letter", {"note": str(fact.entity_id)}, f"letter:{fact.event_id}")


LETTERS = Reaction("letters", (NoteWritten,), letters)


async def test_a_reaction_notes_each_message_once_and_leaves_the_past_alone(
    database_url: str, projector_database_url: str, store: PostgresEventStore, owner: psycopg.Connection
) -> None:
    page = uuid4()
    await write(store, page, "before")
    ensure_projections(database_url, [], [LETTERS.name])
    await write(store, page, "a", "twice")
    with a_round(projector_database_url, [], [LETTERS]) as rounds:
        rounds.once()
    owner.execute("update es.tracking set position = 0")
    with a_round(projector_database_url, [], [LETTERS]) as rounds:
        rounds.once()
    rows = owner.execute("select topic, payload from es.outbox").fetchall()
    assert rows == [("letter", {"note": str(page)})] * 3


async def test_jobs_are_woken_by_messages_and_by_nothing_else(
    database_url: str, projector_database_url: str, store: PostgresEventStore, owner: psycopg.Connection
) -> None:
    def when_asked(fact: Recorded) -> Iterator[Message]:
        if isinstance(fact.event, NoteWritten) and fact.event.text == "letter":
            yield Message("letter", {}, f"letter:{fact.event_id}")

    reaction = Reaction("letters", (NoteWritten,), when_asked)
    ensure_projections(database_url, [NOTES_FOLLOWING], [reaction.name])
    owner.execute(LISTEN, (OUTBOX,))
    woken: list[int] = []
    with a_round(projector_database_url, [NOTES_FOLLOWING], [reaction]) as rounds:
        for text in ("a", "letter", "b"):
            await write(store, uuid4(), text)
            assert rounds.once()
            woken.append(_heard(owner))
    assert woken == [0, 1, 0]


async def test_listeners_hear_what_was_read_for_the_read_models(
    database_url: str, projector_database_url: str, store: PostgresEventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    ensure_projections(database_url, [NOTES_FOLLOWING], ["ears"])
    read: list[int] = []
    original = LogReader.after

    def spy(self: LogReader, log: int, position: int, until: int | None = None) -> list[Read]:
        read.append(position)
        return original(self, log, position, until)

    monkeypatch.setattr(LogReader, "after", spy)
    heard: list[int] = []
    ears = Listener("ears", lambda facts: heard.extend(fact.position for fact in facts))
    with a_round(projector_database_url, [NOTES_FOLLOWING], listeners=[ears]) as rounds:
        await write(store, uuid4(), "a", "b")
        assert rounds.once()
        assert not rounds.once()
    assert heard == [1, 2]
    assert read == [0, 2]


async def test_listeners_hear_of_a_fact_when_it_can_be_read_and_again_when_they_failed(
    database_url: str, projector_database_url: str, store: PostgresEventStore, owner: psycopg.Connection
) -> None:
    ensure_projections(database_url, [NOTES_FOLLOWING], ["ears"])
    heard: list[int] = []

    def tell(facts: Sequence[Recorded]) -> None:
        assert owner.execute("select max(seq) from p_notes_1.notes").fetchone() == (facts[-1].position,)
        heard.extend(fact.position for fact in facts)
        if heard == [1, 2]:
            raise ConnectionError

    await write(store, uuid4(), "a", "b")
    with a_round(projector_database_url, [NOTES_FOLLOWING], listeners=[Listener("ears", tell)]) as rounds:
        rounds.once()
        rounds.once()
        assert not rounds.once()
    assert heard == [1, 2, 1, 2]


async def test_a_new_version_is_shown_when_it_has_caught_up(
    database_url: str, projector_database_url: str, store: PostgresEventStore, owner: psycopg.Connection
) -> None:
    ensure_projections(database_url, [NOTES_FOLLOWING])
    await write(store, uuid4(), "a")
    with a_round(projector_database_url, [NOTES_FOLLOWING]) as rounds:
        rounds.once()

    def louder(rows: Rows, fact: Recorded) -> None:
        assert isinstance(fact.event, NoteWritten)
        rows.put(LOUD, fact.entity_id, text=fact.event.text.upper())

    LOUD = Table("notes", {"id": "uuid not null", "text": "text not null"})
    second = Projection("notes", 2, (LOUD,), louder, (NoteWritten,))
    ensure_projections(database_url, [second])
    assert owner.execute("select text from read.notes").fetchall() == [("a",)]
    with a_round(projector_database_url, [NOTES_FOLLOWING, second]) as rounds:
        rounds.once()
    assert owner.execute("select text from read.notes").fetchall() == [("A",)]
    assert owner.execute("select text from p_notes_1.notes").fetchall() == [("a",)]


async def test_a_new_inline_version_is_filled_before_it_is_written(
    database_url: str, app_database_url: str, owner: psycopg.Connection
) -> None:
    ensure_projections(database_url, [NOTES_INLINE])
    page = uuid4()
    async with open_store(app_database_url, inline=[NOTES_INLINE]) as (store, _):
        await write(store, page, "a", "bb")
    second = replace(NOTES_INLINE, version=2)
    with pytest.raises(ValueError, match="takes the history"):
        ensure_projections(database_url, [second])
    assert owner.execute("select version from es.read_model").fetchall() == [(1,)]
    history = History(REGISTRY, WRAPPING)
    ensure_projections(database_url, [second], history=history)
    async with open_store(app_database_url, inline=[second]) as (store, _):
        await write(store, page, "ccc")
    assert owner.execute("select text, length from read.notes").fetchall() == [("ccc", 3)]
    assert owner.execute("select text from p_notes_1.notes").fetchall() == [("bb",)]


def _heard(owner: psycopg.Connection) -> int:
    """How often the outbox was announced until now: announcements come in the order of their commits."""
    owner.execute(TELL, (OUTBOX, "counted"))
    heard = owner.notifies(timeout=60)
    return sum(1 for _ in iter(lambda: next(heard).payload, "counted"))
