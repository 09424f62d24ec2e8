"""What following promises: every fact once, in order, and no account holds up another."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from uuid import UUID, uuid4

import psycopg
import pytest

from application.reactions import Message, Reaction
from domain.kernel import Recorded
from infrastructure.event_store.batch import LogReader
from infrastructure.event_store.follower import run_followers
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.members import Listener, ReadModel
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.event_store.parking import retry_parked
from infrastructure.event_store.places import Overtaken, Places
from infrastructure.event_store.round import Round
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.personal_data.keys import SubjectKeys
from infrastructure.rows.progress import Progress
from infrastructure.rows.reader import PostgresReader
from projections.kernel import Projection, Rows, Table
from tests.support.notes import (
    ACME,
    ALICE,
    BETA,
    NOTES,
    NOTES_FOLLOWING,
    REGISTRY,
    WRAPPING,
    NoteTorn,
    NoteWritten,
    noted,
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


@contextlib.contextmanager
def a_round(
    url: str,
    projections: Sequence[Projection],
    reactions: Sequence[Reaction] = (),
    listeners: Sequence[Listener] = (),
) -> Iterator[Round]:
    """Following step by step, as the leader does it."""
    from infrastructure.event_store.members import Outbox

    with psycopg.connect(url, autocommit=True) as connection:
        reader = LogReader(connection, EventMapper(REGISTRY), SubjectKeys(url, WRAPPING))
        models = [ReadModel(projection) for projection in projections]
        outboxes = [Outbox(reaction) for reaction in reactions]
        places = Places(connection, [member.name for member in (*models, *outboxes, *listeners)])
        places.read()
        yield Round(connection, reader, places, models, outboxes, listeners)


async def test_rows_and_place_move_together(
    database_url: str, projector_database_url: str, store: PostgresEventStore, owner: psycopg.Connection
) -> None:
    ensure_projections(database_url, [NOTES_FOLLOWING])
    one, two = uuid4(), uuid4()
    await write(store, one, "a", "bb")
    await write(store, two, "ccc", account=BETA)
    with a_round(projector_database_url, [NOTES_FOLLOWING]) as rounds:
        assert rounds.once()
        assert not rounds.once()
    assert owner.execute(ROWS).fetchall() == [
        (ACME, one, "bb", 2, {"by": str(ALICE)}, 2),
        (BETA, two, "ccc", 3, {"by": str(ALICE)}, 3),
    ]
    assert owner.execute("select position from es.tracking").fetchall() == [(3,)]


class Crash(BaseException):
    """The process ends here."""


@pytest.mark.parametrize("statement", range(1, 7))
async def test_a_crash_between_any_two_statements_changes_nothing(
    database_url: str,
    projector_database_url: str,
    store: PostgresEventStore,
    owner: psycopg.Connection,
    statement: int,
) -> None:
    ensure_projections(database_url, [NOTES_FOLLOWING])
    page, torn = uuid4(), uuid4()
    await write(store, page, "a", "bb")
    await write(store, torn, "x")
    await store.append(noted(torn, 1, NoteTorn("-")))

    class Crashing(psycopg.Connection):
        left = 10**9

        def execute(self, *args, **kwargs):
            Crashing.left -= 1
            if Crashing.left == 0:
                raise Crash
            return super().execute(*args, **kwargs)

    with contextlib.suppress(Crash), Crashing.connect(projector_database_url, autocommit=True) as connection:
        reader = LogReader(connection, EventMapper(REGISTRY), SubjectKeys(projector_database_url, WRAPPING))
        places = Places(connection, ["notes_1"])
        places.read()
        rounds = Round(connection, reader, places, [ReadModel(NOTES_FOLLOWING)], [], [])
        Crashing.left = statement
        rounds.once()
    with a_round(projector_database_url, [NOTES_FOLLOWING]) as rounds:
        while rounds.once():
            pass
    assert owner.execute(ROWS).fetchall() == [(ACME, page, "bb", 2, {"by": str(ALICE)}, 2)]
    assert owner.execute("select position from es.tracking").fetchall() == [(4,)]


async def test_whoever_was_overtaken_stops(
    database_url: str, projector_database_url: str, store: PostgresEventStore, owner: psycopg.Connection
) -> None:
    ensure_projections(database_url, [NOTES_FOLLOWING])
    await write(store, uuid4(), "a")
    with a_round(projector_database_url, [NOTES_FOLLOWING]) as slow:
        with a_round(projector_database_url, [NOTES_FOLLOWING]) as fast:
            fast.once()
        with pytest.raises(Overtaken):
            slow.once()
    assert len(owner.execute(ROWS).fetchall()) == 1


COUNTS = Table("counts", {"id": "uuid not null", "n": "integer not null"})


def counted(rows: Rows, fact: Recorded) -> None:
    if isinstance(fact.event, NoteWritten) and fact.event.text == "poison":
        raise ValueError("this cannot be counted")
    row = rows.get(COUNTS, fact.entity_id)
    rows.put(COUNTS, fact.entity_id, n=1 if row is None else row["n"] + 1)


COUNTING = Projection("counts", 1, (COUNTS,), counted)


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


@pytest.fixture
def following(
    database_url: str, projector_database_url: str
) -> Iterator[Callable[[], tuple[threading.Thread, threading.Event]]]:
    ensure_projections(database_url, [NOTES_FOLLOWING, COUNTING])
    started: list[tuple[threading.Thread, threading.Event]] = []

    def start() -> tuple[threading.Thread, threading.Event]:
        stop, ready = threading.Event(), threading.Event()
        keys = SubjectKeys(projector_database_url, WRAPPING)
        thread = threading.Thread(
            target=run_followers,
            args=(projector_database_url, REGISTRY, keys, [NOTES_FOLLOWING, COUNTING]),
            kwargs={"stop": stop, "ready": ready.set},
        )
        thread.start()
        started.append((thread, stop))
        return thread, stop

    yield start
    for thread, stop in started:
        stop.set()
        thread.join(10)
        assert not thread.is_alive()


async def test_a_writer_reads_its_own_write(
    following: Callable[[], object], store: PostgresEventStore, app_database_url: str
) -> None:
    following()
    reader, progress = PostgresReader(app_database_url), Progress(app_database_url)
    await reader.open()
    await progress.open()
    try:
        for number in range(20):
            page = uuid4()
            appended = await write(store, page, str(number))
            assert await progress.wait(appended.position, 10) >= appended.position
            sql = "select text from read.notes where id = %(id)s"
            assert await reader.one(sql, {"id": page}, account_id=ACME) == (str(number),)
            assert await reader.one(sql, {"id": page}, account_id=BETA) is None
            assert await reader.one(sql, {"id": page}) is None
        started = time.monotonic()
        assert await progress.wait(10_000, 0.2) == 20
        assert time.monotonic() - started < 2
    finally:
        await reader.close()
        await progress.close()


async def test_another_process_takes_over_when_the_leader_ends(
    following: Callable[[], tuple[threading.Thread, threading.Event]],
    store: PostgresEventStore,
    owner: psycopg.Connection,
) -> None:
    _, stop = following()
    following()
    await write(store, uuid4(), "a")
    await reached(owner, 1)
    stop.set()
    await write(store, uuid4(), "b")
    await reached(owner, 2)
    owner.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity "
        "where application_name = 'coffer follow' and datname = current_database()"
    )
    await write(store, uuid4(), "c")
    await reached(owner, 3)
    assert [row[2] for row in owner.execute(ROWS).fetchall()] == ["a", "b", "c"]


async def reached(owner: psycopg.Connection, position: int) -> None:
    async with asyncio.timeout(15):
        while owner.execute("select min(position) from es.tracking").fetchone() != (position,):
            await asyncio.sleep(0.02)  # noqa: ASYNC110 - the other side is a database


async def test_keys_with_an_end_and_old_answers_go(
    owner: psycopg.Connection, projector_database_url: str
) -> None:
    from infrastructure.event_store.housekeeping import drop_what_is_due

    owner.execute(
        "insert into es.subject_key (subject, owner_id, wrapped, expires_on) select gen_random_uuid(), "
        "gen_random_uuid(), '', d from unnest(array[current_date - 1, current_date + 1, null]) as d;"
        "insert into es.idempotency select gen_random_uuid(), gen_random_uuid(), 'k', 'r', '', '', 1, now() - d from "
        "unnest(array['6 days', '8 days']::interval[]) as d"
    )
    with psycopg.connect(projector_database_url, autocommit=True) as projector:
        drop_what_is_due(projector)
    assert owner.execute("select count(*) from es.subject_key").fetchone() == (2,)
    assert owner.execute("select count(*) from es.idempotency").fetchone() == (1,)


async def test_followers_see_every_account_and_others_their_own(
    database_url: str, projector_database_url: str, app_database_url: str, store: PostgresEventStore
) -> None:
    mine = Table("mine", {"id": "uuid not null", "user_id": "uuid not null"}, own_rows="user_id")

    def keep(rows: Rows, fact: Recorded) -> None:
        rows.put(mine, fact.entity_id, user_id=fact.actor_id)

    projection = Projection("mine", 1, (mine,), keep)
    ensure_projections(database_url, [projection])
    await write(store, uuid4(), "a")
    await write(store, uuid4(), "b", account=BETA)
    with a_round(projector_database_url, [projection]) as rounds:
        rounds.once()
    reader = PostgresReader(app_database_url)
    await reader.open()
    sql = "select account_id from read.mine order by seq"
    assert await reader.all(sql) == []
    assert await reader.all(sql, account_id=ACME) == [(ACME,)]
    assert await reader.all(sql, user_id=ALICE) == [(ACME,), (BETA,)]
    assert await reader.all(sql, user_id=UUID(int=1)) == []
    await reader.close()
    with (
        psycopg.connect(app_database_url, autocommit=True) as app,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        app.execute("delete from p_mine_1.mine")


def test_a_fact_reaches_the_rows_of_its_own_account_only() -> None:
    from infrastructure.rows.keys import full_key

    page = uuid4()
    assert full_key(NOTES, page, ACME) == {"account_id": ACME, "id": page}
    assert full_key(NOTES, {"id": page, "account_id": BETA}, None) == {"account_id": BETA, "id": page}
    for key, account in (({"id": page, "account_id": BETA}, ACME), (page, None), ({"text": 1}, ACME)):
        with pytest.raises(ValueError, match=r"needs the account|is named by"):
            full_key(NOTES, key, account)
