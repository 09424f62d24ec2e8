"""Which days a rule names, found by looking at every day: slow, and with no library."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import groupby

from domain.work.recurrence_rules import Rule, Weekday

DAY = timedelta(days=1)


def days_of(rule: Rule, start: date, end: date) -> Iterator[date]:
    """From the start on, in order, up to the end."""
    counted = 0
    for _, days in groupby(_days(rule, start, end), key=lambda day: _period(rule, start, day)):
        for day in sorted(_chosen(rule, [day for day in days if _fits(rule, start, day)])):
            if day < start or day > end or (rule.until is not None and day > rule.until):
                continue
            counted += 1
            if rule.count is not None and counted > rule.count:
                return
            yield day


def _days(rule: Rule, start: date, end: date) -> Iterator[date]:
    """Every day of every period, whole ones at both ends; a first week begins with the start itself."""
    first = {"DAILY": start, "WEEKLY": start, "MONTHLY": start.replace(day=1)}.get(
        rule.frequency, start.replace(month=1, day=1)
    )
    for number in range((end - first).days + 367):
        yield first + number * DAY


def _period(rule: Rule, start: date, day: date) -> int:
    match rule.frequency:
        case "DAILY":
            return (day - start).days
        case "WEEKLY":
            monday = start - (start.weekday() - rule.week_start) % 7 * DAY
            return (day - monday).days // 7
        case "MONTHLY":
            return (day.year - start.year) * 12 + day.month - start.month
        case "YEARLY":
            return day.year - start.year


def _fits(rule: Rule, start: date, day: date) -> bool:
    if _period(rule, start, day) % rule.interval:
        return False
    by_day, by_month_day, by_month = rule.by_day, rule.by_month_day, rule.by_month
    if not by_day and not by_month_day:
        match rule.frequency:
            case "WEEKLY":
                by_day = (Weekday(start.weekday()),)
            case "MONTHLY":
                by_month_day = (start.day,)
            case "YEARLY":
                by_month_day, by_month = (start.day,), by_month or (start.month,)
            case "DAILY":
                pass
    if by_month and day.month not in by_month:
        return False
    from_end = day.day - 1 - _last_of_month(day).day
    if by_month_day and day.day not in by_month_day and from_end not in by_month_day:
        return False
    return not by_day or any(_is(rule, each, day) for each in by_day)


def _is(rule: Rule, weekday: Weekday, day: date) -> bool:
    if day.weekday() != weekday.day:
        return False
    if weekday.nth is None:
        return True
    whole_year = rule.frequency == "YEARLY" and not rule.by_month
    first = date(day.year, 1 if whole_year else day.month, 1)
    last = date(day.year, 12, 31) if whole_year else _last_of_month(day)
    return weekday.nth in ((day - first).days // 7 + 1, -((last - day).days // 7) - 1)


def _last_of_month(day: date) -> date:
    return (day.replace(day=1) + 31 * DAY).replace(day=1) - DAY


def _chosen(rule: Rule, days: list[date]) -> set[date]:
    if not rule.by_set_pos:
        return set(days)
    places = [place - 1 if place > 0 else place for place in rule.by_set_pos]
    return {days[place] for place in places if -len(days) <= place < len(days)}
