"""Real servers for tests: one throw-away PostgreSQL and Valkey, and a migrated database to clone."""

import contextlib
import hashlib
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg import sql

from infrastructure.local.database import LOGINS, ensure_login, other_database, signed_in_as
from infrastructure.local.places import CHECKOUT
from infrastructure.local.postgres import PostgresServer
from infrastructure.local.valkey import ValkeyServer

# Named so, a server that is already there is used: `./test` starts one for all workers.
POSTGRES = "COFFER_TEST_POSTGRES_URL"
VALKEY = "COFFER_TEST_VALKEY_URL"

MEMORY = Path("/dev/shm")
# The servers of one run hold two gigabytes at most.
ROOM = 4 * 1024**3

# Only ever on a throw-away server.
PASSWORD = "only-for-tests"


@dataclass(frozen=True)
class Stack:
    postgres: str
    valkey: str

    def environ(self) -> dict[str, str]:
        return {POSTGRES: self.postgres, VALKEY: self.valkey}


@contextlib.contextmanager
def throw_away_folder() -> Iterator[Path]:
    """A folder PostgreSQL's account may enter; pytest's own folders are closed to others."""
    folder = Path(tempfile.mkdtemp(prefix="coffer-test-", dir=_in_memory()))
    folder.chmod(0o711)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _in_memory() -> Path | None:
    """A folder in memory, if there is room. A cloned database is some 300 files that exist for a second.

    Without a journal, a file system passes over each inode that became free in the last seconds before it
    gives one out: with databases that come and go, that took a fifth of both processors.
    """
    try:
        free = shutil.disk_usage(MEMORY).free
    except OSError:
        return None
    return MEMORY if free > ROOM and os.access(MEMORY, os.W_OK) else None


@contextlib.contextmanager
def running_stack() -> Iterator[Stack]:
    """The servers named in the environment, or our own until the end of the block."""
    with contextlib.ExitStack() as started:
        folder: Path | None = None
        postgres, valkey = os.environ.get(POSTGRES), os.environ.get(VALKEY)
        if postgres is None or valkey is None:
            folder = started.enter_context(throw_away_folder())
            if postgres is None:
                postgres = started.enter_context(PostgresServer(folder, fsync=False)).url()
            if valkey is None:
                valkey = started.enter_context(ValkeyServer(folder, durable=False)).url
        yield Stack(postgres, valkey)


def migrated_template(server_url: str) -> str:
    """The name of a database with all migrations; made once per server and state of the migrations."""
    name = f"template_{_state_of_migrations()}"
    with psycopg.connect(server_url, autocommit=True) as server:
        # Other workers of the same run wait here and then find it made.
        server.execute("select pg_advisory_lock(%s)", (0x436F66666572,))
        if server.execute("select 1 from pg_database where datname = %s", (name,)).fetchone():
            return name
        # Here and not above: tests that need servers only do not need the event store.
        from infrastructure.event_store.migrate import migrate

        half = f"half_{secrets.token_hex(6)}"
        server.execute(sql.SQL("create database {}").format(sql.Identifier(half)))
        for login in LOGINS:
            ensure_login(server_url, login, PASSWORD)
        migrate(other_database(server_url, half))
        finished = sql.SQL("alter database {} rename to {}")
        server.execute(finished.format(sql.Identifier(half), sql.Identifier(name)))
    return name


@contextlib.contextmanager
def cloned_database(server_url: str, template: str) -> Iterator[str]:
    """The owner's URL of a database of one's own, gone at the end of the block."""
    name = f"clone_{secrets.token_hex(6)}"
    with psycopg.connect(server_url, autocommit=True) as server:
        server.execute("select pg_advisory_lock(%s)", (0x436F66666573,))
        # Files are copied in half the time that page by page through the log takes.
        server.execute(
            sql.SQL("create database {} template {} strategy file_copy").format(
                sql.Identifier(name), sql.Identifier(template)
            )
        )
        server.execute("select pg_advisory_unlock(%s)", (0x436F66666573,))
        try:
            yield other_database(server_url, name)
        finally:
            server.execute(sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(name)))


def add_read_models(owner_url: str) -> None:
    """Make every read model of the product, let every reaction start, and bind the secrets of tests."""
    from api.composition.following import FROM_NOW_ON
    from infrastructure.analysis.views import ensure_analysis
    from infrastructure.event_store.migrate import ensure_projections
    from projections.catalogue import PROJECTIONS

    ensure_projections(owner_url, PROJECTIONS, FROM_NOW_ON)
    ensure_analysis(owner_url)
    with psycopg.connect(owner_url) as owner:
        for name, value in checks_of_tests().items():
            owner.execute("insert into es.secret_check (name, value) values (%s, %s)", (name, value))


def checks_of_tests() -> dict[str, bytes]:
    """What the database keeps of the secrets that tests go by; each has a log key of its own."""
    from infrastructure.secret_checks import AUTH, BLOB, KEK, check_value
    from infrastructure.setting_values import key, secret
    from tests.support.door import KEY, SECRET

    held = {KEK: key(KEY), AUTH: secret(SECRET), BLOB: secret(SECRET)}
    return {name: check_value(name, value) for name, value in held.items()}


def seen_by(login: str, owner_url: str) -> str:
    """A cloned database as one of the product's own logins sees it."""
    return signed_in_as(owner_url, login, PASSWORD)


def end_connections(owner_url: str) -> None:
    """End what the application holds open to a database, as a restart of the server would."""
    with psycopg.connect(owner_url, autocommit=True) as owner:
        owner.execute(
            "select pg_terminate_backend(pid, 30000) from pg_stat_activity where usename = 'coffer_app' "
            "and datname = current_database() and application_name = 'coffer'"
        )


def end_all_connections(owner_url: str) -> None:
    """The same, with those on which it appends and listens."""
    with psycopg.connect(owner_url, autocommit=True) as owner:
        owner.execute(
            "select pg_terminate_backend(pid, 30000) from pg_stat_activity where usename = 'coffer_app' "
            "and datname = current_database()"
        )


def _state_of_migrations() -> str:
    digest = hashlib.sha256()
    for file in sorted((CHECKOUT / "infrastructure" / "migrations").glob("*.sql")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
