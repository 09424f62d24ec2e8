"""Bringing a database to the shape this version of the product expects."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

import psycopg
from psycopg import sql

from infrastructure.event_store.batch import LogReader
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.members import ReadModel
from infrastructure.event_store.registry import EventRegistry
from infrastructure.local.database import LOGINS, ensure_login
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.rows.schema import place_name, statements_for
from projections.kernel import Projection

__all__ = ["History", "ensure_login", "ensure_projections", "migrate"]

MIGRATIONS = Path(__file__).resolve().parents[1] / "migrations"
_LOCK = 0x636F66666572


def migrate(owner_url: str, *, only: Collection[str] | None = None) -> None:
    """Apply every migration that this database has not seen yet, in the order of their numbers; or, of
    those, `only` the ones that are named."""
    with psycopg.connect(owner_url) as owner:
        owner.execute("select pg_advisory_xact_lock(%s)", (_LOCK,))
        for role in LOGINS:
            _ensure_role(owner, role)
        owner.execute(
            "create table if not exists public.migration "
            "(name text primary key, applied_at timestamptz not null default now())"
        )
        applied = {name for (name,) in owner.execute("select name from public.migration")}
        for file in sorted(MIGRATIONS.glob("[0-9]*.sql")):
            if file.name not in applied and (only is None or file.name in only):
                owner.execute(file.read_bytes())
                owner.execute("insert into public.migration (name) values (%s)", (file.name,))


def ensure_projections(
    owner_url: str,
    projections: Sequence[Projection],
    reactions: Sequence[str] = (),
    *,
    logs: int = 1,
    history: History | None = None,
) -> None:
    """Make the tables of read models that are not there yet, and say where each follower starts.

    A read model without readers is shown at once; a new version of one is shown when it has caught
    up (see the follower). An inline one is filled here, from `history`, while appends are blocked; no process
    with the older version may append after that. A reaction starts at the end of the log: what is past
    has been reacted to.
    """
    with psycopg.connect(owner_url) as owner:
        owner.execute("select pg_advisory_xact_lock(%s)", (_LOCK,))
        owner.execute(
            "insert into es.head select log, 0 from generate_series(0, %s - 1) as log on conflict do nothing",
            (logs,),
        )
        for projection in projections:
            schema = f"p_{projection.name}_{projection.version}"
            if not owner.execute("select 1 from pg_namespace where nspname = %s", (schema,)).fetchone():
                for statement in statements_for(projection):
                    owner.execute(statement)
                if projection.mode == "inline":
                    _fill(owner, projection, history)
            shown = owner.execute("select 1 from es.read_model where name = %s", (projection.name,))
            if shown.fetchone() is None:
                owner.execute("select es.serve(%s, %s)", (projection.name, projection.version))
            if projection.mode == "follows":
                _start(owner, place_name(projection), at_end=False)
        for reaction in reactions:
            _start(owner, reaction, at_end=True)


class History(NamedTuple):
    """What it takes to read the log."""

    registry: EventRegistry
    wrapping: KeyWrapping


def _fill(owner: psycopg.Connection, projection: Projection, history: History | None) -> None:
    """Bring a new inline read model up to the end of the log, and show it in the same transaction."""
    heads = owner.execute("select log_id, position from es.head order by log_id for update").fetchall()
    if all(position == 0 for _, position in heads):
        return
    if history is None:
        raise ValueError(f"{projection.name} is new and the log is not empty: filling it takes the history.")
    model = ReadModel(projection)
    reader = LogReader(owner, EventMapper(history.registry), history.wrapping)
    for log, _ in heads:
        place = 0
        while facts := reader.after(log, place):
            model.take_in(owner, [read for read in facts if model.wants(read.name)])
            place = facts[-1].position
    owner.execute("select es.serve(%s, %s)", (projection.name, projection.version))


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
