"""The part of RFC 5545 in which repetitions are written, read strictly: what is not understood is refused."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Literal, NamedTuple, TypeVar

from domain.errors import InvalidArgument
from domain.kernel import Value

Frequency = Literal["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


class Weekday(NamedTuple):
    """A day of the week, Monday 0; with `nth` that one of its month or year, counted from the end below 0."""

    day: int
    nth: int | None = None


class Rule(Value, frozen=True):
    frequency: Frequency
    interval: int = 1
    by_day: tuple[Weekday, ...] = ()
    by_month_day: tuple[int, ...] = ()
    by_month: tuple[int, ...] = ()
    by_set_pos: tuple[int, ...] = ()
    week_start: int = 0
    count: int | None = None
    until: date | None = None


T = TypeVar("T")


def read_rule(text: str) -> Rule:
    """The rule that a text says. Raises `InvalidArgument` with reason `recurrence`."""
    members: dict[str, Any] = {}
    for part in text.split(";"):
        name, equals, value = part.partition("=")
        if not equals or name not in _PARTS:
            raise refused(f"A repetition cannot say {part[:40]!r}.")
        member, reader = _PARTS[name]
        if member in members:
            raise refused(f"A repetition says {name} once.")
        members[member] = reader(value)
    if "frequency" not in members:
        raise refused("A repetition needs FREQ.")
    rule = Rule(**members)
    _check_together(rule)
    return rule


def refused(message: str) -> InvalidArgument:
    return InvalidArgument(message, reason="recurrence")


def check_possible(rule: Rule) -> None:
    """Raises `InvalidArgument` with reason `recurrence` where it is plain that there is never a date."""
    leap_year = 2000
    longest = max(monthrange(leap_year, month)[1] for month in rule.by_month or range(1, 13))
    if rule.by_month_day and min(map(abs, rule.by_month_day)) > longest:
        raise refused("None of its BYMONTH is as long as its BYMONTHDAY.")
    most = {"DAILY": 1, "WEEKLY": 7, "MONTHLY": 31, "YEARLY": 366}[rule.frequency]
    if rule.by_set_pos and min(map(abs, rule.by_set_pos)) > most:
        raise refused("No period has as many days as its BYSETPOS.")


def _check_together(rule: Rule) -> None:
    """What each part allows by itself and the standard, or the libraries, do not allow together."""
    if rule.count is not None and rule.until is not None:
        raise refused("A repetition ends by COUNT or by UNTIL, not by both.")
    counted = [weekday.nth for weekday in rule.by_day if weekday.nth is not None]
    if counted and len(counted) < len(rule.by_day):
        raise refused("BYDAY names all days with a number, or none.")
    # With BYMONTH the days of a year are counted within its months (RFC 5545 section 3.3.10).
    within_months = rule.frequency == "MONTHLY" or (rule.frequency == "YEARLY" and rule.by_month)
    most = 5 if within_months else 53 if rule.frequency == "YEARLY" else 0
    if any(abs(nth) > most for nth in counted):
        raise refused("BYDAY counts days of a month (to 5) or of a year (to 53), and of nothing else.")
    if rule.by_month_day and rule.frequency == "WEEKLY":
        raise refused("A week has no BYMONTHDAY.")
    if rule.by_set_pos and not (rule.by_day or rule.by_month_day or rule.by_month):
        raise refused("BYSETPOS needs BYDAY, BYMONTHDAY or BYMONTH to choose from.")


def _one_of(names: tuple[str, ...], value: str) -> str:
    if value not in names:
        raise refused(f"A repetition knows {', '.join(names)}, and not {value[:40]!r}.")
    return value


def _number(least: int, most: int) -> Callable[[str], int]:
    def reader(value: str) -> int:
        # int() takes spaces, underscores and digits of every script.
        if not re.fullmatch(r"[+-]?[0-9]{1,4}", value) or not least <= int(value) <= most:
            raise refused(f"{value[:40]!r} is no number from {least} to {most}.")
        return int(value)

    return reader


def _signed_number(most: int) -> Callable[[str], int]:
    number = _number(-most, most)

    def reader(value: str) -> int:
        if number(value) == 0:
            raise refused("There is no 0th.")
        return number(value)

    return reader


def _list_of(reader: Callable[[str], T]) -> Callable[[str], tuple[T, ...]]:
    def read(value: str) -> tuple[T, ...]:
        found = [reader(part) for part in value.split(",")]
        if len(set(found)) != len(found):
            raise refused(f"{value[:40]!r} says something twice.")
        return tuple(found)

    return read


def _weekday(value: str) -> Weekday:
    number, name = value[:-2], value[-2:]
    nth = _signed_number(53)(number) if number else None
    return Weekday(WEEKDAYS.index(_one_of(WEEKDAYS, name)), nth)


def _day(value: str) -> date:
    # A repetition is about days, so it ends on one and not at a time.
    if not re.fullmatch(r"[0-9]{8}", value):
        raise refused("UNTIL is a day, written like 20261231.")
    try:
        return date(int(value[:4]), int(value[4:6]), int(value[6:]))
    except ValueError:
        raise refused("UNTIL names no day of the calendar.") from None


_PARTS: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "FREQ": ("frequency", lambda value: _one_of(("DAILY", "WEEKLY", "MONTHLY", "YEARLY"), value)),
    "INTERVAL": ("interval", _number(1, 999)),
    "BYDAY": ("by_day", _list_of(_weekday)),
    "BYMONTHDAY": ("by_month_day", _list_of(_signed_number(31))),
    "BYMONTH": ("by_month", _list_of(_number(1, 12))),
    "BYSETPOS": ("by_set_pos", _list_of(_signed_number(366))),
    "WKST": ("week_start", lambda value: WEEKDAYS.index(_one_of(WEEKDAYS, value))),
    "COUNT": ("count", _number(1, 9999)),
    "UNTIL": ("until", _day),
}
