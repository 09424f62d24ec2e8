"""Logins of analysts: a database role each, for one account, that can read views and nothing else."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import LiteralString, NamedTuple
from uuid import UUID

import psycopg
from psycopg import sql

from domain.errors import NotFound, Refused
from infrastructure.analysis.quiet import be_quiet, is_quiet

CONNECTIONS = 4
# What a login begins with. A person may set another time limit; nobody writes, whatever is set.
_SETTINGS: tuple[tuple[LiteralString, LiteralString], ...] = (
    ("default_transaction_read_only", "on"),
    ("statement_timeout", "'60s'"),
    ("lock_timeout", "'3s'"),
    ("idle_in_transaction_session_timeout", "'60s'"),
    ("TimeZone", "'UTC'"),
    # A catalogue without sizes is found before the one that would refuse them.
    ("search_path", "analytics, pg_catalog"),
)
# Every server has them, and they are nobody's.
_COMMON = ("postgres", "template1")
_LISTED = """
select l.name, l.account_id, l.label, l.added_at, r.rolname is not null
from analytics.login as l left join pg_roles as r on r.rolname = l.name
order by l.added_at, l.name
"""
_ELSEWHERE = """
select datname from pg_database
where datallowconn and datname <> current_database() and has_database_privilege(%s, oid, 'connect')
order by 1
"""
_END = "select pg_terminate_backend(pid) from pg_stat_activity where usename = %s"


class Login(NamedTuple):
    name: str
    account_id: UUID
    label: str
    added_at: datetime
    there: bool
    """Whether the server knows it: a restored database knows of logins that stayed behind."""


class Added(NamedTuple):
    name: str
    password: str
    elsewhere: Sequence[str]
    """Other databases of the server that the login can enter."""


def add_login(owner_url: str, account_id: UUID, label: str) -> Added:
    """Make a login for an account. Raises `NotFound` for one that is not there, and `Refused` where the
    database would tell it about others."""
    # Its name is seen by everybody who may sign in: it says neither who nor where.
    name, password = f"analyst_{secrets.token_hex(5)}", secrets.token_urlsafe(24)
    with psycopg.connect(owner_url) as owner:
        owner.execute("select set_config('app.account_id', %s, true)", (str(account_id),))
        known = owner.execute(
            "select from read.account_states where account_id = %s and state <> 'erased'", (account_id,)
        )
        if known.fetchone() is None:
            raise NotFound("There is no such account.")
        be_quiet(owner)
        if not is_quiet(owner):
            raise Refused(
                "This database tells anyone how large its tables are, and only a superuser can stop "
                "that. Run `./coffer migrate` once with a superuser in COFFER_OWNER_DATABASE_URL."
            )
        # The password never reaches the server, nor its log.
        verifier = owner.pgconn.encrypt_password(password.encode(), name.encode(), b"scram-sha-256").decode()
        role = sql.Identifier(name)
        made = "create role {} login password {} connection limit {} in role coffer_analyst"
        owner.execute(sql.SQL(made).format(role, sql.Literal(verifier), sql.Literal(CONNECTIONS)))
        for setting, value in _SETTINGS:
            owner.execute(sql.SQL(f"alter role {{}} set {setting} = {value}").format(role))
        owner.execute("insert into analytics.login values (%s, %s, %s)", (name, account_id, label))
        return Added(name, password, _kept_out_of(owner, name))


def logins(owner_url: str) -> list[Login]:
    with psycopg.connect(owner_url) as owner:
        return [Login(*row) for row in owner.execute(_LISTED).fetchall()]


def remove_login(owner_url: str, name: str) -> bool:
    """End the login and its connections; whether there was one."""
    with psycopg.connect(owner_url) as owner:
        row = owner.execute("delete from analytics.login where name = %s returning name", (name,)).fetchone()
        if row is None:
            return False
        if owner.execute("select from pg_roles where rolname = %s", (name,)).fetchone() is not None:
            role = sql.Identifier(name)
            # Nobody comes in while those that are in are ended.
            owner.execute(sql.SQL("alter role {} nologin").format(role))
            owner.execute(_END, (name,))
            owner.execute(sql.SQL("drop role {}").format(role))
        return True


def _kept_out_of(owner: psycopg.Connection, name: str) -> Sequence[str]:
    """Close what every server has to those who have no business there; the databases that stay open."""
    found = [database for (database,) in owner.execute(_ELSEWHERE, (name,)).fetchall()]
    for database in found:
        if database in _COMMON:
            owner.execute(
                sql.SQL("revoke connect on database {} from public").format(sql.Identifier(database))
            )
    return [database for (database,) in owner.execute(_ELSEWHERE, (name,)).fetchall()]
