"""When a stage begins: in the morning of its day, by the clocks of the account."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.work.documents.expiry import begins_at, morning_of, reached, stages_of

MAY = date(2026, 5, 31)
STAGES = (90, 30, 7, 0)


@pytest.mark.parametrize(
    ("zone", "hour"), [("UTC", 7), ("Europe/Berlin", 5), ("America/New_York", 11), ("Asia/Kathmandu", 1.25)]
)
def test_a_stage_begins_at_seven_in_its_zone(zone: str, hour: float) -> None:
    assert begins_at(7, MAY, zone) == datetime(2026, 5, 24, tzinfo=UTC) + timedelta(hours=hour)


def test_a_morning_stays_at_seven_when_the_clocks_change() -> None:
    # On 29 March the clocks of Berlin go from two to three.
    assert morning_of(date(2026, 3, 28), "Europe/Berlin") == datetime(2026, 3, 28, 6, tzinfo=UTC)
    assert morning_of(date(2026, 3, 29), "Europe/Berlin") == datetime(2026, 3, 29, 5, tzinfo=UTC)


@pytest.mark.parametrize("day", [date.min, date.max])
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12"])
def test_the_ends_of_the_calendar_have_a_morning(day: date, zone: str) -> None:
    assert begins_at(730, day, zone) < begins_at(0, day, zone) or day == date.min


def test_the_stages_of_an_account_and_those_of_a_document_are_all_of_them() -> None:
    assert stages_of((30, 7), (14, 30, 0)) == (30, 14, 7, 0)
    assert stages_of((), ()) == ()


def test_the_narrowest_that_has_begun_is_reached() -> None:
    morning = begins_at(7, MAY, "UTC")
    assert reached(STAGES, MAY, "UTC", morning - timedelta(seconds=1)) == 30
    assert reached(STAGES, MAY, "UTC", morning) == 7
    assert reached(STAGES, MAY, "UTC", morning + timedelta(days=400)) == 0
    assert reached(STAGES, MAY, "UTC", morning - timedelta(days=400)) is None


@given(
    st.dates(date(1970, 1, 1), date(2200, 1, 1)),
    st.lists(st.integers(0, 730), min_size=1, max_size=10),
    st.integers(-800, 800),
)
def test_what_is_reached_only_comes_nearer(day: date, stages: list[int], days: int) -> None:
    now = begins_at(0, day, "Europe/London") - timedelta(days=days)
    before, after = (reached(stages, day, "Europe/London", at) for at in (now, now + timedelta(days=1)))
    assert before is None or (after is not None and after <= before)
