"""Comparing the read models of one account with a replay of it, while all of them are in use.

Places and rows are read in one snapshot, and each read model is replayed to its own place, so the answer is
that of one moment. It costs as much as the account has events, however many others have.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import psycopg

from infrastructure.event_store.completing import History
from infrastructure.event_store.jobs import NOBODY
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.replay import Until, a_replay
from infrastructure.rows.comparing import AGE, Difference, compare
from infrastructure.rows.digest import Digest, Digester, account_tables, of_accounts
from infrastructure.rows.schema import place_name, place_of
from projections.kernel import Projection

_PLACES = "select follower, position from es.tracking where log_id = 0"
_PARKED = "select follower, account_id, position from es.parked where log_id = 0 and account_id = any(%s)"
# The roles that were told a content without a wrap for them.
_FROM_WRAPS = ("owed",)
# What an invitation calls the account and the role.
_FROM_NAMES = ("accountName", "roleName")
# What a role keeps of the salt of its statement.
_FROM_SALTS = ("nameSalt",)
_HEAD = "select position, now() - %s::interval from es.head where log_id = 0"


class Compared(NamedTuple):
    """What came of one read model."""

    name: str
    version: int
    position: int
    live: Digest
    replayed: Digest | None
    """None where the log cannot be folded."""
    differences: tuple[Difference, ...]
    """Members that are in no digest are compared as well."""
    failed: str = ""

    @property
    def equal(self) -> bool:
        return self.live == self.replayed and not self.differences


def compare_account(
    url: str,
    history: History,
    projections: Sequence[Projection],
    account_id: UUID,
    *,
    ends: float = math.inf,
) -> Iterator[Compared]:
    """Raises `TookTooLong` at `ends`, by the clock of `time.monotonic`."""
    models = of_accounts(projections)
    with a_replay(url, history, models, account_id) as replay:
        replay.ends, connection = ends, replay.connection
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        with connection.transaction():
            places, kept_from = places_of(connection, models, account_id)
            digester = Digester(connection, erasable_members(history.registry), kept_from)
            replay.fold(places)
            for model in models:
                failed = replay.failed.get(model.name, "")
                found = (
                    compare(connection, table, place_of(model, table), account_id)[1]
                    for table in (() if failed else account_tables(model))
                )
                yield Compared(
                    model.name,
                    model.version,
                    places[model.name].position,
                    digester.of(model, account_id),
                    None if failed else digester.of(model, account_id, scratch=True),
                    tuple(difference for difference in found if difference is not None),
                    failed,
                )


def places_of(
    connection: psycopg.Connection, models: Sequence[Projection], account_id: UUID
) -> tuple[dict[str, Until], datetime]:
    """How far each read model has come with an account, and from when on rows are kept that age."""
    row = connection.execute(_HEAD, (AGE,)).fetchone()
    assert row is not None  # the first log is there from the beginning
    head, kept_from = row
    reached = dict(connection.execute(_PLACES).fetchall())
    parked: dict[str, dict[UUID, int]] = {}
    for follower, owner, position in connection.execute(_PARKED, ([account_id, NOBODY],)).fetchall():
        parked.setdefault(follower, {})[owner] = position
    return {
        model.name: Until(
            head if model.mode == "inline" else reached.get(place_name(model), 0),
            parked.get(place_name(model), {}),
        )
        for model in models
    }, kept_from


def erasable_members(registry: EventRegistry) -> frozenset[str]:
    """The wire names of all that lies under a key that may be destroyed, or follows from it."""
    named = (path.rpartition(".")[2] for paths in registry.erasable.values() for path in paths)
    return frozenset((*named, *_FROM_WRAPS, *_FROM_NAMES, *_FROM_SALTS))
