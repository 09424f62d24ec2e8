"""Bringing a database to the shape this version of the product expects."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import psycopg
from psycopg import sql

from infrastructure.event_store.completing import History, complete_inline
from infrastructure.event_store.epoch import EPOCH, OLDEST
from infrastructure.local.database import LOGINS, ensure_login
from infrastructure.local.database_urls import GROUPS
from infrastructure.refusals import CannotStart
from infrastructure.rows.schema import place_name, schema_of, statements_for
from projections.kernel import Projection

__all__ = ["History", "NotThisVersion", "checksum", "ensure_login", "ensure_projections", "migrate"]

MIGRATIONS = Path(__file__).resolve().parents[1] / "migrations"
_LOCK = 0x636F66666572
# The bytes that people sign were settled for good then; nothing reads what was signed before.
KEPT_SINCE = datetime(2026, 11, 23, 16, 27, 28, tzinfo=UTC)


class NotThisVersion(CannotStart):
    """This version must not work on this database; the text is one line that says why and what to do."""


def migrate(
    owner_url: str,
    *,
    only: Collection[str] | None = None,
    folder: Path = MIGRATIONS,
    epoch: int = EPOCH,
    oldest: int = OLDEST,
) -> None:
    """Apply every migration that this database has not seen yet, in the order of their numbers; or, of
    those, `only` the ones that are named: what is filled with an older state is migrated once more after it.

    All of it is one transaction. Raises `NotThisVersion`, before anything was changed, when the database was
    migrated by a newer version, or by other migrations than these.
    """
    with psycopg.connect(owner_url) as owner:
        owner.execute("select pg_advisory_xact_lock(%s)", (_LOCK,))
        ours = {file.name: file.read_bytes() for file in sorted(folder.glob("[0-9]*.sql"))}
        applied = _applied(owner, {name: checksum(text) for name, text in ours.items()}, epoch)
        for role in (*LOGINS, *GROUPS):
            _ensure_role(owner, role)
        for name, text in ours.items():
            if name not in applied and (only is None or name in only):
                owner.execute(text)
                owner.execute(
                    "insert into public.migration (name, checksum) values (%s, %s)", (name, checksum(text))
                )
        if only is not None:
            return
        owner.execute("grant select on public.migration, public.release to coffer_app, coffer_projector")
        owner.execute("insert into public.release (epoch) values (%s) on conflict do nothing", (epoch,))
        # Whoever is appending ends first; who comes after it reads this with the position.
        owner.execute("update es.head set oldest_epoch = %(it)s where oldest_epoch < %(it)s", {"it": oldest})


def _applied(owner: psycopg.Connection, ours: Mapping[str, str], epoch: int) -> set[str]:
    """The migrations that the database has seen. Raises `NotThisVersion` unless they are of ours."""
    owner.execute(
        "create table if not exists public.migration "
        "(name text primary key, applied_at timestamptz not null default now())"
    )
    # Migrations were noted by their names alone at first.
    owner.execute("alter table public.migration add column if not exists checksum text")
    owner.execute(
        "create table if not exists public.release "
        "(epoch integer primary key, since timestamptz not null default now())"
    )
    rows = owner.execute(
        "select name, checksum, applied_at from public.migration order by applied_at, name"
    ).fetchall()
    if rows and rows[0][1] is None and rows[0][2] < KEPT_SINCE:
        raise NotThisVersion(
            f"This database was made before {KEPT_SINCE:%Y-%m-%d}, in a layout that nothing reads any more. "
            "Start with a new database or data folder; nothing was changed."
        )
    unknown = [name for name, _, _ in rows if name not in ours]
    newest = owner.execute("select coalesce(max(epoch), 0) from public.release").fetchone()
    if unknown or (newest is not None and newest[0] > epoch):
        raise NotThisVersion(
            "This database was brought to a newer version of Coffer"
            f"{f' (it knows {unknown[0]})' if unknown else ''}. "
            "Start that version, or restore a backup from before; nothing was changed."
        )
    changed = [name for name, noted, _ in rows if noted is not None and noted != ours[name]]
    if changed:
        raise NotThisVersion(
            f"The migration {changed[0]} is not the one that was applied to this database. "
            "Put its file back as it was, and change the database by a new migration; nothing was changed."
        )
    for name, noted, _ in rows:
        if noted is None:
            owner.execute("update public.migration set checksum = %s where name = %s", (ours[name], name))
    return {name for name, _, _ in rows}


def checksum(text: bytes) -> str:
    return sha256(text).hexdigest()


def ensure_projections(
    owner_url: str,
    projections: Sequence[Projection],
    reactions: Sequence[str] = (),
    *,
    logs: int = 1,
    history: History | None = None,
    complete: bool = False,
) -> None:
    """Make the tables of read models that are not there yet, and say where each follower starts.

    A read model without readers is shown at once; a new version of one is shown when it has caught
    up (see the follower). An inline one that is new, or that code without it has left behind, is filled
    here from `history`, beside those who append; from then on only who writes it appends. A reaction starts
    at the end of the log: what is past has been reacted to. `complete` says that there are no other read
    models than these.
    """
    with psycopg.connect(owner_url, autocommit=True) as owner:
        # Ends with the connection.
        owner.execute("select pg_advisory_lock(%s)", (_LOCK,))
        with owner.transaction():
            owner.execute(
                "insert into es.head (log_id, position, oldest_epoch, inline) "
                "select log, 0, h.oldest_epoch, h.inline "
                "from generate_series(0, %s - 1) as log, es.head as h where h.log_id = 0 "
                "on conflict do nothing",
                (logs,),
            )
            for projection in projections:
                _prepare(owner, projection)
            for reaction in reactions:
                _start(owner, reaction, at_end=True)
        complete_inline(owner, [p for p in projections if p.mode == "inline"], history, alone=complete)


def _prepare(owner: psycopg.Connection, projection: Projection) -> None:
    schema = schema_of(projection)
    if not owner.execute("select 1 from pg_namespace where nspname = %s", (schema,)).fetchone():
        for statement in statements_for(projection):
            owner.execute(statement)
    if projection.mode == "follows":
        shown = owner.execute("select 1 from es.read_model where name = %s", (projection.name,))
        if shown.fetchone() is None:
            owner.execute("select es.serve(%s, %s)", (projection.name, projection.version))
        _start(owner, place_name(projection), at_end=False)


def _start(owner: psycopg.Connection, follower: str, *, at_end: bool) -> None:
    owner.execute(
        "insert into es.tracking select %s, log_id, case when %s then position else 0 end from es.head "
        "on conflict do nothing",
        (follower, at_end),
    )


def _ensure_role(owner: psycopg.Connection, name: str) -> None:
    """Roles belong to the whole server, so another database's migration may be making it just now."""
    try:
        with owner.transaction():
            if owner.execute("select 1 from pg_roles where rolname = %s", (name,)).fetchone() is None:
                owner.execute(sql.SQL("create role {} nologin").format(sql.Identifier(name)))
    except (psycopg.errors.DuplicateObject, psycopg.errors.UniqueViolation):
        return
