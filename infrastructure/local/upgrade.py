"""Bringing the database of an older PostgreSQL to the version that is started, with the old one kept.

The new one is made aside and compared with the old one, and only then takes its name. So whenever this is cut
off, either the old database is there alone, and the next start makes the new one again from the beginning; or
both are, the new one says what it was made from, and the next start puts the old one aside.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import IO
from urllib.parse import unquote, urlsplit

import psycopg
from psycopg import sql

from infrastructure.local.postgres import OWNER, PostgresServer
from infrastructure.local.processes import Program, run_as, spawn
from infrastructure.local.secret_files import sync_folder, write_private
from infrastructure.local.server import ServerFailed
from infrastructure.local.upgrade_plan import (
    KEPT_DAYS,
    MADE_FROM,
    MEBIBYTE,
    planned,
    put_aside_what_it_was_made_from,
)

_HALF = ".upgrade"

# The least of what would be noticed: a table that is not there, or is not whole.
_TABLES = """
select n.nspname, c.relname from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
where c.relkind = 'r' and n.nspname <> 'information_schema' and n.nspname !~ '^pg_' order by 1
"""
_DATABASES = (
    "select datname from pg_database where datallowconn and not datistemplate and datname <> 'postgres'"
)


def upgrade(data: Path, tell: Callable[[str], None]) -> None:
    """Do what is planned, if anything. Raises `ServerFailed`; then the old database is as it was."""
    server = PostgresServer(data)
    plan = planned(server)
    if plan is None:
        return
    old = PostgresServer(data, binaries=plan.old)
    half = PostgresServer(data, fsync=False, binaries=server.binaries, suffix=_HALF)
    old.log = half.log = data / "logs" / "upgrade.log"
    tell(
        f"The database is PostgreSQL {plan.old.major}'s. It is copied into one of PostgreSQL "
        f"{server.binaries.major} ({plan.bytes // MEBIBYTE} MiB); the old one is kept."
    )
    # What an earlier try has left may still be running.
    half.clear_leftovers()
    shutil.rmtree(half.cluster, ignore_errors=True)
    try:
        with old, half, half.log.open("ab") as log:
            _copy(old, half, log)
        _make_durable(half, old.cluster.name)
    except BaseException:
        shutil.rmtree(half.cluster, ignore_errors=True)
        raise
    half.cluster.rename(server.cluster)
    sync_folder(server.home)
    kept = put_aside_what_it_was_made_from(server)
    tell(f"The old database is in {kept} for {KEPT_DAYS} days.")


def _copy(old: PostgresServer, new: PostgresServer, log: IO[bytes]) -> None:
    with psycopg.connect(new.url(), autocommit=True) as server, psycopg.connect(old.url()) as source:
        # Written by pg_dumpall, and not a literal of ours.
        server.execute(_roles(old, new, log).encode())
        names = [name for (name,) in source.execute(_DATABASES)]
        for name in names:
            server.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
    for name in names:
        copy_database(old, new, name, log)
        with (
            psycopg.connect(old.url(name)) as before,
            psycopg.connect(new.url(name), autocommit=True) as after,
        ):
            if (had := _counted(before)) != (has := _counted(after)):
                odd = next(table for table in {**had, **has} if had.get(table) != has.get(table))
                raise ServerFailed(
                    f"The copy of the database is not what the old one is: {odd} has {has.get(odd)} rows and "
                    f"not {had.get(odd)}. The old database was not changed."
                )
            after.execute("analyze")


def _roles(old: PostgresServer, new: PostgresServer, log: IO[bytes]) -> str:
    asked = Program(
        (new.binaries.program("pg_dumpall"), "--roles-only", f"--dbname={_address(old, 'postgres')}"),
        Path("/"),
        _environment(old),
        new.account,
    )
    child = spawn(asked, subprocess.PIPE, errors=log)
    said = child.communicate()[0].decode()
    if child.returncode:
        raise _failed(new)
    # The owner is there already, and lines with a backslash are psql's own.
    lines = (line for line in said.splitlines() if line != f"CREATE ROLE {OWNER};" and line[:1] != "\\")
    return "\n".join(lines)


def copy_database(old: PostgresServer, new: PostgresServer, name: str, log: IO[bytes]) -> None:
    """From one into the other, with nothing in between that would lie on the disk."""
    dump = (new.binaries.program("pg_dump"), "--format=custom", "--compress=0")
    restore = (new.binaries.program("pg_restore"), "--exit-on-error")
    out, into = os.pipe()
    try:
        reader = Program(
            (*dump, f"--dbname={_address(old, name)}"), Path("/"), _environment(old), new.account
        )
        writer = Program(
            (*restore, f"--dbname={_address(new, name)}"), Path("/"), _environment(new), new.account
        )
        children = [spawn(reader, into, errors=log), spawn(writer, log, given=out)]
    finally:
        os.close(out)
        os.close(into)
    codes = [child.wait() for child in children]
    if any(codes):
        raise _failed(new)


def _counted(connection: psycopg.Connection) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for schema, table in connection.execute(_TABLES).fetchall():
        count = sql.SQL("select count(*) from {}").format(sql.Identifier(schema, table))
        found[f"{schema}.{table}"] = next(iter(connection.execute(count)))[0]
    return found


def _make_durable(half: PostgresServer, made_from: str) -> None:
    """Before it has its name it is on the disk, with a word of where it comes from."""
    note = half.cluster / MADE_FROM
    write_private(note, made_from.encode())
    if half.account is not None:
        os.chown(note, half.account.uid, half.account.gid)
    told = run_as(
        half.account,
        (half.binaries.program("initdb"), "--sync-only", f"--pgdata={half.cluster}"),
        Path("/"),
    )
    if told.returncode:
        raise ServerFailed(f"initdb failed:\n{told.stdout.strip()}")


def _address(server: PostgresServer, name: str) -> str:
    """Without the password, which command lines are too public for."""
    return server.url(name, password="").replace(":@", "@", 1)


def _environment(server: PostgresServer) -> Mapping[str, str]:
    password = unquote(urlsplit(server.url()).password or "")
    return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "PGPASSWORD": password}


def _failed(server: PostgresServer) -> ServerFailed:
    return ServerFailed(
        f"The database could not be copied. The old one was not changed.\n{server.last_words()}"
    )


def main(argv: Sequence[str]) -> int:
    def end(_number: int, _frame: FrameType | None) -> None:
        sys.exit(1)

    signal.signal(signal.SIGTERM, end)
    try:
        upgrade(Path(argv[0]), lambda line: print(line, flush=True))
    except ServerFailed as failure:
        print(failure, flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
