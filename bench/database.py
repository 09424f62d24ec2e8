"""A database of its own for one measurement, on a server that waits for the disk like a real one."""

from __future__ import annotations

import argparse
import contextlib
import secrets
import shutil
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple

import psycopg
from psycopg import sql

from infrastructure.event_store.migrate import migrate
from infrastructure.local.database import LOGINS, ensure_login, other_database, signed_in_as
from infrastructure.local.postgres import PostgresServer


class Database(NamedTuple):
    owner: str
    app: str
    projector: str


def with_server(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--server-url",
        help="superuser's URL of a PostgreSQL to measure; its logins coffer_app and coffer_projector get new "
        "passwords, so never that of a running installation (default: a server of our own, fsync on)",
    )


@contextlib.contextmanager
def fresh_database(server_url: str | None) -> Generator[Database]:
    """A migrated database, dropped at the end."""
    with contextlib.ExitStack() as stack:
        if server_url is None:
            folder = Path(tempfile.mkdtemp(prefix="coffer-bench-"))
            folder.chmod(0o711)
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
            server_url = stack.enter_context(PostgresServer(folder)).url()
        name = f"bench_{secrets.token_hex(6)}"
        with psycopg.connect(server_url, autocommit=True) as server:
            server.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
            owner = other_database(server_url, name)
            migrate(owner)
            password = secrets.token_urlsafe(24)
            for login in LOGINS:
                ensure_login(server_url, login, password)
            try:
                yield Database(owner, *(signed_in_as(owner, login, password) for login in LOGINS))
            finally:
                server.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))
