"""An older PostgreSQL's database is brought to the one that is started, whole or not at all, and kept."""

import contextlib
import dataclasses
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from infrastructure.local import postgres_binaries, upgrade, upgrade_plan
from infrastructure.local.database import LOGINS, ensure_database, ensure_login
from infrastructure.local.database_urls import DATABASE, signed_in_as
from infrastructure.local.places import CHECKOUT
from infrastructure.local.postgres import PostgresServer
from infrastructure.local.postgres_binaries import PostgresBinaries, find_older_postgres
from infrastructure.local.processes import account_for_servers
from infrastructure.local.server import ServerFailed
from infrastructure.local.upgrade_plan import KEPT_DAYS, drop_kept, planned
from tests.support.kept import digests
from tests.support.stack import throw_away_folder

OLD = 16
PASSWORD = "only-for-tests"
TENANT = "00000000-0000-4000-8000-000000000001"


class Former(NamedTuple):
    """A data folder with a database of the older version, and what is in it."""

    data: Path
    digests: dict[str, str]


@pytest.fixture(scope="module")
def older() -> PostgresBinaries:
    found = find_older_postgres(OLD, account_for_servers())
    if found is None:
        pytest.skip(f"no PostgreSQL {OLD} on this machine")
    return found


@pytest.fixture(scope="module")
def made(older: PostgresBinaries) -> Iterator[Former]:
    """Made once by the product's own migrations, with rows that have an account and rows that have none."""
    from infrastructure.event_store.migrate import migrate

    with throw_away_folder() as folder:
        server = PostgresServer(folder / "data", binaries=older)
        with server:
            ensure_database(server.url())
            for login in LOGINS:
                ensure_login(server.url(), login, PASSWORD)
            url = server.url(DATABASE)
            migrate(url)
            with psycopg.connect(url) as owner:
                for number in range(200):
                    owner.execute(
                        "insert into es.outbox (topic, payload, dedup) "
                        "values ('mail', jsonb_build_object('to', %s::int), %s)",
                        (number, f"Ännchen {number}"),
                    )
                owner.execute("create table words (account_id uuid not null, word text not null)")
                owner.execute("create unique index on words (lower(word))")
                owner.execute("alter table words enable row level security")
                owner.execute("alter table words force row level security")
                owner.execute(
                    "create policy own on words using (account_id = current_setting('app.account_id')::uuid)"
                )
                owner.execute("grant select on words to coffer_app")
                owner.execute(
                    "insert into words select %s, word from unnest(array['Ärzte', 'Zebra', 'a']) as word",
                    (TENANT,),
                )
                owner.execute("insert into words values (gen_random_uuid(), 'somebody else''s')")
            found = digests(url)
        yield Former(folder / "data", found)


@pytest.fixture
def former(made: Former) -> Iterator[Former]:
    with throw_away_folder() as folder:
        subprocess.run(["cp", "-a", made.data, folder / "data"], check=True)
        yield Former(folder / "data", made.digests)


def quiet(_line: str) -> None:
    return


def names(data: Path) -> list[str]:
    return sorted(at.name for at in data.glob("pg*"))


def check(former: Former) -> None:
    """All of it is there, for those who could read it, and kept as a new database keeps it."""
    with PostgresServer(former.data) as server:
        url = server.url(DATABASE)
        assert digests(url) == former.digests
        assert len(former.digests) > 25
        with psycopg.connect(url) as owner:
            told = owner.execute(
                "select lower('Ä'), current_setting('data_checksums'), (select datlocprovider "
                "from pg_database where datname = current_database())"
            ).fetchone()
            assert told == ("ä", "on", "b")
            owner.execute("insert into es.outbox (topic, payload, dedup) values ('mail', '{}', 'next')")
            ids = owner.execute("select count(distinct id), count(*) from es.outbox").fetchone()
            assert ids == (201, 201)
            owner.rollback()
        app = signed_in_as(url, LOGINS[0], PASSWORD)
        with psycopg.connect(app) as reader:
            reader.execute("select set_config('app.account_id', %s, false)", (TENANT,))
            words = reader.execute("select word from words order by lower(word)").fetchall()
            assert words == [("a",), ("Zebra",), ("Ärzte",)]
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                reader.execute("delete from words")


def test_a_start_without_an_upgrade_makes_no_empty_database_beside_the_old_one(former: Former) -> None:
    with pytest.raises(ServerFailed, match=f"is PostgreSQL {OLD}'s, and this is PostgreSQL 18"):
        PostgresServer(former.data).prepare()
    assert names(former.data) == ["pg16"]


def test_all_of_it_is_in_the_new_one_and_the_old_one_is_kept(former: Former, older: PostgresBinaries) -> None:
    said: list[str] = []
    upgrade.upgrade(former.data, said.append)
    kept = next(former.data.glob("pg16.kept-*"))
    assert names(former.data) == [kept.name, "pg18"]
    assert f"The old database is in {kept} for {KEPT_DAYS} days." in said
    check(former)
    assert planned(PostgresServer(former.data)) is None
    # It opens when it is put back.
    kept.rename(former.data / "pg16")
    shutil.rmtree(former.data / "pg18")
    with PostgresServer(former.data, binaries=older) as server:
        assert digests(server.url(DATABASE)) == former.digests


def test_one_that_was_killed_is_upgraded_with_all_that_was_committed(
    former: Former, older: PostgresBinaries
) -> None:
    server = PostgresServer(former.data, binaries=older).start()
    with psycopg.connect(server.url(DATABASE), autocommit=True) as owner:
        owner.execute("update es.outbox set attempts = 7")
        digest = digests(server.url(DATABASE))
        assert digest != former.digests
    os.kill(int((server.cluster / "postmaster.pid").read_text().splitlines()[0]), signal.SIGKILL)
    server.stop()
    upgrade.upgrade(former.data, quiet)
    check(Former(former.data, digest))


STEPS: dict[str, Callable[[Former], bool]] = {
    "before anything is made": lambda former: (former.data / "logs" / "upgrade.log").exists(),
    "while the new one is made": lambda former: (former.data / "pg18.upgrade.new").exists(),
    "while it is filled": lambda former: (former.data / "pg18.upgrade" / "postmaster.pid").exists(),
    "while it is written down": lambda former: (former.data / "pg18.upgrade" / upgrade.MADE_FROM).exists(),
    "when it has its name": lambda former: (former.data / "pg18").exists(),
}


@pytest.mark.parametrize(
    ("step", "number"),
    [*((step, signal.SIGKILL) for step in STEPS), ("while it is filled", signal.SIGTERM)],
)
def test_one_that_is_cut_off_goes_on_at_the_next_start(
    former: Former, step: str, number: signal.Signals
) -> None:
    argv = [sys.executable, "-P", "-m", "infrastructure.local.upgrade", str(former.data)]
    child = subprocess.Popen(argv, cwd=CHECKOUT, env={**os.environ, "PYTHONPATH": str(CHECKOUT)})
    while not STEPS[step](former) and child.poll() is None:
        time.sleep(0.001)
    with contextlib.suppress(ProcessLookupError):
        os.kill(child.pid, number)
    child.wait(60)
    # What is half done has no name that a start would take it by.
    if (former.data / "pg18").exists():
        # As long as the old one stands beside it, it says where it comes from.
        assert not (former.data / "pg16").exists() or (former.data / "pg18" / upgrade.MADE_FROM).exists()
    else:
        with pytest.raises(ServerFailed, match="is PostgreSQL 16's"):
            PostgresServer(former.data).prepare()
    upgrade.upgrade(former.data, quiet)
    assert [name.partition(".kept")[0] for name in names(former.data)] == ["pg16", "pg18"]
    assert not (former.data / "pg16").exists()
    check(former)


@pytest.mark.parametrize("place", ["between the names", "after both"])
def test_the_last_steps_may_be_cut_off_too(
    former: Former, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(*_: object) -> None:
        raise KeyboardInterrupt

    if place == "between the names":
        monkeypatch.setattr(upgrade, "put_aside_what_it_was_made_from", cut)
    else:
        unlink = Path.unlink

        def unlink_others(at: Path, missing_ok: bool = False) -> None:
            return cut() if at.name == upgrade.MADE_FROM else unlink(at, missing_ok)

        monkeypatch.setattr(Path, "unlink", unlink_others)
    with pytest.raises(KeyboardInterrupt):
        upgrade.upgrade(former.data, quiet)
    monkeypatch.undo()
    assert (former.data / "pg16").exists() == (place == "between the names")
    assert planned(PostgresServer(former.data)) is None
    assert not (former.data / "pg16").exists()
    check(former)


def test_a_copy_that_lacks_rows_is_not_taken(former: Former, monkeypatch: pytest.MonkeyPatch) -> None:
    make = upgrade.copy_database

    def lose_one(old: PostgresServer, new: PostgresServer, name: str, log: object) -> None:
        make(old, new, name, log)  # pyright: ignore[reportArgumentType]
        with psycopg.connect(new.url(name)) as owner:
            owner.execute("delete from es.outbox where id = 7")

    monkeypatch.setattr(upgrade, "copy_database", lose_one)
    with pytest.raises(ServerFailed, match=r"es\.outbox has 199 rows and not 200"):
        upgrade.upgrade(former.data, quiet)
    assert names(former.data) == ["pg16"]


def test_a_copy_that_breaks_off_is_not_taken(former: Former, monkeypatch: pytest.MonkeyPatch) -> None:
    begin = upgrade.spawn

    def begin_what_ends(program: upgrade.Program, *places: object, **how: object) -> object:
        child = begin(program, *places, **how)  # pyright: ignore[reportArgumentType]
        if program.argv[0].endswith("/pg_dump"):
            child.kill()
        return child

    monkeypatch.setattr(upgrade, "spawn", begin_what_ends)
    with pytest.raises(ServerFailed, match="The old one was not changed"):
        upgrade.upgrade(former.data, quiet)
    assert names(former.data) == ["pg16"]


def test_roles_that_were_not_read_to_their_end_are_not_taken(
    former: Former, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the last of them everything is copied, and somebody cannot sign in to it."""
    begin = upgrade.spawn

    def begin_what_fails(program: upgrade.Program, *places: object, **how: object) -> object:
        if program.argv[0].endswith("/pg_dumpall"):
            program = dataclasses.replace(program, argv=("/bin/sh", "-c", '"$0" "$@"; exit 1', *program.argv))
        return begin(program, *places, **how)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(upgrade, "spawn", begin_what_fails)
    with pytest.raises(ServerFailed, match="The old one was not changed"):
        upgrade.upgrade(former.data, quiet)
    assert names(former.data) == ["pg16"]


def refusal(data: Path) -> str:
    with pytest.raises(ServerFailed) as refused:
        planned(PostgresServer(data))
    assert "\n" not in str(refused.value)
    assert "Nothing was changed." in str(refused.value)
    return str(refused.value)


def a_cluster(data: Path, major: int) -> Path:
    folder = data / f"pg{major}"
    folder.mkdir(parents=True)
    (folder / "PG_VERSION").write_text(f"{major}\n")
    return folder


def test_without_the_older_programs_it_says_which_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path = reachable(tmp_path)
    a_cluster(tmp_path, 17)
    monkeypatch.setattr(postgres_binaries, "_folders_of_system", list)
    assert "Install PostgreSQL 17 beside it (Debian: postgresql-17)" in refusal(tmp_path)


def test_a_newer_one_is_refused_by_name(tmp_path: Path) -> None:
    tmp_path = reachable(tmp_path)
    a_cluster(tmp_path, 19)
    assert "is PostgreSQL 19's, and this machine has PostgreSQL 18, which cannot read it" in refusal(tmp_path)


def test_of_two_it_takes_none(tmp_path: Path) -> None:
    tmp_path = reachable(tmp_path)
    a_cluster(tmp_path, 16)
    a_cluster(tmp_path, 18)
    said = refusal(tmp_path)
    assert str(tmp_path / "pg16") in said
    assert str(tmp_path / "pg18") in said


def test_it_looks_whether_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, older: PostgresBinaries
) -> None:
    tmp_path = reachable(tmp_path)
    base = a_cluster(tmp_path, OLD) / "base"
    base.mkdir()
    (base / "1").write_bytes(b"x" * 50 * 1024 * 1024)
    free = 300 * 1024 * 1024

    def usage(_place: Path) -> object:
        return type("Usage", (), {"free": free})

    monkeypatch.setattr(upgrade_plan.shutil, "disk_usage", usage)
    assert "That takes 306 MiB, and 300 MiB are free." in refusal(tmp_path)
    free = 306 * 1024 * 1024 + 8192
    assert planned(PostgresServer(tmp_path)) is not None


def test_what_is_kept_is_deleted_after_its_time(tmp_path: Path) -> None:
    for name in ("pg16.kept-2026-01-01", "pg18", "pg16.kept-by-hand"):
        (tmp_path / name).mkdir()
    said: list[str] = []
    drop_kept(tmp_path, date(2026, 2, 5), said.append)
    assert (names(tmp_path), said) == (["pg16.kept-2026-01-01", "pg16.kept-by-hand", "pg18"], [])
    drop_kept(tmp_path, date(2026, 2, 6), said.append)
    assert (names(tmp_path), len(said)) == (["pg16.kept-by-hand", "pg18"], 1)


async def test_what_is_kept_is_deleted_in_time_by_a_stack_that_is_never_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "pg16.kept-2026-01-01"
    kept.mkdir()
    days = iter([date(2026, 2, 5), date(2026, 2, 6), date(2026, 2, 6)])
    said: list[str] = []
    looked: list[bool] = []

    def today() -> date:
        looked.append(kept.exists())
        try:
            return next(days)
        except StopIteration:
            raise EOFError from None

    remove = shutil.rmtree
    failures = iter([OSError("read-only")])

    def remove_at_last(folder: Path) -> None:
        for failure in failures:
            raise failure
        remove(folder)

    monkeypatch.setattr(upgrade_plan.shutil, "rmtree", remove_at_last)
    with pytest.raises(EOFError):
        await upgrade_plan.drop_kept_in_time(tmp_path, said.append, today=today, every=0)
    # Its last day is over; the first try fails, and the next one is none of a start.
    assert looked == [True, True, True, False]
    assert ["could not be deleted" in line for line in said] == [True, False]
    assert "is deleted." in said[1]


def reachable(folder: Path) -> Path:
    """pytest's own folders are closed to the server's account, and then its clusters lie elsewhere."""
    for closed in (folder, *folder.parents):
        if closed.name.startswith(("pytest-", "popen-")):
            closed.chmod(0o711)
    folder.chmod(0o711)
    return folder
