"""A rebuild changes nothing that anybody reads but what the log does not say, while all of it is in use."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, wait
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from domain.ids import AccountId
from domain.kernel import Recorded
from infrastructure.backup.tables import tables_of
from infrastructure.collecting import keep_objects
from infrastructure.event_store import batch, rebuilding, round
from infrastructure.event_store.completing import History
from infrastructure.event_store.follower import run_followers
from infrastructure.event_store.leading import LEADER
from infrastructure.event_store.migrate import ensure_projections
from infrastructure.event_store.notifier import LISTEN, PROGRESS
from infrastructure.event_store.rebuilding import CannotRebuild, Rebuilding, Rebuilt, a_rebuild
from infrastructure.event_store.store import PostgresEventStore
from infrastructure.rows import rebuilt
from infrastructure.rows.progress import Progress
from projections.kernel import Projection, Rows, Table
from tests.support.following import a_round
from tests.support.notes import (
    ACME,
    BETA,
    COUNTING,
    NOTES_FOLLOWING,
    NOTES_INLINE,
    REGISTRY,
    WRAPPING,
    NoteTorn,
    NoteWritten,
    noted,
    open_store,
    write,
)
from tests.support.rights import RIGHTS

HISTORY = History(REGISTRY, WRAPPING)
BOTH = (NOTES_FOLLOWING, COUNTING)
NOTES = "select account_id, id, text, length, extra, seq from read.notes order by account_id, id"
COUNTS = "select account_id, id, n, seq from read.counts order by account_id, id"
LEFT = """
select nspname from pg_namespace where nspname ~ '^(rebuilt|replaced)_'
union all select follower from es.tracking where follower like '%rebuilt'
union all select follower from es.parked where follower like '%rebuilt'
"""

Rebuild = Callable[..., contextlib.AbstractContextManager[Rebuilding]]


@pytest.fixture
async def store(database_url: str, app_database_url: str) -> AsyncIterator[PostgresEventStore]:
    ensure_projections(database_url, BOTH)
    async with open_store(app_database_url) as (store, _):
        yield store


@pytest.fixture
def owner(database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database_url, autocommit=True) as owner:
        yield owner


@pytest.fixture
def rebuild(database_url: str, projector_database_url: str) -> Rebuild:
    def of(projections: Sequence[Projection] = BOTH, wanted: Sequence[Projection] | None = None):
        return a_rebuild(database_url, projector_database_url, HISTORY, projections, wanted or projections)

    return of


@pytest.fixture
def follow(projector_database_url: str) -> Callable[[], None]:
    def to_the_end() -> None:
        with a_round(projector_database_url, BOTH) as rounds:
            while rounds.once():
                pass

    return to_the_end


@contextlib.contextmanager
def a_leader(url: str, projections: Sequence[Projection] = BOTH) -> Generator[None]:
    stop, ready = threading.Event(), threading.Event()
    thread = threading.Thread(
        target=run_followers,
        args=(url, REGISTRY, WRAPPING, projections),
        kwargs={"stop": stop, "ready": ready.set},
    )
    thread.start()
    try:
        assert ready.wait(30)
        yield
    finally:
        stop.set()
        thread.join()


def whole(work: Rebuilding) -> list[Rebuilt]:
    work.fill()
    found = work.compare()
    work.show([one.name for one in found])
    return found


async def until(connection: psycopg.Connection, question: str) -> None:
    for _ in range(3_000):
        if connection.execute(question.encode()).fetchone() == (True,):
            return
        await asyncio.sleep(0.01)
    raise AssertionError(question)


async def test_readers_and_writers_notice_nothing(
    app_database_url: str,
    projector_database_url: str,
    store: PostgresEventStore,
    owner: psycopg.Connection,
    rebuild: Rebuild,
) -> None:
    """Every write is shown, no read fails, and no row that was seen is missing or older later."""
    pages = [(account, uuid4()) for account in (ACME, BETA) for _ in range(3)]
    for account, page in pages:
        await write(store, page, "first", account=account)
    rights = owner.execute(RIGHTS).fetchone()
    done = threading.Event()
    reads: list[int] = []
    wrong: list[Any] = []

    def read() -> None:
        seen: dict[UUID, int] = {}
        with psycopg.connect(app_database_url, autocommit=True) as reader:
            reader.execute("select set_config('app.account_id', %s, false)", (str(ACME),))
            while not done.is_set():
                try:
                    rows = reader.execute("select id, n from read.counts", prepare=True).fetchall()
                except psycopg.Error as failure:
                    wrong.append(failure)
                    return
                found: dict[UUID, int] = dict(rows)
                wrong.extend(page for page, n in seen.items() if found.get(page, 0) < n)
                seen = found
                reads.append(len(rows))

    async def go_on() -> int:
        written = 0
        while not done.is_set():
            for account, page in pages:
                await write(store, page, f"{written}", account=account)
                written += 1
        return written

    progress = Progress(app_database_url)
    await progress.open()
    with a_leader(projector_database_url):
        reading = [threading.Thread(target=read) for _ in range(2)]
        for thread in reading:
            thread.start()
        writing = asyncio.create_task(go_on())
        await asyncio.sleep(0.2)
        try:
            with rebuild() as work:
                found = await asyncio.to_thread(whole, work)
            await asyncio.sleep(0.2)
        finally:
            done.set()
            written = await writing
            for thread in reading:
                thread.join()
        head = len(pages) + written
        assert await progress.wait(head, 10) >= head
    await progress.close()
    assert not wrong
    assert written > 50
    assert len(reads) > 50
    assert [(one.name, one.differences, one.left) for one in found] == [("notes", (), ()), ("counts", (), ())]
    assert sum(n for _, _, n, _ in owner.execute(COUNTS).fetchall()) == head
    assert owner.execute(RIGHTS).fetchone() == rights
    assert not owner.execute(LEFT).fetchall()


async def test_what_the_log_does_not_say_is_named_and_put_right(
    projector_database_url: str,
    store: PostgresEventStore,
    owner: psycopg.Connection,
    rebuild: Rebuild,
    follow: Callable[[], None],
) -> None:
    one, two, three = (uuid4() for _ in range(3))
    for page in (one, two):
        await write(store, page, "a", "b")
    follow()
    right = owner.execute(NOTES).fetchall(), owner.execute(COUNTS).fetchall()
    owner.execute("update p_counts_1.counts set n = 40 where id = %s", (one,))
    owner.execute("delete from p_counts_1.counts where id = %s", (two,))
    owner.execute(
        "insert into p_notes_1.notes (account_id, id, text, seq) values (%s, %s, 'forged', 4)", (ACME, three)
    )
    with rebuild() as work:
        notes, counts = whole(work)
    (forged,), (lost,) = notes.differences, counts.differences
    assert (forged.table, forged.rows, forged.how, forged.key["id"]) == ("notes", 1, "surplus", three)
    assert (lost.table, lost.rows) == ("counts", 2)
    assert (owner.execute(NOTES).fetchall(), owner.execute(COUNTS).fetchall()) == right


async def test_who_follows_goes_on_from_what_was_put_right(
    projector_database_url: str, store: PostgresEventStore, owner: psycopg.Connection, rebuild: Rebuild
) -> None:
    """It keeps in mind what it has written, and that was in tables that are gone."""
    page = uuid4()
    with a_leader(projector_database_url):
        await write(store, page, "a", "b")
        await until(owner, "select max(n) = 2 from read.counts")
        owner.execute("update p_counts_1.counts set n = 40")
        # It gives up the lead, begins anew, and reads the wrong one.
        owner.execute("select pg_advisory_lock(%s)", (LEADER,))
        owner.execute("select pg_advisory_unlock(%s)", (LEADER,))
        await write(store, page, "c")
        await until(owner, "select max(n) = 41 from read.counts")
        with rebuild() as work:
            await asyncio.to_thread(whole, work)
        assert owner.execute("select n from read.counts").fetchall() == [(3,)]
        await write(store, page, "d")
        await until(owner, "select max(seq) = 4 from read.counts")
        assert owner.execute("select n from read.counts").fetchall() == [(4,)]


async def test_whom_it_cannot_fold_keeps_what_readers_see(
    store: PostgresEventStore, owner: psycopg.Connection, rebuild: Rebuild, follow: Callable[[], None]
) -> None:
    """The code has changed since, and fails for one account now."""

    def stricter(rows: Rows, fact: Recorded) -> None:
        if fact.account_id == BETA:
            raise ValueError("not any more")
        COUNTING.apply(rows, fact)

    await write(store, uuid4(), "a")
    await write(store, uuid4(), "b", account=BETA)
    follow()
    before = owner.execute(COUNTS).fetchall()
    with rebuild((NOTES_FOLLOWING, replace(COUNTING, apply=stricter))) as work:
        work.fill()
        notes, counts = work.compare()
        work.show([one.name for one in (notes, counts) if not one.left])
    assert notes.left == ()
    ((account, position, error),) = counts.left
    assert (account, position, error) == (BETA, 2, "ValueError: not any more")
    assert owner.execute(COUNTS).fetchall() == before
    assert not owner.execute("select from es.parked").fetchall()
    assert not owner.execute(LEFT).fetchall()


async def test_whom_readers_had_to_miss_is_back_where_it_works_now(
    projector_database_url: str, store: PostgresEventStore, owner: psycopg.Connection, rebuild: Rebuild
) -> None:
    page, poisoned = uuid4(), uuid4()
    await write(store, page, "a")
    await write(store, poisoned, "poison", account=BETA)
    with a_round(projector_database_url, BOTH) as rounds:
        rounds.once()
    assert owner.execute("select follower, account_id from es.parked").fetchall() == [("counts_1", BETA)]
    mended = replace(COUNTING, apply=_harmless)
    with rebuild((NOTES_FOLLOWING, mended)) as work:
        _, counts = whole(work)
    assert counts.left == ()
    assert {(account, n) for account, _, n, _ in owner.execute(COUNTS)} == {(ACME, 1), (BETA, 1)}
    assert not owner.execute("select from es.parked").fetchall()


def _harmless(rows: Rows, fact: Recorded) -> None:
    COUNTING.apply(rows, fact._replace(event=NoteWritten("harmless")))


async def test_whom_both_had_to_leave_is_left_by_what_is_shown(
    projector_database_url: str, store: PostgresEventStore, owner: psycopg.Connection, rebuild: Rebuild
) -> None:
    await write(store, uuid4(), "poison", account=BETA)
    with a_round(projector_database_url, BOTH) as rounds:
        rounds.once()
    with rebuild() as work:
        _, counts = whole(work)
    assert counts.left == ()
    assert owner.execute("select follower, account_id, position from es.parked").fetchall() == [
        ("counts_1", BETA, 1)
    ]


async def test_a_read_model_that_outgrows_its_memory_goes_on_by_statements(
    projector_database_url: str,
    store: PostgresEventStore,
    owner: psycopg.Connection,
    rebuild: Rebuild,
    follow: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Rows that were copied are changed and deleted afterwards, like all others."""
    for module in (batch, round):
        monkeypatch.setattr(module, "MOST_FACTS", 2)
    monkeypatch.setattr(rebuilding, "MOST_IN_MEMORY", 3)
    pages = [uuid4() for _ in range(4)]
    for turn in range(3):
        for page in pages:
            await write(store, page, f"{turn}")
    await store.append(noted(pages[0], 3, NoteTorn("0")))
    follow()
    before = owner.execute(NOTES).fetchall(), owner.execute(COUNTS).fetchall()
    rights = owner.execute(RIGHTS).fetchone()
    copied: list[int] = []

    def look(_events: int) -> None:
        rows = owner.execute("select (select count(*) from rebuilt_notes_1.notes)").fetchall()
        copied.append(rows[0][0])

    with rebuild() as work:
        work.fill(look)
        found = work.compare()
        work.show(["notes", "counts"])
    assert [one.differences for one in found] == [(), ()]
    assert (owner.execute(NOTES).fetchall(), owner.execute(COUNTS).fetchall()) == before
    assert owner.execute(RIGHTS).fetchone() == rights
    assert copied[0] == 0, "it begins in memory"
    assert max(copied[:-1]) > 0, "and goes on in its tables before the end"


async def test_rows_that_no_table_takes_leave_only_those_behind_whose_they_are(
    database_url: str,
    projector_database_url: str,
    store: PostgresEventStore,
    owner: psycopg.Connection,
    rebuild: Rebuild,
) -> None:
    """They are found when all rows are copied; then it is folded once more, by statements."""
    table = Table("notes", {"id": "uuid not null", "text": "text not null"}, unique=("text",))

    def apply(rows: Rows, fact: Recorded) -> None:
        if isinstance(fact.event, NoteWritten):
            rows.put(table, fact.entity_id, text=fact.event.text)

    unique = Projection("notes", 3, (table,), apply)
    ensure_projections(database_url, [unique, COUNTING])
    await write(store, uuid4(), "a")
    await write(store, uuid4(), "b", account=BETA)
    await write(store, uuid4(), "a", account=BETA)
    await write(store, uuid4(), "c")
    with a_round(projector_database_url, [unique, COUNTING]) as rounds:
        while rounds.once():
            pass
    shown = "select account_id, text from read.notes order by text"
    before, counts = owner.execute(shown).fetchall(), owner.execute(COUNTS).fetchall()
    assert before == [(ACME, "a"), (BETA, "b"), (ACME, "c")]
    owner.execute("update p_notes_3.notes set text = 'forged' where text = 'c'")
    with rebuild([unique, COUNTING]) as work:
        found = whole(work)
    assert [(one.left, len(one.differences)) for one in found] == [((), 1), ((), 0)]
    assert (owner.execute(shown).fetchall(), owner.execute(COUNTS).fetchall()) == (before, counts)
    parked = owner.execute("select follower, account_id, position from es.parked").fetchall()
    assert parked == [("notes_3", BETA, 3)]


async def test_what_is_written_in_the_append_is_rebuilt_beside_writers(
    database_url: str, app_database_url: str, owner: psycopg.Connection, rebuild: Rebuild
) -> None:
    ensure_projections(database_url, [NOTES_INLINE])
    async with open_store(app_database_url, inline=[NOTES_INLINE]) as (store, _):
        pages = [uuid4() for _ in range(5)]
        for page in pages:
            await write(store, page, "first")
        owner.execute("update p_notes_1.notes set text = 'forged' where id = %s", (pages[0],))
        done = asyncio.Event()

        async def go_on() -> int:
            written = 0
            while not done.is_set():
                await write(store, pages[1 + written % 4], f"{written}")
                written += 1
            return written

        writing = asyncio.create_task(go_on())
        await asyncio.sleep(0.2)
        with rebuild([NOTES_INLINE]) as work:
            (found,) = await asyncio.to_thread(whole, work)
        await asyncio.sleep(0.2)
        done.set()
        written = await writing
    assert written > 20
    (difference,) = found.differences
    assert (difference.rows, difference.how, difference.columns) == (1, "changed", ("text",))
    assert (difference.key["id"], found.rows) == (pages[0], 5)
    rows = {id_: (text, seq) for _, id_, text, _, _, seq in owner.execute(NOTES).fetchall()}
    assert rows[pages[0]] == ("first", 1)
    last = {pages[1 + n % 4]: (f"{n}", 6 + n) for n in range(written)}
    assert {page: rows[page] for page in last} == last


class Killed(BaseException):
    pass


def _nothing(_: object) -> None:
    pass


@pytest.mark.parametrize("after", ["begin", "fill", "compare", "show"])
async def test_one_that_is_killed_changes_nothing_that_is_read(
    after: str,
    database_url: str,
    store: PostgresEventStore,
    owner: psycopg.Connection,
    rebuild: Rebuild,
    follow: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What it leaves is in nobody's way, and is cleared away by the next one."""
    await write(store, uuid4(), "a", "b")
    follow()
    before = owner.execute(NOTES).fetchall(), owner.execute(COUNTS).fetchall()

    def killed() -> None:
        with rebuild() as work:
            patched.setattr(rebuilding, "clear", _nothing)
            if after != "begin":
                work.fill()
            if after in ("compare", "show"):
                work.compare()
            if after == "show":
                # Of two, one is shown.
                work.show(["notes"])
            raise Killed

    with monkeypatch.context() as patched, pytest.raises(Killed):
        killed()
    assert owner.execute(LEFT).fetchall()
    await write(store, uuid4(), "c")
    follow()
    ensure_projections(database_url, BOTH)
    now = owner.execute(NOTES).fetchall(), owner.execute(COUNTS).fetchall()
    for rows, later in zip(before, now, strict=True):
        assert len(later) == len(rows) + 1
        assert all(row in later for row in rows)
    with rebuild() as work:
        assert [one.differences for one in whole(work)] == [(), ()]
    assert (owner.execute(NOTES).fetchall(), owner.execute(COUNTS).fetchall()) == now
    assert not owner.execute(LEFT).fetchall()


async def test_a_crash_inside_the_exchange_undoes_it(
    store: PostgresEventStore,
    owner: psycopg.Connection,
    rebuild: Rebuild,
    follow: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await write(store, uuid4(), "a")
    follow()
    before = owner.execute(NOTES).fetchall()
    for step in range(2):
        with monkeypatch.context() as patched, rebuild() as work:
            work.fill()
            patched.setattr(rebuilt, "rename_schema", _killing(step))
            with pytest.raises(Killed):
                work.show(["notes"])
        assert owner.execute(NOTES).fetchall() == before
        await write(store, uuid4(), "more")
        follow()
        before = owner.execute(NOTES).fetchall()


def _killing(at: int) -> Callable[..., None]:
    renamed = rebuilt.rename_schema
    done: list[str] = []

    def rename(owner: psycopg.Connection, schema: str, name: str) -> None:
        if len(done) == at:
            raise Killed
        done.append(name)
        renamed(owner, schema, name)

    return rename


async def test_readers_are_waited_for_and_never_ended(
    app_database_url: str,
    store: PostgresEventStore,
    owner: psycopg.Connection,
    rebuild: Rebuild,
    follow: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rebuilding, "_TRIES", 2)
    await write(store, uuid4(), "a")
    follow()
    with psycopg.connect(app_database_url) as reader, rebuild() as work:
        reader.execute("select from read.notes")
        work.fill()
        work.compare()
        with pytest.raises(CannotRebuild, match="notes is read, or copied for a backup, all the time"):
            await asyncio.to_thread(work.show, ["notes", "counts"])
        reader.execute("select from read.notes")
        reader.rollback()
        work.show(["notes"])
    assert len(owner.execute(NOTES).fetchall()) == 1


async def test_a_backup_is_not_disturbed(
    database_url: str,
    store: PostgresEventStore,
    rebuild: Rebuild,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It copies tables by their names, and not those of a rebuild."""
    monkeypatch.setattr(rebuilding, "_TRIES", 1)
    await write(store, uuid4(), "a")
    with rebuild() as work:
        work.fill()
        with keep_objects(database_url) as prove, psycopg.connect(database_url) as copying:
            with pytest.raises(CannotRebuild):
                work.show(["notes"])
            prove()
            assert {table.schema for table in tables_of(copying)} >= {"p_notes_1", "es"}
            assert not [table for table in tables_of(copying) if "rebuilt" in table.schema]
        work.show(["notes"])


async def test_one_at_a_time_and_of_what_is_shown(
    database_url: str, store: PostgresEventStore, owner: psycopg.Connection, rebuild: Rebuild
) -> None:
    with rebuild(), pytest.raises(CannotRebuild, match="Another rebuild is under way"), rebuild():
        pass
    second = replace(NOTES_FOLLOWING, version=2)
    await write(store, uuid4(), "a")
    ensure_projections(database_url, [second])
    with pytest.raises(CannotRebuild, match="Readers see another version of notes"), rebuild([second]):
        pass
    assert not owner.execute(LEFT).fetchall()


async def test_several_logs(
    database_url: str, app_database_url: str, owner: psycopg.Connection, rebuild: Rebuild
) -> None:
    ensure_projections(database_url, BOTH, logs=4)
    async with open_store(app_database_url, logs=4) as (store, _):
        for account in (ACME, BETA, *(AccountId(UUID(int=n)) for n in range(1, 9))):
            await write(store, uuid4(), "a", "b", account=account)
    positions = owner.execute("select count(*) from es.head where position > 0").fetchone()
    assert positions is not None
    assert positions[0] > 1
    with rebuild() as work:
        found = whole(work)
    assert [one.rows for one in found] == [10, 10]
    assert {n for _, _, n, _ in owner.execute(COUNTS)} == {2}


async def test_rows_that_are_kept_for_a_while_do_not_come_back(
    database_url: str, store: PostgresEventStore, owner: psycopg.Connection, rebuild: Rebuild
) -> None:
    table = Table("changes", {"id": "uuid not null", "at": "timestamptz not null"})

    def apply(rows: Rows, fact: Recorded) -> None:
        old = fact.position == 1
        rows.put(table, fact.entity_id, at=datetime.now(UTC) - timedelta(days=91 if old else 1))

    aged = Projection("aged", 1, (table,), apply)
    ensure_projections(database_url, [aged])
    await write(store, uuid4(), "old")
    await write(store, uuid4(), "new")
    with rebuild([aged]) as work:
        work.fill()
        rows = owner.execute("select seq from rebuilt_aged_1.changes").fetchall()
    assert rows == [(2,)]


async def test_readers_wait_for_those_that_are_not_rebuilt(
    projector_database_url: str,
    store: PostgresEventStore,
    owner: psycopg.Connection,
    rebuild: Rebuild,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever leads tells how far the last of all read models is, also who does it for a moment."""
    for module in (batch, round):
        monkeypatch.setattr(module, "MOST_FACTS", 2)
    page = uuid4()
    await write(store, page, *"abcdefgh")

    def follow_notes() -> None:
        with a_round(projector_database_url, [NOTES_FOLLOWING]) as rounds:
            while rounds.once():
                pass

    follow_notes()
    told: list[int] = []
    with (
        psycopg.connect(projector_database_url, autocommit=True) as ears,
        rebuild(BOTH, [NOTES_FOLLOWING]) as work,
    ):
        work.fill()
        await write(store, page, "i")
        follow_notes()
        ears.execute(LISTEN, (PROGRESS,))
        work.compare()
        told += [int(notice.payload.partition(":")[2]) for notice in ears.notifies(timeout=0.5)]
    places = dict(owner.execute("select follower, position from es.tracking").fetchall())
    assert places["notes_1"] == 9
    assert told
    assert max(told) <= places["counts_1"] < 9


async def test_nothing_is_appended_between_its_last_event_and_the_exchange(
    database_url: str, app_database_url: str, owner: psycopg.Connection, rebuild: Rebuild
) -> None:
    """What is written in the append would stand in tables that are gone."""
    ensure_projections(database_url, [NOTES_INLINE])
    loop = asyncio.get_running_loop()
    page = uuid4()
    async with open_store(app_database_url, inline=[NOTES_INLINE]) as (store, _):
        written: list[Future[Any]] = []

        def late(owner: psycopg.Connection, projection: Projection) -> bool:
            written.append(asyncio.run_coroutine_threadsafe(write(store, page, "late"), loop))
            wait(written, timeout=0.5)
            assert not written[0].done()
            return rebuilt.exchange(owner, projection)

        with pytest.MonkeyPatch.context() as patched, rebuild([NOTES_INLINE]) as work:
            patched.setattr(rebuilding, "exchange", late)
            await asyncio.to_thread(whole, work)
        await asyncio.wrap_future(written[0])
    assert [(id_, text) for _, id_, text, _, _, _ in owner.execute(NOTES)] == [(page, "late")]


async def test_a_leader_that_does_not_step_aside_is_told(
    store: PostgresEventStore,
    owner: psycopg.Connection,
    rebuild: Rebuild,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rebuilding, "PATIENCE_SECONDS", 1)
    await write(store, uuid4(), "a")
    owner.execute("select pg_advisory_lock(%s)", (LEADER,))
    with rebuild() as work:
        work.fill()
        with pytest.raises(CannotRebuild, match="did not give up the lead"):
            work.compare()
    assert not owner.execute(LEFT).fetchall()
