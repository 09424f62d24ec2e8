"""A stretch of the log, read and decoded once for all who follow it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, LiteralString, NamedTuple
from uuid import UUID

import psycopg

from domain.kernel import Recorded
from infrastructure.event_store.mapper import EventMapper, StoredFact
from infrastructure.personal_data.keys import KeyWrapping, known_on

MOST_FACTS = 1_000

COLUMNS = """
select position, account_id, kind, entity_id, stream_id, stream_version, type, schema_version, state,
    event_id, actor_kind, actor_id, impersonator_id, session_id, device_id, correlation_id, causation_id,
    request_id, origin, occurred_at, recorded_at, ip_ref, agent_ref, leaf_hash
from es.event where log_id = %(log)s
"""
_BETWEEN = f"{COLUMNS} and position > %(after)s and position <= %(until)s"
_ALL = f"{_BETWEEN} order by position limit %(most)s"
_CONCERNING = (
    f"{_BETWEEN} and (account_id = %(account)s or account_id is null) order by position limit %(most)s"
)
_OF_ACCOUNT = f"{_BETWEEN} and account_id is not distinct from %(account)s order by position"
_END = 2**63 - 1


class Unreadable(Exception):
    """A stored fact that this version of the product cannot decode."""


class Read(NamedTuple):
    """A stored fact: its name and account are always known, its content only to a program that has it."""

    position: int
    account_id: UUID | None
    name: str
    fact: Recorded | None
    problem: str = ""


class LogReader:
    """Reads the log for followers, on their connection."""

    def __init__(self, connection: psycopg.Connection, mapper: EventMapper, wrapping: KeyWrapping) -> None:
        self._connection = connection
        self._mapper = mapper
        self._wrapping = wrapping

    def after(
        self, log: int, position: int, until: int | None = None, *, concerning: UUID | None = None
    ) -> list[Read]:
        """The next facts, at most a thousand; or, of those, the ones of an account and of none."""
        parameters = {
            "log": log,
            "after": position,
            "until": _END if until is None else until,
            "most": MOST_FACTS,
        }
        if concerning is None:
            return self._decoded(_ALL, parameters)
        return self._decoded(_CONCERNING, {**parameters, "account": concerning})

    def of_account(self, log: int, account_id: UUID | None, after: int, until: int) -> list[Read]:
        """The facts of one account (or of none) in a stretch."""
        parameters = {"log": log, "after": after, "until": until, "account": account_id}
        return self._decoded(_OF_ACCOUNT, parameters)

    def end(self, log: int) -> int:
        row = self._connection.execute("select position from es.head where log_id = %s", (log,)).fetchone()
        return 0 if row is None else row[0]

    def _decoded(self, statement: LiteralString, parameters: dict[str, Any]) -> list[Read]:
        with self._connection.cursor(binary=True) as cursor:
            return self.decoded(cursor.execute(statement, parameters, prepare=True).fetchall())

    def decoded(self, rows: Sequence[Sequence[Any]]) -> list[Read]:
        """Rows with `COLUMNS`, each with what it says as far as there is a key for it."""
        streams = {row[4] for row in rows if self._mapper.is_erasable(row[6])}
        keys = known_on(self._connection, self._wrapping, list(streams))
        return [self._read(row, keys.get(row[4])) for row in rows]

    def _read(self, row: Sequence[Any], key: bytes | None) -> Read:
        position, account_id, name = row[0], row[1], row[6]
        try:
            event = self._mapper.to_event(StoredFact(name, row[7], row[8], row[9]), key)
        except Exception as problem:
            return Read(position, account_id, name, None, f"{type(problem).__name__}: {problem}")
        return Read(position, account_id, name, Recorded._make((*row[:6], event, *row[9:])))
