"""Digests of an account's read models as events recorded them, and whether a replay to there has the same.

The event says what was shown to readers then. It is in the sealed log, so whoever changes it is found by the
tree; and what was erased since was in no digest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import psycopg

from domain.oversight.read_models import ReadModelDigest, ReadModelsDigested
from domain.records import unpadded
from infrastructure.event_store.beside import erasable_members, places_of
from infrastructure.event_store.completing import History
from infrastructure.event_store.replay import Replay, Until, a_replay
from infrastructure.postgres import REACHED
from infrastructure.rows.digest import Digester, of_accounts
from projections.kernel import Projection

_MOST_RECORDS = 1_000


class Record(NamedTuple):
    """`position` is that of the event."""

    position: int
    at: datetime
    digested: ReadModelsDigested


class Held(NamedTuple):
    """What came of one event: read models by name with the position that they were replayed to."""

    position: int
    at: datetime
    equal: Mapping[str, int]
    different: Mapping[str, int]
    other_versions: Mapping[str, int]
    """Recorded by another version of the read model, which this program does not have."""
    failed: Mapping[str, str]
    """Where the log cannot be folded."""

    @property
    def well(self) -> bool:
        return not self.different and not self.failed


def digested_now(
    url: str, history: History, projections: Sequence[Projection], account_id: UUID
) -> ReadModelsDigested:
    """What readers see of an account now, in one snapshot, but for read models that have left it behind."""
    models = of_accounts(projections)
    with psycopg.connect(url, autocommit=True, application_name="coffer digests", **REACHED) as connection:
        connection.execute("set TimeZone to 'UTC'")
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        with connection.transaction():
            places, kept_from = places_of(connection, models, account_id)
            left_out = erasable_members(history.registry)
            digester = Digester(connection, left_out, kept_from)
            whole = [model for model in models if not places[model.name].parked]
            return ReadModelsDigested(
                digests=tuple(_of(digester, model, account_id, places[model.name]) for model in whole),
                left_out=tuple(sorted(left_out)),
                kept_from=kept_from,
            )


def _of(digester: Digester, model: Projection, account_id: UUID, place: Until) -> ReadModelDigest:
    rows, digest = digester.of(model, account_id)
    return ReadModelDigest(
        name=model.name,
        version=model.version,
        position=place.position,
        rows=rows,
        sha256_b64u=unpadded(digest),
    )


def held_to_what_was_recorded(
    url: str,
    history: History,
    projections: Sequence[Projection],
    account_id: UUID,
    *,
    newest: int = _MOST_RECORDS,
    ends: float = math.inf,
) -> Iterator[Held]:
    """The newest records, the oldest of them first: all in one replay, which stops at each.

    Raises `TookTooLong` at `ends`, by the clock of `time.monotonic`."""
    models = {model.name: model for model in of_accounts(projections)}
    with a_replay(url, history, list(models.values()), account_id) as replay:
        replay.ends = ends
        reached: dict[str, int] = {}
        for record in _records(replay)[-newest:]:
            digests = [one for one in record.digested.digests if one.name in models]
            mine = [one for one in digests if one.version == models[one.name].version]
            replay.fold({one.name: Until(one.position, after=reached.get(one.name, 0)) for one in mine})
            reached |= {one.name: one.position for one in mine}
            yield _held(replay, models, record, digests)


def _held(
    replay: Replay, models: Mapping[str, Projection], record: Record, digests: Sequence[ReadModelDigest]
) -> Held:
    said = record.digested
    equal, different, others = dict[str, int](), dict[str, int](), dict[str, int]()
    with replay.connection.transaction():
        digester = Digester(replay.connection, frozenset(said.left_out), said.kept_from)
        for one in digests:
            model = models[one.name]
            if one.version != model.version:
                others[one.name] = one.position
            elif one.name not in replay.failed:
                rows, digest = digester.of(model, replay.account_id, scratch=True)
                same = (rows, unpadded(digest)) == (one.rows, one.sha256_b64u)
                (equal if same else different)[one.name] = one.position
    return Held(record.position, record.at, equal, different, others, dict(replay.failed))


def _records(replay: Replay) -> list[Record]:
    """The oldest first."""
    return [
        Record(fact.position, fact.recorded_at, fact.event)
        for fact in replay.of_kind(ReadModelsDigested)
        if isinstance(fact.event, ReadModelsDigested) and fact.entity_id == replay.account_id
    ]
