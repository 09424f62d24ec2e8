"""When a reminder fires, and of which date."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID

from domain.work.recurrence import zone_named
from domain.work.tasks.schedule import Reminder

# A task without a time is due in the course of a day, and reminders of it count from that morning.
MORNING = time(9)
# What comes later than this is of no use any more.
PATIENCE = timedelta(hours=24)


def still_fired(
    fired: Mapping[UUID, date | None], before: Iterable[Reminder], after: Iterable[Reminder]
) -> dict[UUID, date | None]:
    """Which have fired, and of which date. Another one under the same id has not."""
    same = {reminder.id for reminder in set(before) & set(after)}
    return {id: due_on for id, due_on in fired.items() if id in same}


def reminded_of(reminder: Reminder, due: date | None) -> date | None:
    """The date that a reminder is about: none for one that comes at a moment of its own."""
    return due if reminder.at is None else None


def fires_at(reminder: Reminder, due: date | None, due_time: str | None, zone: str) -> datetime | None:
    """The moment, by the clocks of that zone; None when there is nothing to count from."""
    if reminder.at is not None:
        return reminder.at.astimezone(UTC)
    if due is None or reminder.minutes_before is None:
        return None
    at = time.fromisoformat(due_time) if due_time else MORNING
    local = datetime.combine(due, at, zone_named(zone))
    return local.astimezone(UTC) - timedelta(minutes=reminder.minutes_before)
