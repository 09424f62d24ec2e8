"""What became of every document and of every person, by the log, the bell, and the carrier of mail."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg

from bench.clean import Counted
from bench.expiring.fill import Filled
from bench.faults.arrivals import Arrivals
from bench.faults.reckoning import kept, mails_reckoned
from infrastructure.local.data_folder import environment_of_running

_WARNINGS = """
select (said ->> 'documentId')::uuid, (said ->> 'stage')::integer from (
    select convert_from(state, 'utf8')::json as said from es.event where type = 'document.expiry_warned'
) as e
"""
_DIGESTS = """
select (said ->> 'userId')::uuid, said ->> 'day', (said ->> 'documents')::integer
from (select convert_from(state, 'utf8')::json as said from es.event where type = 'digest.given') as e
"""
_NOTICES = "select user_id, target_id from read.notices where kind = 'expiry'"
_LEFT = "select user_id, documents from read.digests where documents > 0"
_PROGRESS = """
select (select count(*) from es.event where type = 'document.expiry_warned'),
    (select count(*) from read.expiry_dues where warn_at <= now()),
    (select count(*) from read.digests where send_at <= now()),
    (select count(*) from es.outbox where done_at is null)
"""


@dataclass(frozen=True)
class Progress:
    warned: int
    due: int
    digests: int
    jobs: int

    @property
    def done(self) -> bool:
        return not (self.due or self.digests or self.jobs)


@dataclass(frozen=True)
class Reckoning(Counted):
    warnings_lost: int
    warnings_twice: int
    wrong_stage: int
    notices_lost: int
    notices_twice: int
    # Warnings that no mail counts, or that two count.
    counted_wrong: int
    days_twice: int
    mails_lost: int
    mails_twice: int
    mails_again: int


def progress_of(data: Path) -> Progress:
    with psycopg.connect(_owner(data), connect_timeout=2) as owner:
        return Progress(*owner.execute(_PROGRESS).fetchone() or (0, 1, 0, 0))


async def reckon(data: Path, filled: Filled, deaths: Sequence[datetime]) -> Reckoning:
    """Once nothing is due any more. `deaths` are the moments at which the worker was killed."""
    with psycopg.connect(_owner(data)) as owner:
        warnings = owner.execute(_WARNINGS).fetchall()
        digests = owner.execute(_DIGESTS).fetchall()
        notices = owner.execute(_NOTICES).fetchall()
        left = dict(owner.execute(_LEFT).fetchall())
    events, _ = await asyncio.to_thread(kept, data)
    arrivals = Arrivals(data / "mail")
    letters = await asyncio.to_thread(arrivals.look)
    mails = mails_reckoned(events, letters, (), (), deaths)
    queued = sum(event.type == "email.queued" for event in events)
    lost = mails.lost + abs(queued - len(digests))
    return reckoned(filled, warnings, digests, notices, left, (lost, mails.twice, mails.again))


def reckoned(
    filled: Filled,
    warnings: Sequence[tuple[Any, ...]],
    digests: Sequence[tuple[Any, ...]],
    notices: Sequence[tuple[Any, ...]],
    left: Mapping[UUID, int],
    mails: tuple[int, int, int],
) -> Reckoning:
    times = Counter(document for document, _ in warnings)
    told = Counter(user for user, *_ in notices)
    counted = Counter[UUID](left)
    for user, _, documents in digests:
        counted[user] += documents
    people = filled.of_people
    return Reckoning(
        warnings_lost=len(filled.stages.keys() - times.keys()),
        warnings_twice=sum(count - 1 for count in times.values()),
        wrong_stage=sum(filled.stages.get(document) != stage for document, stage in warnings),
        notices_lost=sum(max(0, count - told[user]) for user, count in people.items()),
        notices_twice=len(notices) - len(set(notices)),
        counted_wrong=sum(counted[user] != count for user, count in people.items()),
        days_twice=len(digests) - len({(user, day) for user, day, _ in digests}),
        mails_lost=mails[0],
        mails_twice=mails[1],
        mails_again=mails[2],
    )


def _owner(data: Path) -> str:
    return environment_of_running(data)["COFFER_OWNER_DATABASE_URL"]
