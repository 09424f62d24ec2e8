"""When reminders fire: before a time of the zone, or at a moment of their own."""

from datetime import UTC, date, datetime

import pytest

from domain.work.tasks.reminding import fires_at, reminded_of
from domain.work.tasks.schedule import Reminder
from tests.support.shapes import NOON, named

HALF_AN_HOUR = Reminder(named("half an hour"), "inapp", minutes_before=30)
AT_NOON = Reminder(named("noon"), "email", at=NOON)
SUMMER, WINTER = date(2026, 6, 1), date(2026, 12, 1)


@pytest.mark.parametrize(
    ("due", "due_time", "zone", "moment"),
    [
        (SUMMER, "09:30", "UTC", datetime(2026, 6, 1, 9, 0, tzinfo=UTC)),
        (SUMMER, "09:30", "Europe/London", datetime(2026, 6, 1, 8, 0, tzinfo=UTC)),
        (WINTER, "09:30", "Europe/London", datetime(2026, 12, 1, 9, 0, tzinfo=UTC)),
        (SUMMER, "00:10", "Asia/Tokyo", datetime(2026, 5, 31, 14, 40, tzinfo=UTC)),
        # In the course of the day: from nine in the morning.
        (SUMMER, None, "America/New_York", datetime(2026, 6, 1, 12, 30, tzinfo=UTC)),
    ],
)
def test_before_the_task_is_due_by_the_clocks_there(due, due_time, zone, moment) -> None:
    assert fires_at(HALF_AN_HOUR, due, due_time, zone) == moment
    assert reminded_of(HALF_AN_HOUR, due) == due


def test_at_its_own_moment_whenever_the_task_is_due() -> None:
    assert fires_at(AT_NOON, SUMMER, "09:30", "Asia/Tokyo") == NOON
    assert reminded_of(AT_NOON, SUMMER) is None


def test_there_is_nothing_before_what_is_never_due() -> None:
    assert fires_at(HALF_AN_HOUR, None, None, "UTC") is None
