"""Things of an account as they were at a position: the table of a read model, replayed to there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

from psycopg import sql
from psycopg.rows import dict_row

from infrastructure.event_store.completing import History
from infrastructure.event_store.replay import a_replay, up_to
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
    url: str, history: History, kind: Kind, account_id: UUID, position: int, thing_id: UUID | None = None
) -> list[Thing]:
    """All of a kind in the order of their keys, or one of them. Raises `CannotFold`."""
    with a_replay(url, history, [kind.projection], account_id) as replay:
        replay.fold(up_to([kind.projection], position))
        for failed in replay.failed.values():
            raise CannotFold(failed)
        order = sql.SQL(", ").join(map(sql.Identifier, key_of(kind.table)))
        statement = sql.SQL("select * from {} where account_id = {}").format(
            sql.Identifier(SCRATCH, kind.table.name), sql.Literal(account_id)
        )
        if thing_id is not None and kind.name is not None:
            statement += sql.SQL(" and {} = {}").format(sql.Identifier(kind.name), sql.Literal(thing_id))
        with replay.connection.cursor(row_factory=dict_row) as cursor:
            rows = cursor.execute(statement + sql.SQL(" order by ") + order).fetchall()
    return [Thing(str(row[kind.name or "account_id"]), row["seq"], row) for row in rows]
