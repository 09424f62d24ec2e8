"""What is true of repetitions: which rules are understood, and which day comes next."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from domain.errors import InvalidArgument
from domain.work.recurrence import Following, Recurrence, check_recurrence, day_in, following
from domain.work.recurrence_dates import Choice, dates
from domain.work.recurrence_rules import WEEKDAYS, read_rule
from tests.support.library_recurrence import days_of

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "recurrence.json").read_text())
DAY = timedelta(days=1)


def asked(vector: dict[str, Any]) -> dict[str, Any] | None:
    recurrence = Recurrence(vector["rule"], vector["mode"], "Europe/London", vector.get("untilCount"))
    check_recurrence(recurrence)
    first_due = date.fromisoformat(vector["dueOn"])
    found = following(
        recurrence,
        first_due=first_due,
        due_on=date.fromisoformat(vector["nextDueOn"]) if "nextDueOn" in vector else first_due,
        today=date.fromisoformat(vector["today"]),
        number=vector.get("occurrence", 1),
    )
    return found and {"on": found.on.isoformat(), "skipped": found.skipped}


@pytest.mark.parametrize("vector", VECTORS["next"], ids=lambda vector: vector["name"])
def test_the_next_day_is_the_one_that_browsers_find(vector: dict[str, Any]) -> None:
    assert asked(vector) == vector["next"]


@pytest.mark.parametrize("rule", VECTORS["refused"])
def test_what_is_not_understood_is_refused(rule: str) -> None:
    with pytest.raises(InvalidArgument) as refusal:
        check_recurrence(Recurrence(rule, "fixed", "UTC"))
    assert refusal.value.reason == "recurrence"


def test_after_a_completion_nothing_is_counted_by_the_rule() -> None:
    with pytest.raises(InvalidArgument, match="untilCount"):
        check_recurrence(Recurrence("FREQ=DAILY;COUNT=3", "afterCompletion", "UTC"))


@pytest.mark.parametrize("zone", ["Europe/Atlantis", "Europe", "../../etc/passwd", "/etc/passwd"])
def test_a_zone_is_one_that_there_is(zone: str) -> None:
    with pytest.raises(InvalidArgument):
        check_recurrence(Recurrence("FREQ=DAILY", "fixed", zone))


def test_the_day_is_the_one_of_the_zone() -> None:
    late = datetime(2026, 3, 28, 23, 30, tzinfo=UTC)
    assert [day_in(zone, late).day for zone in ("America/New_York", "Europe/London", "Asia/Tokyo")] == [
        *(28, 28, 29)
    ]


def test_it_is_signed_line_by_line() -> None:
    rule = Recurrence("FREQ=DAILY", "fixed", "Europe/London")
    assert rule.signed_text == "FREQ=DAILY\nfixed\nEurope/London\n"
    assert Recurrence("FREQ=DAILY", "fixed", "UTC", 12).signed_text == "FREQ=DAILY\nfixed\nUTC\n12"


NEVER = [
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=DAILY;BYMONTHDAY=1;BYDAY=MO;BYSETPOS=2",
    "FREQ=DAILY;INTERVAL=7;BYDAY=TU",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYMONTH=2,4,6,9,11;BYSETPOS=8",
    "FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=3,4,5,6,7",
    "FREQ=MONTHLY;BYMONTHDAY=1;BYDAY=5MO",
    "FREQ=YEARLY;BYMONTHDAY=1;BYDAY=2MO,3MO,53SU;BYSETPOS=-366",
    "FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31;INTERVAL=7",
]


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many periods a search goes through, and how many days it looks at."""
    seen = Counter[str]()
    fits, of = Choice.fits, Choice.of

    def looked_at(self: Choice, day: date) -> bool:
        seen["days"] += 1
        return fits(self, day)

    def gone_through(self: Choice, period: range) -> tuple[int, ...]:
        seen["periods"] += 1
        return of(self, period)

    monkeypatch.setattr(Choice, "fits", looked_at)
    monkeypatch.setattr(Choice, "of", gone_through)
    return seen


A_CENTURY = {"DAILY": 1201, "WEEKLY": 5219, "MONTHLY": 1201, "YEARLY": 101}
# Each kind once: 14 years; 12 months of either kind of year on 7 weekdays; 366 + 365 weeks, and a cut one.
KINDS = {"DAILY": 168 * 31, "WEEKLY": 732 * 7, "MONTHLY": 168 * 31, "YEARLY": 14 * 366}


@pytest.mark.parametrize("rule", NEVER)
def test_a_day_that_never_comes_is_looked_for_in_a_century(rule: str, work: Counter[str]) -> None:
    long_ago, day = date(1900, 1, 1), date(2026, 5, 4)
    recurrence = Recurrence(rule, "fixed", "UTC")
    assert following(recurrence, first_due=long_ago, due_on=day, today=day, number=1) is None
    frequency = read_rule(rule).frequency
    assert 0 < work["periods"] <= A_CENTURY[frequency]
    assert 0 < work["days"] <= KINDS[frequency]


@pytest.mark.parametrize("rule", NEVER)
def test_what_is_counted_ends_two_centuries_after_its_start(rule: str, work: Counter[str]) -> None:
    recurrence = Recurrence(f"{rule};COUNT=9999", "fixed", "UTC")
    start, day = date(1900, 1, 1), date(9000, 1, 1)
    assert following(recurrence, first_due=start, due_on=day, today=day, number=1) is None
    frequency = read_rule(rule).frequency
    assert 0 < work["periods"] <= 2 * A_CENTURY[frequency]
    assert 0 < work["days"] <= KINDS[frequency]


@pytest.mark.parametrize("frequency", A_CENTURY)
def test_a_start_long_ago_costs_nothing(frequency: str, work: Counter[str]) -> None:
    recurrence = Recurrence(f"FREQ={frequency};INTERVAL=3", "fixed", "UTC")
    start, due_on = date(1903, 5, 4), date(2026, 5, 4)
    found = following(recurrence, first_due=start, due_on=due_on, today=due_on, number=1)
    assert found is not None
    assert found.skipped == 0
    assert work["periods"] <= 2


@pytest.mark.parametrize(
    ("rule", "start", "on"),
    [
        ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "2072-02-29", "2112-02-29"),
        ("FREQ=WEEKLY", "9999-12-24", "9999-12-31"),
        ("FREQ=WEEKLY", "9999-12-25", None),
        ("FREQ=MONTHLY", "9999-12-25", None),
    ],
)
def test_it_looks_far_and_not_beyond_the_calendar(rule: str, start: str, on: str | None) -> None:
    day = date.fromisoformat(start)
    found = following(Recurrence(rule, "fixed", "UTC"), first_due=day, due_on=day, today=day, number=1)
    assert (found and found.on.isoformat()) == on


def joined(values: list[Any]) -> str:
    return ",".join(map(str, values))


def lists(values: st.SearchStrategy[Any], most: int = 4) -> st.SearchStrategy[str]:
    return st.lists(values, min_size=1, max_size=most, unique=True).map(joined)


@st.composite
def rules(draw: st.DrawFn, *, counted: bool) -> str:
    frequency = draw(st.sampled_from(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]))
    parts = [f"FREQ={frequency}", f"INTERVAL={draw(st.integers(1, 4))}"]
    months = draw(st.booleans())
    nth = {"MONTHLY": 5, "YEARLY": 5 if months else 53}.get(frequency, 0)
    if draw(st.booleans()):
        days = st.sampled_from(WEEKDAYS)
        if nth and draw(st.booleans()):
            numbers = st.integers(-nth, nth).filter(bool)
            days = st.tuples(numbers, days).map(lambda pair: f"{pair[0]}{pair[1]}")
        parts.append("BYDAY=" + draw(lists(days)))
    if frequency != "WEEKLY" and draw(st.booleans()):
        month_days = st.one_of(st.sampled_from([-1, 1, 28, 29, 30, 31]), st.integers(-31, 31).filter(bool))
        parts.append("BYMONTHDAY=" + draw(lists(month_days)))
    if months:
        parts.append("BYMONTH=" + draw(lists(st.integers(1, 12))))
    if len(parts) > 2 and draw(st.booleans()):
        parts.append("BYSETPOS=" + draw(lists(st.integers(-4, 4).filter(bool), 2)))
    if draw(st.booleans()):
        parts.append("WKST=" + draw(st.sampled_from(WEEKDAYS)))
    if counted and draw(st.booleans()):
        parts.append(f"COUNT={draw(st.integers(1, 12))}")
    elif draw(st.booleans()):
        parts.append(f"UNTIL={draw(st.dates(date(2026, 1, 1), date(2033, 1, 1))):%Y%m%d}")
    return ";".join(draw(st.permutations(parts)))


BEGINNINGS = st.dates(date(2024, 1, 1), date(2027, 12, 31))
# The library goes through every period, so it goes a few years ahead.
AHEAD = 6 * 366 * DAY


@given(rules(counted=True), BEGINNINGS)
@example("FREQ=WEEKLY;BYDAY=TH;BYMONTH=2", date(2024, 1, 1))  # 26 February 2029 is a Monday as in 2024
@settings(max_examples=150)
def test_the_dates_of_a_rule_are_those_of_the_library(text: str, start: date) -> None:
    rule, end = read_rule(text), start + AHEAD
    assert list(islice(dates(rule, start, start, end), rule.count)) == days_of(text, start, end)


def expected(days: list[date], due_on: date, passed: date) -> Following | None:
    coming = [day for day in days if day > passed]
    if not coming:
        return None
    return Following(coming[0], sum(1 for day in days if due_on < day < coming[0]))


def agree(found: Following | None, wanted: Following | None, seen_until: date) -> None:
    """What lies beyond what the library has seen it does not speak of."""
    if found is not None and found.on > seen_until:
        assert wanted is None
    else:
        assert found == wanted


@given(rules(counted=True), BEGINNINGS, st.integers(0, 1500), st.integers(-40, 1500))
@example("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", date(2026, 1, 31), 0, 0)
@settings(max_examples=150)
def test_a_fixed_rule_agrees_with_the_library(rule: str, start: date, passed: int, later: int) -> None:
    due_on, today = start + passed * DAY, start + later * DAY
    recurrence = Recurrence(rule, "fixed", "UTC")
    found = following(recurrence, first_due=start, due_on=due_on, today=today, number=1)
    after = max(due_on, today - DAY)
    days = days_of(rule, start, after + AHEAD)
    agree(found, expected(days, due_on, after), after + AHEAD)


@given(rules(counted=False), BEGINNINGS, st.integers(-60, 60))
@settings(max_examples=100)
def test_after_a_completion_the_rule_begins_that_day(rule: str, due_on: date, later: int) -> None:
    today = due_on + later * DAY
    found = following(
        Recurrence(rule, "afterCompletion", "UTC"), first_due=due_on, due_on=due_on, today=today, number=1
    )
    after = max(due_on, today)
    days = days_of(rule, today, after + AHEAD)
    wanted = next((day for day in days if day > after), None)
    if found is not None and found.on > after + AHEAD:
        assert wanted is None
    else:
        assert (found and found.on) == wanted


@given(rules(counted=True), BEGINNINGS)
@example("FREQ=DAILY;BYMONTH=4,2;BYMONTHDAY=-31", date(2026, 5, 4))
@example("FREQ=DAILY;BYMONTH=4,2;BYSETPOS=-2", date(2026, 5, 4))
@settings(max_examples=100)
def test_what_is_refused_as_impossible_has_no_date(rule: str, start: date) -> None:
    with suppress(InvalidArgument):
        check_recurrence(Recurrence(rule, "fixed", "UTC"))
        return
    assert days_of(rule, start, start + AHEAD) == []


@given(
    rules(counted=True),
    BEGINNINGS,
    st.lists(st.integers(-20, 90), min_size=1, max_size=6),
    st.integers(1, 9),
)
@settings(max_examples=100)
def test_occurrences_grow_one_after_another_and_end(
    rule: str, start: date, delays: list[int], last: int
) -> None:
    recurrence = Recurrence(rule, "fixed", "UTC", last)
    due_on, number = start, 1
    for delay in delays:
        today = due_on + delay * DAY
        found = following(recurrence, first_due=start, due_on=due_on, today=today, number=number)
        if found is None:
            return
        assert found.on > due_on
        assert found.on >= today
        due_on, number = found.on, number + 1 + found.skipped
        assert number <= last
