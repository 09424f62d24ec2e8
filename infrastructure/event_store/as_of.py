"""Things of an account as they were at a position: the table of a read model, replayed to there."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

import psycopg
from psycopg import sql
from psycopg.rows import dict_row

from infrastructure.event_store.completing import History
from infrastructure.event_store.replay import Replay, a_replay, up_to
from infrastructure.rows.schema import SCRATCH, key_of
from projections.oversight.as_of import Kind


class CannotFold(Exception):
    """An event that this version cannot apply. It says where, and not what is in it."""


class Thing(NamedTuple):
    id: str
    position: int
    """The event that last changed it."""
    values: Mapping[str, Any]


def things_as_of(
    url: str,
    history: History,
    kind: Kind,
    account_id: UUID,
    position: int,
    thing_id: UUID | None = None,
    *,
    after: UUID | None = None,
    limit: int | None = None,
    ends: float = math.inf,
) -> list[Thing]:
    """All of a kind in the order of their keys, or one of them, or those after an id.

    Raises `CannotFold`, and `TookTooLong` at `ends`, by the clock of `time.monotonic`."""
    with a_replay(url, history, [kind.projection], account_id) as replay:
        replay.ends = ends
        replay.fold(up_to([kind.projection], position))
        _check(replay)
        order = sql.SQL(", ").join(map(sql.Identifier, key_of(kind.table)))
        statement = sql.SQL("select * from {} where account_id = {}").format(
            sql.Identifier(SCRATCH, kind.table.name), sql.Literal(account_id)
        )
        if kind.name is not None:
            name = sql.Identifier(kind.name)
            if thing_id is not None:
                statement += sql.SQL(" and {} = {}").format(name, sql.Literal(thing_id))
            if after is not None:
                statement += sql.SQL(" and {} > {}").format(name, sql.Literal(after))
        statement += sql.SQL(" order by ") + order
        if limit is not None:
            statement += sql.SQL(" limit {}").format(sql.Literal(limit))
        with replay.connection.cursor(row_factory=dict_row) as cursor:
            rows = cursor.execute(statement).fetchall()
    return [Thing(str(row[kind.name or "account_id"]), row["seq"], row) for row in rows]


def counts_as_of(
    url: str,
    history: History,
    kinds: Mapping[str, Kind],
    account_id: UUID,
    position: int,
    ends: float = math.inf,
) -> dict[str, int]:
    """How many rows there were of each kind, in one replay. Raises as `things_as_of` does."""
    models = list({kind.projection.name: kind.projection for kind in kinds.values()}.values())
    with a_replay(url, history, models, account_id) as replay:
        replay.ends = ends
        replay.fold(up_to(models, position))
        _check(replay)
        return {name: _count(replay.connection, kind, account_id) for name, kind in kinds.items()}


def _count(connection: psycopg.Connection, kind: Kind, account_id: UUID) -> int:
    statement = sql.SQL("select count(*) from {} where account_id = {}").format(
        sql.Identifier(SCRATCH, kind.table.name), sql.Literal(account_id)
    )
    row = connection.execute(statement).fetchone()
    return 0 if row is None else row[0]


def _check(replay: Replay) -> None:
    for failed in replay.failed.values():
        raise CannotFold(failed)
