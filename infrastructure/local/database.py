"""The product's database on a server of ours: made once, with the logins its parts use."""

from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg
from psycopg import sql

from infrastructure.local.secret_files import kept_secret

DATABASE = "coffer"
# Who appends and answers, and who builds read models. What each may do is settled by the migrations.
LOGINS = ("coffer_app", "coffer_projector")


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


def password_of(login: str, data: Path) -> str:
    return kept_secret(data / "secrets" / login).decode()


def signed_in_as(url: str, login: str, password: str) -> str:
    """The same database, seen by somebody else."""
    parts = urlsplit(url)
    where = f"{parts.hostname}:{parts.port}" if parts.port else f"{parts.hostname}"
    return urlunsplit(parts._replace(netloc=f"{quote(login)}:{quote(password, safe='')}@{where}"))


def other_database(url: str, name: str) -> str:
    """The same server and the same login, another database."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{quote(name)}"))
