"""Versions beside one another: who may append, what a migration refuses, and what has fallen behind."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from domain.errors import Unavailable
from infrastructure.event_store import completing
from infrastructure.event_store.completing import History
from infrastructure.event_store.epoch import EPOCH
from infrastructure.event_store.members import ReadModel
from infrastructure.event_store.migrate import (
    MIGRATIONS,
    NotThisVersion,
    ensure_projections,
    migrate,
)
from infrastructure.starting import prove
from projections.kernel import Projection
from tests.support.notes import (
    NOTES_INLINE,
    REGISTRY,
    WRAPPING,
    open_store,
    write,
)

HISTORY = History(REGISTRY, WRAPPING)
SECOND = replace(NOTES_INLINE, version=2)
HELD = {"COFFER_KEK": b"k" * 32}


class Crash(BaseException):
    """Nothing after it is carried out."""


@pytest.fixture
def owner(database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database_url, autocommit=True) as owner:
        yield owner


def rows_of(owner: psycopg.Connection, projection: Projection) -> list[Any]:
    schema = f"p_{projection.name}_{projection.version}"
    return owner.execute(f"select * from {schema}.notes order by id".encode()).fetchall()


async def refused(store: Any) -> str | None:
    with pytest.raises(Unavailable) as refusal:
        await write(store, uuid4(), "too late")
    return refusal.value.reason


async def test_a_rolling_restart_has_no_failed_request(database_url: str, app_database_url: str) -> None:
    """Old processes write beside new ones while the database is migrated, and until the last of them ends."""
    ensure_projections(database_url, [NOTES_INLINE])
    written: list[int] = []
    async with AsyncExitStack() as stack:
        old, _ = await stack.enter_async_context(open_store(app_database_url, inline=[NOTES_INLINE]))
        new, _ = await stack.enter_async_context(
            open_store(app_database_url, inline=[NOTES_INLINE], epoch=EPOCH + 1)
        )
        ended = asyncio.Event()

        async def requests(store: Any, until: asyncio.Event) -> None:
            while not until.is_set():
                written.append((await write(store, uuid4(), "one")).position)

        async def grown(by: int) -> None:
            until = len(written) + by
            while len(written) < until:  # noqa: ASYNC110 - of requests that end as they may
                await asyncio.sleep(0.01)

        old_ones = [asyncio.create_task(requests(old, ended)) for _ in range(4)]
        await grown(20)
        await asyncio.to_thread(migrate, database_url, epoch=EPOCH + 1, oldest=EPOCH)
        all_over = asyncio.Event()
        new_ones = [asyncio.create_task(requests(new, all_over)) for _ in range(4)]
        await grown(40)
        ended.set()
        await asyncio.gather(*old_ones)
        await asyncio.to_thread(migrate, database_url, epoch=EPOCH + 1, oldest=EPOCH + 1)
        await grown(20)
        all_over.set()
        await asyncio.gather(*new_ones)
        assert await refused(old) == "outdated"
        assert await refused(old) == "outdated"
        written.append((await write(new, uuid4(), "and on")).position)
    assert sorted(written) == list(range(1, len(written) + 1)), "nothing lost, nothing doubled"


async def test_an_append_that_waits_for_a_migration_is_refused_by_it(
    database_url: str, app_database_url: str
) -> None:
    """It began before the migration did; what counts is the row that it gets the lock of."""
    async with open_store(app_database_url) as (store, _):
        await write(store, uuid4(), "before")
        async with await psycopg.AsyncConnection.connect(database_url) as owner:
            await owner.execute("update es.head set oldest_epoch = %s", (EPOCH + 1,))
            waiting = asyncio.create_task(refused(store))
            async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as looking:
                while not await _somebody_waits(looking):  # noqa: ASYNC110 - the database says it
                    await asyncio.sleep(0.01)
            await owner.commit()
        assert await waiting == "outdated"


async def _somebody_waits(connection: psycopg.AsyncConnection) -> bool:
    waiting = await connection.execute(
        "select from pg_stat_activity where application_name = 'coffer append' "
        "and datname = current_database() and wait_event_type = 'Lock'"
    )
    return await waiting.fetchone() is not None


async def test_who_does_not_write_an_inline_read_model_appends_nothing(
    database_url: str, app_database_url: str, owner: psycopg.Connection
) -> None:
    ensure_projections(database_url, [NOTES_INLINE])
    async with (
        open_store(app_database_url) as (without, _),
        open_store(app_database_url, inline=[NOTES_INLINE]) as (first, _),
        open_store(app_database_url, inline=[SECOND]) as (second, _),
    ):
        assert await refused(without) == "outdated"
        assert await refused(second) == "outdated", "nobody has prepared the database for it"
        await write(first, uuid4(), "one")
        ensure_projections(database_url, [SECOND], history=HISTORY)
        assert await refused(first) == "outdated"
        await write(second, uuid4(), "two")
        assert len(rows_of(owner, SECOND)) == 2
        assert len(rows_of(owner, NOTES_INLINE)) == 1


async def test_a_gap_that_older_code_left_is_seen_and_filled(
    database_url: str, app_database_url: str, owner: psycopg.Connection
) -> None:
    """Forth to the second version, back to the first, and forth again."""
    for number, version in enumerate((NOTES_INLINE, SECOND, NOTES_INLINE, SECOND), 1):
        ensure_projections(database_url, [version], history=HISTORY)
        async with open_store(app_database_url, inline=[version]) as (store, _):
            await write(store, uuid4(), f"number {number}")
        assert len(rows_of(owner, version)) == number
        assert owner.execute("select count(*) from read.notes").fetchone() == (number,)
    again = replace(NOTES_INLINE, version=3)
    ensure_projections(database_url, [again], history=HISTORY)
    assert rows_of(owner, again) == rows_of(owner, SECOND)


async def test_a_read_model_that_is_no_more_need_not_be_written(
    database_url: str, app_database_url: str
) -> None:
    ensure_projections(database_url, [NOTES_INLINE])
    ensure_projections(database_url, [], complete=True)
    async with open_store(app_database_url) as (store, _):
        await write(store, uuid4(), "one")


def test_a_process_starts_only_where_it_belongs(
    database_url: str, app_database_url: str, owner: psycopg.Connection
) -> None:
    ensure_projections(database_url, [NOTES_INLINE])
    with pytest.raises(Exception, match="no check values"):
        prove(app_database_url, HELD, [NOTES_INLINE])
    owner.execute(
        "insert into es.secret_check (name, value) values ('COFFER_KEK', %s)", (HELD["COFFER_KEK"],)
    )
    prove(app_database_url, HELD, [NOTES_INLINE])
    with pytest.raises(NotThisVersion, match=r"Run `\./coffer migrate`"):
        prove(app_database_url, HELD, [SECOND])
    with pytest.raises(NotThisVersion, match="older than its data"):
        prove(app_database_url, HELD, [])
    owner.execute("update es.head set oldest_epoch = %s", (EPOCH + 1,))
    with pytest.raises(NotThisVersion, match="older than its data"):
        prove(app_database_url, HELD, [NOTES_INLINE])
    owner.execute("update es.head set oldest_epoch = %s", (EPOCH,))
    owner.execute("update public.migration set checksum = 'another' where name = '0011_mail.sql'")
    with pytest.raises(NotThisVersion, match=r"Run `\./coffer migrate`"):
        prove(app_database_url, HELD, [NOTES_INLINE])
    owner.execute("delete from public.migration where name = '0011_mail.sql'")
    with pytest.raises(NotThisVersion, match=r"Run `\./coffer migrate`"):
        prove(app_database_url, HELD, [NOTES_INLINE])


def test_a_database_that_nobody_has_migrated_is_no_place_to_start(postgres_server: str) -> None:
    with pytest.raises(NotThisVersion, match=r"Run `\./coffer migrate`"):
        prove(postgres_server, {}, [])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The migrations, to be changed."""
    for file in MIGRATIONS.glob("*.sql"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    return tmp_path


def test_a_migration_that_was_changed_is_refused(database_url: str, folder: Path) -> None:
    migrate(database_url, folder=folder)
    (folder / "0011_mail.sql").write_text("select 1;")
    with pytest.raises(NotThisVersion, match=r"0011_mail\.sql is not the one that was applied"):
        migrate(database_url, folder=folder)


def test_older_code_migrates_nothing(database_url: str, folder: Path, owner: psycopg.Connection) -> None:
    (folder / "9000_more.sql").write_text("create table public.more (id integer);")
    migrate(database_url, folder=folder, epoch=EPOCH + 1)
    with pytest.raises(NotThisVersion, match="newer version of Coffer"):
        migrate(database_url)
    (folder / "9001_other.sql").write_text("create table public.other (id integer);")
    with pytest.raises(NotThisVersion, match="newer version of Coffer"):
        migrate(database_url, folder=folder, epoch=EPOCH)
    assert owner.execute("select to_regclass('public.other')").fetchone() == (None,)
    migrate(database_url, folder=folder, epoch=EPOCH + 1)


def test_migrations_noted_by_their_names_alone_get_their_checksums(
    database_url: str, owner: psycopg.Connection
) -> None:
    noted = owner.execute("select name, checksum from public.migration order by name").fetchall()
    owner.execute("alter table public.migration drop column checksum")
    migrate(database_url)
    assert owner.execute("select name, checksum from public.migration order by name").fetchall() == noted
    owner.execute("alter table public.migration drop column checksum")
    owner.execute("update public.migration set applied_at = '2026-11-23 16:27:27Z'")
    with pytest.raises(NotThisVersion, match="made before 2026-11-23"):
        migrate(database_url)


async def test_a_crash_between_any_two_statements_leaves_all_or_nothing(
    database_url: str,
    app_database_url: str,
    folder: Path,
    owner: psycopg.Connection,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a migration with another version of an inline read model over a log that is not empty."""
    ensure_projections(database_url, [NOTES_INLINE])
    async with open_store(app_database_url, inline=[NOTES_INLINE]) as (store, _):
        await write(store, uuid4(), "one", "two")
    (folder / "9000_more.sql").write_text("create table public.more (id integer);")

    def upgrade() -> None:
        migrate(database_url, folder=folder, epoch=EPOCH + 1, oldest=EPOCH + 1)
        ensure_projections(database_url, [SECOND], history=HISTORY)

    crashes = 0
    while _crashed(upgrade, crashes + 1, monkeypatch):
        crashes += 1
        async with open_store(app_database_url, inline=[NOTES_INLINE]) as (old, _):
            migrated = owner.execute("select to_regclass('public.more') is not null").fetchone() == (True,)
            assert owner.execute("select max(oldest_epoch) from es.head").fetchone() == (EPOCH + migrated,)
            if migrated:
                assert await refused(old) == "outdated"
            else:
                await write(old, uuid4(), "meanwhile")
        assert owner.execute("select inline from es.head").fetchone() == (["notes_1"],)
    assert crashes > 20
    async with open_store(app_database_url, inline=[SECOND], epoch=EPOCH + 1) as (new, _):
        await write(new, uuid4(), "after")
    assert len(rows_of(owner, SECOND)) == len(rows_of(owner, NOTES_INLINE)) + 1


def _crashed(do: Callable[[], None], at: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether it was cut off before its statement number `at`."""
    execute, count = psycopg.Connection.execute, 0

    def cut_off(self: psycopg.Connection, *given: Any, **named: Any) -> Any:
        nonlocal count
        count += 1
        if count == at:
            raise Crash
        return execute(self, *given, **named)

    with monkeypatch.context() as patched:
        patched.setattr(psycopg.Connection, "execute", cut_off)
        try:
            do()
        except Crash:
            return True
    return False


async def test_people_write_while_an_inline_read_model_is_filled(
    database_url: str, app_database_url: str, owner: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Appends wait for the last of it only: all the rest is read beside them."""
    ensure_projections(database_url, [NOTES_INLINE])
    monkeypatch.setattr(completing, "_NEAR", 20)
    held: list[int] = []
    written: list[int] = []
    took_in = ReadModel.take_in

    async with open_store(app_database_url, inline=[NOTES_INLINE]) as (old, _):
        for _ in range(30):
            await write(old, uuid4(), "one", "two")
        loop, filling = asyncio.get_running_loop(), asyncio.Event()

        def slowly(self: ReadModel, connection: psycopg.Connection, facts: Any) -> None:
            """Somebody writes in the middle of each batch, and is answered before it ends."""
            facts = list(facts)
            if not _is_locked(owner):
                loop.call_soon_threadsafe(filling.set)
                append = asyncio.run_coroutine_threadsafe(write(old, uuid4(), "meanwhile"), loop)
                written.append(append.result(30).position)
            else:
                held.append(len(facts))
            took_in(self, connection, facts)

        monkeypatch.setattr(ReadModel, "take_in", slowly)
        await asyncio.to_thread(ensure_projections, database_url, [SECOND], history=HISTORY)
        monkeypatch.setattr(ReadModel, "take_in", took_in)
        assert await refused(old) == "outdated"
    assert filling.is_set()
    assert len(written) >= 1
    assert sum(held) <= 20
    async with open_store(app_database_url, inline=[SECOND]) as (new, _):
        await write(new, uuid4(), "after")
    assert len(rows_of(owner, SECOND)) == len(rows_of(owner, NOTES_INLINE)) + 1


def _is_locked(owner: psycopg.Connection) -> bool:
    """Whether somebody keeps others from appending."""
    try:
        with owner.transaction():
            owner.execute("select from es.head for update nowait")
    except psycopg.errors.LockNotAvailable:
        return True
    return False


async def test_rows_that_were_written_out_of_turn_are_written_anew(
    database_url: str, app_database_url: str, owner: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that knows an inline read model already writes it, though nobody has to yet: what it makes of
    a row whose past is not there is wrong for good."""
    ensure_projections(database_url, [])
    page, catch_up, loop = uuid4(), completing.Filling.catch_up, asyncio.get_running_loop()
    async with (
        open_store(app_database_url) as (plain, _),
        open_store(app_database_url, inline=[NOTES_INLINE]) as (early, _),
    ):
        await write(plain, uuid4(), "first")

        async def meanwhile() -> None:
            await write(early, page, "second")
            # As after a patch that found no row, or found one that should not have been there.
            await asyncio.to_thread(owner.execute, "update p_notes_1.notes set id = gen_random_uuid()")

        def interrupted(self: completing.Filling) -> None:
            catch_up(self)
            asyncio.run_coroutine_threadsafe(meanwhile(), loop).result(60)

        monkeypatch.setattr(completing.Filling, "catch_up", interrupted)
        await asyncio.to_thread(ensure_projections, database_url, [NOTES_INLINE], history=HISTORY)
    rows = owner.execute("select text, seq from p_notes_1.notes order by seq, text").fetchall()
    assert rows == [("first", 1), ("second", 2)]
