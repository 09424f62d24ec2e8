"""The product's database on a server of ours: made once, with the logins its parts use."""

import os
from collections.abc import Mapping
from urllib.parse import unquote, urlsplit

import psycopg
from psycopg import sql

from infrastructure.local.database_urls import DATABASE, LOGINS, other_database, signed_in_as

__all__ = ["DATABASE", "LOGINS", "ensure_database", "ensure_login", "make", "other_database", "signed_in_as"]


def ensure_database(server_url: str, name: str = DATABASE) -> None:
    """Make the database when there is none."""
    with psycopg.connect(server_url, autocommit=True) as server:
        known = server.execute("select 1 from pg_database where datname = %s", (name,)).fetchone()
        if known is None:
            server.execute(sql.SQL("create database {}").format(sql.Identifier(name)))


def ensure_login(server_url: str, name: str, password: str) -> None:
    """Let a role sign in with this password; the migrations may have made it without one."""
    with psycopg.connect(server_url) as server:
        known = server.execute("select 1 from pg_roles where rolname = %s", (name,)).fetchone()
        change = "alter role {} login password {}" if known else "create role {} login password {}"
        server.execute(sql.SQL(change).format(sql.Identifier(name), sql.Literal(password)))


def make(environ: Mapping[str, str]) -> None:
    """The database and the logins that the parts were told of."""
    owner = environ["COFFER_OWNER_DATABASE_URL"]
    ensure_database(other_database(owner, "postgres"), urlsplit(owner).path.lstrip("/"))
    for name in ("DATABASE_URL", "COFFER_PROJECTOR_DATABASE_URL"):
        told = urlsplit(environ[name])
        ensure_login(owner, unquote(told.username or ""), unquote(told.password or ""))


if __name__ == "__main__":
    make(os.environ)
