"""What became of every recipient, by the log and by the carrier of mail."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import psycopg

from bench.clean import Counted
from bench.faults.arrivals import Arrivals, Letter
from bench.faults.reckoning import Happened, kept, mails_reckoned
from infrastructure.local.data_folder import environment_of_running

_PROGRESS = """
select (select count(*) from es.event where type = 'email.queued'),
    (select count(*) from es.event where type = 'email.sent'),
    (select count(*) from es.event where type = 'email_batch.accepted')
        - (select count(*) from es.event where type = 'email_batch.finished'),
    (select count(*) from es.outbox where done_at is null)
"""


@dataclass(frozen=True)
class Progress:
    queued: int
    sent: int
    batches: int
    jobs: int

    @property
    def done(self) -> bool:
        return not (self.batches or self.jobs)


@dataclass(frozen=True)
class Sent:
    """One bulk email, as it was answered."""

    to: frozenset[str]
    accepted: int


@dataclass(frozen=True)
class Reckoning(Counted):
    # Recipients of whom the server said that it had not accepted them.
    refused: int
    # Recipients to whom nothing came, or two messages.
    lost: int
    messages_twice: int
    # Bulk emails accepted, counted for the day or ended more or less often than once.
    accepted_wrong: int
    days_wrong: int
    ended_wrong: int
    mails_lost: int
    mails_twice: int
    mails_again: int


def progress_of(data: Path) -> Progress:
    owner_url = environment_of_running(data)["COFFER_OWNER_DATABASE_URL"]
    with psycopg.connect(owner_url, connect_timeout=2) as owner:
        return Progress(*owner.execute(_PROGRESS).fetchone() or (0, 0, 1, 1))


async def reckon(data: Path, sent: Sequence[Sent], deaths: Sequence[datetime]) -> Reckoning:
    """Once nothing is under way any more. `deaths` are the moments at which the worker was killed."""
    events, _ = await asyncio.to_thread(kept, data)
    letters = await asyncio.to_thread(Arrivals(data / "mail").look)
    return reckoned(events, letters, sent, deaths)


def reckoned(
    events: Sequence[Happened], letters: Sequence[Letter], sent: Sequence[Sent], deaths: Sequence[datetime]
) -> Reckoning:
    meant = frozenset[str]().union(*(one.to for one in sent))
    messages = Counter(letter.to for letter in letters if letter.to in meant)
    mails = mails_reckoned(events, letters, (), (), deaths)
    return Reckoning(
        refused=len(meant) - sum(one.accepted for one in sent),
        lost=len(meant - messages.keys()),
        messages_twice=sum(count - 1 for count in messages.values()),
        accepted_wrong=_differ(events, "email_batch.accepted", len(sent)),
        days_wrong=_differ(events, "mail_day.counted", len(sent)),
        ended_wrong=_differ(events, "email_batch.finished", len(sent)),
        mails_lost=mails.lost,
        mails_twice=mails.twice,
        mails_again=mails.again,
    )


def _differ(events: Iterable[Happened], kind: str, count: int) -> int:
    return abs(sum(event.type == kind for event in events) - count)
