"""What following promises: every fact once, in order, and no account holds up another."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import AsyncConnectionPool

from domain.kernel import Recorded
from infrastructure.event_store import batch, follower, round
from infrastructure.event_store.batch import LogReader
from infrastructure.event_store.epoch import EPOCH, WHAT_TO_DO
from infrastructure.event_store.follower import run_followers
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.members import Listener, ReadModel
from infrastructure.event_store.migrate import NotThisVersion, ensure_projections
from infrastructure.event_store.places import Outdated, Overtaken, Places
from infrastructure.event_store.round import Round
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.readiness import PULSE_FILE
from infrastructure.rows.progress import Progress
from infrastructure.rows.reader import PostgresReader
from projections.kernel import Projection, Rows, Table
from tests.support.following import a_round
from tests.support.notes import (
    ACME,
    ALICE,
    BETA,
    COUNTING,
    NOTES,
    NOTES_FOLLOWING,
    REGISTRY,
    WRAPPING,
    open_store,
    write,
)
from tests.support.own_servers import StoppingProxy, through

ROWS = "select account_id, id, text, length, extra, seq from p_notes_1.notes order by seq"


@pytest.fixture
async def store(database_url: str, app_database_url: str) -> AsyncIterator[PostgresEventStore]:
    async with open_store(app_database_url) as (store, _):
        yield store


@pytest.fixture
def owner(database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection


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
    ensure_projections(database_url, [COUNTING])
    page = uuid4()
    await write(store, page, "a", "bb", "ccc")

    class Crashing(psycopg.Connection):
        left = 10**9

        def execute(self, *args, **kwargs):
            Crashing.left -= 1
            if Crashing.left == 0:
                raise Crash
            return super().execute(*args, **kwargs)

    with contextlib.suppress(Crash), Crashing.connect(projector_database_url, autocommit=True) as connection:
        reader = LogReader(connection, EventMapper(REGISTRY), WRAPPING)
        places = Places(connection, ["counts_1"])
        places.read()
        rounds = Round(connection, reader, places, [ReadModel(COUNTING)], [], [])
        Crashing.left = statement
        rounds.once()
    with a_round(projector_database_url, [COUNTING]) as rounds:
        while rounds.once():
            pass
    # Counting is not idempotent: a batch that was taken in twice would show.
    assert owner.execute("select id, n from p_counts_1.counts").fetchall() == [(page, 3)]
    assert owner.execute("select position from es.tracking").fetchall() == [(3,)]


async def test_the_end_is_not_read_twice_and_whoever_is_behind_goes_on(
    database_url: str,
    projector_database_url: str,
    store: PostgresEventStore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(batch, "MOST_FACTS", 2)
    monkeypatch.setattr(round, "MOST_FACTS", 2)
    ensure_projections(database_url, [NOTES_FOLLOWING])
    await write(store, uuid4(), "a", "b", "c")
    with a_round(projector_database_url, [NOTES_FOLLOWING]) as rounds:
        assert rounds.once()
        assert rounds.more  # the batch was full
        assert rounds.once()
        assert not rounds.more
        await write(store, uuid4(), "d")
        assert rounds.once()
        assert not rounds.more
    ensure_projections(database_url, [COUNTING])
    await write(store, uuid4(), "e")
    with a_round(projector_database_url, [NOTES_FOLLOWING, COUNTING]) as rounds:
        # The foremost reads one; who begins reads two, and then goes on until they have met.
        turns = 1
        while rounds.once() and rounds.more:
            turns += 1
        assert set(rounds.places.positions[0].values()) == {5}
        assert turns == 4


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


@pytest.fixture
def following(
    database_url: str, projector_database_url: str
) -> Iterator[Callable[[], tuple[threading.Thread, threading.Event]]]:
    ensure_projections(database_url, [NOTES_FOLLOWING])
    started: list[tuple[threading.Thread, threading.Event]] = []

    def start() -> tuple[threading.Thread, threading.Event]:
        stop, ready = threading.Event(), threading.Event()
        thread = threading.Thread(
            target=run_followers,
            args=(projector_database_url, REGISTRY, WRAPPING, [NOTES_FOLLOWING]),
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


def test_who_leads_and_who_waits_to_lead_have_a_pulse(
    following: Callable[[], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("leads", "waits"):
        pulse = tmp_path / name
        monkeypatch.setenv(PULSE_FILE, str(pulse))
        following()
        for _ in range(500):
            if pulse.exists():
                break
            time.sleep(0.02)
        assert pulse.exists()


async def test_a_writer_reads_its_own_write(
    following: Callable[[], object],
    store: PostgresEventStore,
    app_database_url: str,
    pool: AsyncConnectionPool,
) -> None:
    following()
    reader, progress = PostgresReader(pool), Progress(app_database_url)
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
        # Who asks for what never comes is told how far it is, and does not wait on.
        async with asyncio.timeout(60):
            assert await progress.wait(10_000, 0.2) == 20
    finally:
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
    async with asyncio.timeout(60):
        # The other side is a database and cannot set an event here.
        while owner.execute("select min(position) from es.tracking").fetchone() != (position,):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_keys_with_an_end_and_old_answers_go(
    owner: psycopg.Connection, projector_database_url: str
) -> None:
    from infrastructure.event_store.housekeeping import drop_what_is_due

    owner.execute(
        "insert into es.subject_key (subject, owner_id, wrapped, expires_on) select gen_random_uuid(), "
        "gen_random_uuid(), '', d from unnest(array[current_date - 1, current_date + 1, null]) as d;"
        "insert into es.idempotency select gen_random_uuid(), gen_random_uuid(), 'k', 'r', '', '', 1, "
        "now() - d from unnest(array['6 days', '8 days']::interval[]) as d"
    )
    with psycopg.connect(projector_database_url, autocommit=True) as projector:
        drop_what_is_due(projector)
    assert owner.execute("select count(*) from es.subject_key").fetchone() == (2,)
    assert owner.execute("select count(*) from es.idempotency").fetchone() == (1,)


async def test_followers_see_every_account_and_others_their_own(
    database_url: str,
    projector_database_url: str,
    app_database_url: str,
    store: PostgresEventStore,
    pool: AsyncConnectionPool,
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
    reader = PostgresReader(pool)
    sql = "select account_id from read.mine order by seq"
    assert await reader.all(sql) == []
    assert await reader.all(sql, account_id=ACME) == [(ACME,)]
    assert await reader.all(sql, user_id=ALICE) == [(ACME,), (BETA,)]
    assert await reader.all(sql, user_id=UUID(int=1)) == []
    with (
        psycopg.connect(app_database_url, autocommit=True) as app,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        app.execute("delete from p_mine_1.mine")


def test_a_fact_reaches_the_rows_of_its_own_account_only() -> None:
    from infrastructure.rows.keys import full_key
    from infrastructure.rows.shapes import shape_of

    page, notes = uuid4(), shape_of(NOTES)
    assert full_key(notes, page, ACME) == {"account_id": ACME, "id": page}
    assert full_key(notes, {"id": page, "account_id": BETA}, None) == {"account_id": BETA, "id": page}
    for key, account in (({"id": page, "account_id": BETA}, ACME), (page, None), ({"text": 1}, ACME)):
        with pytest.raises(ValueError, match=r"needs the account|is named by"):
            full_key(notes, key, account)


def test_a_follower_that_is_older_than_its_data_ends_by_itself(
    database_url: str, projector_database_url: str, owner: psycopg.Connection
) -> None:
    ensure_projections(database_url, [NOTES_FOLLOWING])
    owner.execute("update es.head set oldest_epoch = 7")
    ended: list[BaseException] = []
    stop, leads = threading.Event(), threading.Event()

    def follow() -> None:
        try:
            run_followers(
                projector_database_url,
                REGISTRY,
                WRAPPING,
                [NOTES_FOLLOWING],
                stop=stop,
                ready=leads.set,
                epoch=7,
            )
        except NotThisVersion as refusal:
            ended.append(refusal)

    thread = threading.Thread(target=follow)
    thread.start()
    try:
        assert leads.wait(30)
        owner.execute("update es.head set oldest_epoch = 8")
        thread.join(30)
        assert [str(refusal) for refusal in ended] == [WHAT_TO_DO]
        leads.clear()
        follow()
        assert (len(ended), leads.is_set()) == (2, False)
    finally:
        stop.set()
        thread.join(30)


async def test_what_was_read_before_a_migration_is_not_taken_in_after_it(
    database_url: str, projector_database_url: str, store: PostgresEventStore, owner: psycopg.Connection
) -> None:
    ensure_projections(database_url, [NOTES_FOLLOWING])
    await write(store, uuid4(), "a")
    with a_round(projector_database_url, [NOTES_FOLLOWING]) as rounds:
        owner.execute("update es.head set oldest_epoch = %s", (EPOCH + 1,))
        with pytest.raises(Outdated):
            rounds.once()
    assert owner.execute(ROWS).fetchall() == []
    assert owner.execute("select position from es.tracking").fetchall() == [(0,)]
    assert owner.execute("select count(*) from es.parked").fetchall() == [(0,)]


async def test_a_listener_that_is_older_than_its_data_does_not_go_on(
    database_url: str, projector_database_url: str, store: PostgresEventStore, owner: psycopg.Connection
) -> None:
    """Its place is moved by a statement of its own, and a migration may come while it is told."""
    ensure_projections(database_url, [NOTES_FOLLOWING], ["ears"])
    await write(store, uuid4(), "a")

    def migrated(_facts: object) -> None:
        owner.execute("update es.head set oldest_epoch = %s", (EPOCH + 1,))

    ears = Listener("ears", migrated)
    following = a_round(projector_database_url, [NOTES_FOLLOWING], listeners=[ears])
    with following as rounds, pytest.raises(Outdated):
        rounds.once()
    places = owner.execute("select follower, position from es.tracking order by 1").fetchall()
    assert places == [("ears", 0), ("notes_1", 1)]


async def test_a_leader_that_is_cut_off_gives_up_and_another_one_leads(
    database_url: str,
    projector_database_url: str,
    owner: psycopg.Connection,
    store: PostgresEventStore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its host is there and its words do not arrive: the server keeps the lock for it until it lets go."""
    ensure_projections(database_url, [NOTES_FOLLOWING])
    brief = follower._OPTIONS.replace("idle_session_timeout=60s", "idle_session_timeout=1s")
    monkeypatch.setattr(follower, "_OPTIONS", brief)
    monkeypatch.setattr(follower.FollowingConnection, "seconds", 2.0)
    server = conninfo_to_dict(projector_database_url)
    started: list[tuple[threading.Thread, threading.Event]] = []

    def start(url: str) -> threading.Event:
        stop, leads = threading.Event(), threading.Event()
        thread = threading.Thread(
            target=run_followers,
            args=(url, REGISTRY, WRAPPING, [NOTES_FOLLOWING]),
            kwargs={"stop": stop, "ready": leads.set},
        )
        thread.start()
        started.append((thread, stop))
        return leads

    async with StoppingProxy("127.0.0.1", int(str(server["port"]))).running() as proxy:
        try:
            assert await asyncio.to_thread(start(through(projector_database_url, proxy)).wait, 30)
            other = start(projector_database_url)
            assert not other.is_set()
            proxy.stop()
            assert await asyncio.to_thread(other.wait, 30)
            await write(store, uuid4(), "a")
            await reached(owner, 1)
        finally:
            for _, stop in started:
                stop.set()
            for thread, _ in started:
                # With nothing flowing: it ends by its own deadline.
                await asyncio.to_thread(thread.join, 60)
                assert not thread.is_alive()


def test_who_leads_is_let_go_by_the_server_and_lets_go_of_it(projector_database_url: str) -> None:
    shown = "select name, setting from pg_settings where name like 'tcp%' or name = 'idle_session_timeout'"
    parts = conninfo_to_dict(projector_database_url)
    with follower._connected(projector_database_url, "coffer follow", follower._OPTIONS) as connection:
        kept = dict(connection.execute(shown).fetchall())
        ours = connection.info.get_parameters()
    assert kept["idle_session_timeout"] == "60000"
    if not str(parts.get("host", "")).startswith("/"):
        assert (kept["tcp_keepalives_idle"], kept["tcp_user_timeout"]) == ("10", "20000")
    assert (ours["keepalives_idle"], ours["tcp_user_timeout"]) == ("10", "20000")
    assert follower.FollowingConnection.seconds > 60
