"""Back to any moment by PostgreSQL's own means, as docs/operating.md says: archived WAL and a base backup."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from infrastructure.event_store.migrate import ensure_projections, migrate
from infrastructure.local.database import ensure_database, ensure_login, signed_in_as
from infrastructure.local.database_urls import DATABASE, LOGINS
from infrastructure.local.postgres import OWNER, PostgresServer
from infrastructure.local.processes import account_for_servers
from tests.support.notes import NOTES_INLINE, open_store, write
from tests.support.stack import PASSWORD, throw_away_folder

pytestmark = pytest.mark.begins_early


@pytest.fixture
def folder() -> Iterator[Path]:
    with throw_away_folder() as folder:
        yield folder


def owned(folder: Path) -> Path:
    """A folder that the account of the server writes into."""
    folder.mkdir()
    account = account_for_servers()
    if account is not None:
        os.chown(folder, account.uid, account.gid)
    return folder


async def written(url: str, notes: int) -> None:
    async with open_store(signed_in_as(url, "coffer_app", PASSWORD), inline=[NOTES_INLINE]) as (store, _):
        for number in range(notes):
            await write(store, uuid4(), f"number {number}")


def base_backup(server: PostgresServer, into: Path) -> None:
    """`pg_basebackup`, with a password and without a question."""
    where = ("-h", "127.0.0.1", "-p", str(server.port), "-U", OWNER, "-D", str(into))
    environ = {**os.environ, "PGPASSWORD": psycopg.conninfo.conninfo_to_dict(server.url())["password"]}
    argv = (server.binaries.program("pg_basebackup"), *where, "--checkpoint=fast")
    done = subprocess.run(argv, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def archived(owner: psycopg.Connection) -> None:
    """Wait until all that was written so far lies in the archive."""
    ((last,),) = owner.execute("select pg_walfile_name(pg_switch_wal())").fetchall()
    wait_for(owner, f"select last_archived_wal >= '{last}' from pg_stat_archiver")


def wait_for(owner: psycopg.Connection, holds: str) -> None:
    until = time.monotonic() + 60
    while owner.execute(holds.encode()).fetchone() != (True,):
        assert time.monotonic() < until
        time.sleep(0.05)


async def test_a_database_goes_back_to_a_moment_between_two_backups(folder: Path) -> None:
    archive, base = owned(folder / "archive"), folder / "base"
    live = PostgresServer(folder / "live", fsync=False)
    with live:
        with psycopg.connect(live.url(), autocommit=True) as owner:
            owner.execute("alter system set archive_mode = 'on'")
            owner.execute(f"alter system set archive_command = 'cp %p {archive}/%f'".encode())
        live.stop()
        live.start()
        ensure_database(live.url())
        url = live.url(DATABASE)
        for login in LOGINS:
            ensure_login(url, login, PASSWORD)
        migrate(url)
        ensure_projections(url, [NOTES_INLINE])
        await written(url, 3)
        base_backup(live, base)
        await written(url, 3)
        with psycopg.connect(url, autocommit=True) as owner:
            ((moment,),) = owner.execute("select clock_timestamp()").fetchall()
            await written(url, 4)
            assert owner.execute("select position from es.head").fetchone() == (10,)
            archived(owner)

    back = recovered(folder / "back", base, archive, moment, live)
    with back, psycopg.connect(back.url(DATABASE), autocommit=True) as owner:
        wait_for(owner, "select not pg_is_in_recovery()")
        assert owner.execute("select position from es.head").fetchone() == (6,)
        assert owner.execute("select count(*), max(position) from es.event").fetchone() == (6, 6)
        assert owner.execute("select count(*) from read.notes").fetchone() == (6,)
        await written(back.url(DATABASE), 1)
        assert owner.execute("select position from es.head").fetchone() == (7,)


def recovered(
    folder: Path, base: Path, archive: Path, moment: datetime, live: PostgresServer
) -> PostgresServer:
    """A server over the base backup that reads the archive up to a moment, and then goes on by itself."""
    back = PostgresServer(folder, fsync=False)
    folder.mkdir()
    shutil.copytree(live.data / "secrets", folder / "secrets")
    shutil.copytree(base, back.cluster)
    with (back.cluster / "postgresql.auto.conf").open("a", encoding="utf-8") as settings:
        settings.write(
            f"archive_mode = 'off'\nrestore_command = 'cp {archive}/%f %p'\n"
            f"recovery_target_time = '{moment.isoformat()}'\nrecovery_target_action = 'promote'\n"
        )
    (back.cluster / "recovery.signal").touch()
    return back
