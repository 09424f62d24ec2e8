"""The dates of a rule: the recurrence set of RFC 5545, section 3.3.10, for rules about days.

Periods follow one another by INTERVAL. In each one the days are chosen that BYMONTH, BYMONTHDAY and BYDAY
leave, and of these the ones that BYSETPOS names.
"""

from __future__ import annotations

from calendar import isleap, monthrange
from collections.abc import Iterator
from datetime import date

from domain.work.recurrence_rules import Rule, Weekday

_END = date.max.toordinal() + 1
_LAST_MONTH = date.max.year * 12 + 11
# By year, month day, weekday, kind of year and length: all that the choice of days depends on.
_Kind = tuple[int, int, int, bool, int]


def dates(rule: Rule, start: date, near: date, last: date) -> Iterator[date]:
    """In order, those from the period of `near` to `last`; COUNT is left to the caller.

    `start` is DTSTART and not after `near`. What a start means that the rule does not name is undefined
    (section 3.8.5.3): as in the libraries, it is no date.
    """
    if rule.until is not None and rule.until < last:
        last = rule.until
    first, end = start.toordinal(), last.toordinal()
    step = rule.interval if rule.frequency == "DAILY" else 1
    choice = Choice(rule, start)
    for period in periods(rule, start, near, last):
        for offset in choice.of(period):
            day = period.start + offset
            if first <= day <= end and (day - first) % step == 0:
                yield date.fromordinal(day)


def periods(rule: Rule, start: date, near: date, last: date) -> Iterator[range]:
    """The days of each period, as ordinals, from that of `near` to that of `last`.

    Only the first week is cut: it begins with the start, for BYSETPOS too, as in the libraries. The periods
    of a daily rule are months, because its own of one day each would be too many.
    """
    if rule.frequency == "WEEKLY":
        first = start.toordinal()
        week = first - (start.weekday() - rule.week_start) % 7
        for begin in _every(7 * rule.interval, week, near.toordinal(), last.toordinal()):
            yield range(max(begin, first), min(begin + 7, _END))
        return
    year = rule.frequency == "YEARLY"
    step = {"YEARLY": 12 * rule.interval, "MONTHLY": rule.interval}.get(rule.frequency, 1)
    begin = start.year * 12 if year else _month(start)
    for month in _every(step, begin, _month(near), _month(last)):
        yield range(_first_of(month), _first_of(month + (12 if year else 1)))


class Choice:
    """Which days of a period a rule names.

    The calendar repeats itself: there are 14 kinds of years, and not many more of months and weeks. So
    each kind is looked at once, however many periods a search goes through.
    """

    def __init__(self, rule: Rule, start: date) -> None:
        self._rule = rule
        self._known: dict[_Kind, tuple[int, ...]] = {}
        self._months = frozenset(rule.by_month)
        self._month_days = frozenset(rule.by_month_day)
        self._weekdays = frozenset(rule.by_day)
        self._within_year = rule.frequency == "YEARLY" and not rule.by_month
        if not rule.by_day and not rule.by_month_day:
            self._as_start(start)

    def of(self, period: range) -> tuple[int, ...]:
        """Counted from the first day of the period, which is 0."""
        first = date.fromordinal(period.start)
        kind = (first.month, first.day, first.weekday(), isleap(first.year), len(period))
        if kind not in self._known:
            fitting = [day - period.start for day in period if self.fits(date.fromordinal(day))]
            self._known[kind] = tuple(self._at_positions(fitting))
        return self._known[kind]

    def fits(self, day: date) -> bool:
        """Whether BYMONTH, BYMONTHDAY and BYDAY leave the day."""
        if self._months and day.month not in self._months:
            return False
        length = monthrange(day.year, day.month)[1]
        if self._month_days and self._month_days.isdisjoint((day.day, day.day - length - 1)):
            return False
        return not self._weekdays or not self._weekdays.isdisjoint(self._names(day, length))

    def _as_start(self, start: date) -> None:
        """Days that the rule does not say are "the same as what is specified for DTSTART"."""
        match self._rule.frequency:
            case "WEEKLY":
                self._weekdays = frozenset({Weekday(start.weekday())})
            case "MONTHLY":
                self._month_days = frozenset({start.day})
            case "YEARLY":
                self._month_days = frozenset({start.day})
                self._months = self._months or frozenset({start.month})
            case "DAILY":
                pass

    def _names(self, day: date, month_length: int) -> Iterator[Weekday]:
        """How BYDAY may call the day: by itself, or numbered from either end of its month or year."""
        place, length = day.day, month_length
        if self._within_year:
            place, length = day.timetuple().tm_yday, 365 + isleap(day.year)
        for nth in (None, (place + 6) // 7, -((length - place) // 7) - 1):
            yield Weekday(day.weekday(), nth)

    def _at_positions(self, days: list[int]) -> list[int]:
        positions = self._rule.by_set_pos
        if not positions:
            return days
        if self._rule.frequency == "DAILY":  # each day is a set by itself
            return days if 1 in positions or -1 in positions else []
        chosen = {place - 1 if place > 0 else len(days) + place for place in positions}
        return [day for index, day in enumerate(days) if index in chosen]


def _every(step: int, first: int, near: int, last: int) -> range:
    """Whole steps from the first one, the last of those not after `near` before all others."""
    return range(first + (near - first) // step * step, last + 1, step)


def _month(day: date) -> int:
    return day.year * 12 + day.month - 1


def _first_of(month: int) -> int:
    return _END if month > _LAST_MONTH else date(month // 12, month % 12 + 1, 1).toordinal()
