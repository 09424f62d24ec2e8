"""Former versions of read models go when readers have the newer ones and no older process is alive."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from uuid import uuid4

import psycopg
import pytest

from infrastructure.collecting import keep_objects
from infrastructure.event_store import follower
from infrastructure.event_store.follower import run_followers
from infrastructure.event_store.former import drop_former
from infrastructure.event_store.generations import AT_WORK, at_work, generation_of
from infrastructure.event_store.leading import LEADER
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.rows.progress import Progress
from projections.kernel import Projection
from tests.support.following import a_round
from tests.support.notes import NOTES_FOLLOWING, REGISTRY, WRAPPING, open_store, write

SECOND = replace(NOTES_FOLLOWING, version=2)


@pytest.fixture
def owner(database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database_url, autocommit=True) as owner:
        yield owner


@pytest.fixture
async def upgraded(database_url: str, projector_database_url: str, app_database_url: str) -> None:
    """The second version is filled and shown; the first one is still there."""
    ensure_projections(database_url, [NOTES_FOLLOWING])
    async with open_store(app_database_url) as (store, _):
        for text in ("one", "two"):
            await write(store, uuid4(), text)
    for version in (NOTES_FOLLOWING, SECOND):
        ensure_projections(database_url, [version])
        with a_round(projector_database_url, [version]) as rounds:
            while rounds.once() or rounds.more:
                pass


@pytest.fixture
def leader(projector_database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(projector_database_url, autocommit=True) as leader:
        yield leader


@contextlib.contextmanager
def at_work_as(url: str, *projections: Projection) -> Iterator[psycopg.Connection]:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(AT_WORK, at_work(generation_of(projections)))
        yield connection


def there(owner: psycopg.Connection) -> tuple[list[str], list[str]]:
    """The versions that have tables, and those that have a place in the log."""
    schemas = owner.execute("select nspname from pg_namespace where nspname ^@ 'p_notes' order by 1")
    places = owner.execute("select follower from es.tracking where follower ^@ 'notes' order by 1")
    return [name for (name,) in schemas.fetchall()], [name for (name,) in places.fetchall()]


BOTH = (["p_notes_1", "p_notes_2"], ["notes_1", "notes_2"])
NEWER = (["p_notes_2"], ["notes_2"])


@pytest.mark.usefixtures("upgraded")
def test_they_go_when_nobody_is_left_who_knows_them(
    owner: psycopg.Connection, leader: psycopg.Connection
) -> None:
    owner.execute(
        "insert into es.parked values ('notes_1', 0, gen_random_uuid(), 1, ''), "
        "('notes_2', 0, gen_random_uuid(), 1, '')"
    )
    assert drop_former(leader, [SECOND]) == ["notes_1"]
    assert there(owner) == NEWER
    assert owner.execute("select follower from es.parked").fetchall() == [("notes_2",)]
    assert owner.execute("select count(*) from read.notes").fetchone() == (2,)
    assert drop_former(leader, [SECOND]) == []


@pytest.mark.usefixtures("upgraded")
def test_an_older_process_that_is_alive_keeps_them(
    owner: psycopg.Connection, leader: psycopg.Connection, app_database_url: str
) -> None:
    """Whoever it is: who answers, who works jobs off, or who waits to lead."""
    with at_work_as(app_database_url, SECOND), at_work_as(app_database_url, NOTES_FOLLOWING):
        assert drop_former(leader, [SECOND]) == []
        assert there(owner) == BOTH
    wait_for(lambda: drop_former(leader, [SECOND]) == ["notes_1"])


async def test_who_answers_requests_says_of_which_generation_it_is(
    owner: psycopg.Connection, app_database_url: str
) -> None:
    progress = Progress(app_database_url)
    await progress.open()
    try:
        await asyncio.to_thread(wait_for, lambda: _holders(owner) == [at_work()])
    finally:
        await progress.close()
    await asyncio.to_thread(wait_for, lambda: _holders(owner) == [])


def _holders(owner: psycopg.Connection) -> list[tuple[int, int]]:
    return owner.execute(
        "select classid::bigint, objid::bigint from pg_locks where locktype = 'advisory' "
        "and mode = 'ShareLock' "
        "and database = (select oid from pg_database where datname = current_database())"
    ).fetchall()


def test_they_stay_until_the_newer_one_is_shown(
    database_url: str, owner: psycopg.Connection, leader: psycopg.Connection
) -> None:
    ensure_projections(database_url, [NOTES_FOLLOWING])
    ensure_projections(database_url, [SECOND])
    assert drop_former(leader, [SECOND]) == []
    assert there(owner) == BOTH
    # An older leader drops nothing either, when a newer one has shown its version before it.
    owner.execute("select es.serve('notes', 2)")
    assert drop_former(leader, [NOTES_FOLLOWING]) == []
    assert there(owner) == BOTH


@pytest.mark.usefixtures("upgraded")
def test_a_backup_and_a_reader_are_not_disturbed(
    database_url: str, owner: psycopg.Connection, leader: psycopg.Connection
) -> None:
    with keep_objects(database_url):
        assert drop_former(leader, [SECOND]) == []
    with psycopg.connect(database_url) as reader:
        reader.execute("select * from p_notes_1.notes")
        began = time.monotonic()
        assert drop_former(leader, [SECOND]) == []
        assert time.monotonic() - began < 30
        assert reader.execute("select count(*) from p_notes_1.notes").fetchone() == (2,)
    assert there(owner) == BOTH
    wait_for(lambda: drop_former(leader, [SECOND]) == ["notes_1"])


@pytest.mark.usefixtures("upgraded")
def test_the_leader_does_it_when_the_last_older_process_has_ended(
    owner: psycopg.Connection, projector_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follower, "HOUSEKEEPING_EVERY_SECONDS", 0.05)
    stops = [threading.Event(), threading.Event()]
    leads = threading.Event()

    def follow(projection: Projection, stop: threading.Event, ready: threading.Event) -> threading.Thread:
        thread = threading.Thread(
            target=run_followers,
            args=(projector_database_url, REGISTRY, WRAPPING, [projection]),
            kwargs={"stop": stop, "ready": ready.set},
            daemon=True,
        )
        thread.start()
        return thread

    # One that waits to lead is alive, too.
    with psycopg.connect(projector_database_url, autocommit=True) as before:
        before.execute("select pg_advisory_lock(%s)", (LEADER,))
        older = follow(NOTES_FOLLOWING, stops[0], threading.Event())
        wait_for(lambda: at_work(generation_of([NOTES_FOLLOWING])) in _holders(owner))
        newer = follow(SECOND, stops[1], leads)
        wait_for(lambda: at_work(generation_of([SECOND])) in _holders(owner))
        assert drop_former(before, [SECOND]) == []
        stops[0].set()
        older.join(30)
    assert leads.wait(30)
    wait_for(lambda: there(owner) == NEWER)
    stops[1].set()
    newer.join(30)
    assert not older.is_alive()
    assert not newer.is_alive()


def wait_for(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)
