"""When a task that repeats is due next. All of it is about days of the calendar, so no clock shifts them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from typing import Annotated, Literal, NamedTuple
from zoneinfo import ZoneInfo

from dateutil.rrule import DAILY, MONTHLY, WEEKLY, YEARLY, rrule, weekdays
from msgspec import Meta

from domain.kernel import Value
from domain.work.recurrence_rules import Frequency, Rule, read_rule, refused

# A rule without a date for so long says none: it must not be searched for till the end of the calendar.
FORESIGHT = timedelta(days=36525)
_FREQUENCIES: Mapping[Frequency, Literal[0, 1, 2, 3]] = {
    "DAILY": DAILY,
    "WEEKLY": WEEKLY,
    "MONTHLY": MONTHLY,
    "YEARLY": YEARLY,
}


class Recurrence(Value, frozen=True):
    """How a task repeats.

    `fixed`: by the calendar, from the signed due date on. `afterCompletion`: from the day on which it was
    done. `zone` says which day that is. With `until_count` there are at most so many occurrences.
    """

    rule: Annotated[str, Meta(min_length=1, max_length=500)]
    mode: Literal["fixed", "afterCompletion"]
    zone: Annotated[str, Meta(min_length=1, max_length=64, pattern=r"\A[A-Za-z0-9_+\-/]+\Z")]
    until_count: Annotated[int, Meta(ge=1, le=9999)] | None = None

    @property
    def signed_text(self) -> str:
        """As it is signed (`domain.md` section 3): each member on a line."""
        count = "" if self.until_count is None else str(self.until_count)
        return "\n".join((self.rule, self.mode, self.zone, count))


class Following(NamedTuple):
    """The next occurrence, and how many of the rule's dates have gone by unused before it."""

    on: date
    skipped: int


def check_recurrence(recurrence: Recurrence) -> None:
    """Raises `InvalidArgument` with reason `recurrence` for what cannot be carried out."""
    rule = read_rule(recurrence.rule)
    zone_named(recurrence.zone)
    if recurrence.mode == "afterCompletion" and rule.count is not None:
        raise refused("After a completion the rule begins anew and cannot COUNT: use untilCount.")


def zone_named(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (KeyError, OSError, ValueError):  # not there, a directory, or no name of a file at all
        raise refused(f"There is no time zone {name!r}.") from None


def day_in(zone: str, now: datetime) -> date:
    """Which day it is there."""
    return now.astimezone(zone_named(zone)).date()


def following(
    recurrence: Recurrence, *, first_due: date, due_on: date, today: date, number: int
) -> Following | None:
    """The occurrence after number `number`, which is due on `due_on` and closed `today`; None: the last.

    `first_due` is the date that was signed, from which a fixed rule counts. Dates always grow: whoever is
    done early is not asked for the same day again.
    """
    rule = read_rule(recurrence.rule)
    if recurrence.mode == "fixed":
        found = _after(rule, first_due, due_on, max(due_on, today - timedelta(days=1)))
    else:
        found = _after(rule, today, max(due_on, today), max(due_on, today))
    if found is None:
        return None
    last = recurrence.until_count
    return None if last is not None and number + 1 + found.skipped > last else found


def _after(rule: Rule, start: date, due_on: date, passed: date) -> Following | None:
    """The first date after `passed`; skipped are those after `due_on` and before it."""
    skipped = 0
    end = min(passed, date.max - FORESIGHT) + FORESIGHT
    for index, on in enumerate(_dates(rule, start, end)):
        if rule.count is not None and index >= rule.count:
            return None
        if on > passed:
            return Following(on, skipped)
        skipped += on > due_on
    return None


def _dates(rule: Rule, start: date, end: date) -> Iterator[date]:
    """The library counts in moments: midnights without a zone are days."""
    until = end if rule.until is None else min(rule.until, end)
    if until < start:
        return
    moments = rrule(
        _FREQUENCIES[rule.frequency],
        dtstart=_midnight(start),
        interval=rule.interval,
        wkst=weekdays[rule.week_start],
        until=_midnight(until),
        bysetpos=rule.by_set_pos or None,
        bymonth=rule.by_month or None,
        bymonthday=rule.by_month_day or None,
        byweekday=[
            weekdays[each.day] if each.nth is None else weekdays[each.day](each.nth) for each in rule.by_day
        ]
        or None,
    )
    for moment in moments:
        yield moment.date()


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time())
