"""When a document that expires is warned of: the days before that its account chose, and those of its own."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

from domain.work.recurrence import zone_named

# By the account's clock: also when the mail of the day is sent.
MORNING = time(7)
# A stage that began no longer than this before its date was set still has its warning: a clock may be wrong
# by a day, and what begins today is worth saying today.
STILL_NEW = timedelta(days=1)


def morning_of(day: date, zone: str) -> datetime:
    # The first and the last days of the calendar have no morning in every zone.
    inside = min(max(day, date.min + timedelta(days=2)), date.max - timedelta(days=2))
    return datetime.combine(inside, MORNING, zone_named(zone)).astimezone(UTC)


def begins_at(stage: int, expires_on: date, zone: str) -> datetime:
    """When a document that expires then is within so many days of it."""
    day = date.fromordinal(max(expires_on.toordinal() - stage, date.min.toordinal()))
    return morning_of(day, zone)


def stages_of(account: Iterable[int], own: Iterable[int]) -> tuple[int, ...]:
    """Every stage once, the widest first."""
    return tuple(sorted({*account, *own}, reverse=True))


def reached(stages: Iterable[int], expires_on: date, zone: str, now: datetime) -> int | None:
    """The narrowest stage that has begun; None before the widest."""
    begun = [stage for stage in stages if begins_at(stage, expires_on, zone) <= now]
    return min(begun, default=None)
