"""What was noticed of late: marks of facts within a window of time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from domain.kernel import Value
from domain.oversight.suspicion.findings import MOST_EVIDENCE
from domain.oversight.suspicion.observations import Observation

# Beyond this a finding was made many times over; what is older says nothing new.
_MOST_MARKS = 1_000


class Mark(Value, frozen=True):
    """A fact, and what it is counted by where not every fact counts."""

    at: datetime
    position: int
    id: UUID
    about: str = ""


def mark_of(seen: Observation, about: str = "") -> Mark:
    return Mark(seen.at, seen.position, seen.id, about)


def marked(marks: Iterable[Mark], mark: Mark, window: timedelta) -> tuple[Mark, ...]:
    """The marks with one more, those that are a whole window older than the newest left out."""
    every = sorted((*marks, mark), key=lambda mark: (mark.at, mark.position))
    since = every[-1].at - window
    return tuple(kept for kept in every if kept.at > since)[-_MOST_MARKS:]


def recent(marks: Iterable[Mark], now: datetime, window: timedelta) -> tuple[Mark, ...]:
    """The marks that are less than a window old."""
    return tuple(mark for mark in marks if mark.at > now - window)


def is_step(number: int, threshold: int) -> bool:
    """Whether this many is worth a finding: the threshold, twice as many, four times as many, …"""
    times, rest = divmod(number, threshold)
    return rest == 0 and times > 0 and times & (times - 1) == 0


def evidence_of(marks: Sequence[Mark]) -> tuple[tuple[UUID, ...], tuple[int, ...]]:
    """Ids and positions of the newest marks."""
    kept = marks[-MOST_EVIDENCE:]
    return tuple(mark.id for mark in kept), tuple(mark.position for mark in kept)
