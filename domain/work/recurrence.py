"""When a task that repeats is due next. All of it is about days of the calendar, so no clock shifts them."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from itertools import islice
from typing import Annotated, Literal, NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta

from domain.kernel import Value
from domain.work.recurrence_dates import dates
from domain.work.recurrence_rules import Rule, check_possible, read_rule, refused

# A rule without a date for a century says none. A 29 February on a given weekday may be 40 years away.
FORESIGHT = timedelta(days=36525)


class Recurrence(Value, frozen=True):
    """How a task repeats.

    `fixed`: by the calendar, from the signed due date on. `afterCompletion`: from the day on which it was
    done. `zone` says which day that is. With `until_count` there are at most so many occurrences.
    """

    rule: Annotated[str, Meta(min_length=1, max_length=500)]
    mode: Literal["fixed", "afterCompletion"]
    zone: Annotated[str, Meta(min_length=1, max_length=64, pattern=r"\A[A-Za-z0-9_+\-/]+\Z")]
    until_count: Annotated[int, Meta(ge=1, le=9999)] | None = None

    @classmethod
    def from_signed(cls, text: str) -> Recurrence:
        """The text back again. Raises `ValueError` for what is none."""
        rule, mode, zone, count = text.split("\n")
        members = {"rule": rule, "mode": mode, "zone": zone, "untilCount": int(count) if count else None}
        return msgspec.convert(members, cls)

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
    check_possible(rule)
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

    `first_due` is the date that was signed, from which a fixed rule counts. Dates always increase: a task
    completed early does not come again for the same day.
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
    near, last = max(start, due_on), _ahead(passed)
    if rule.count is not None:
        # Counting begins with the start, so it ends after two centuries, wherever the task has come to.
        near, last = start, min(last, _ahead(_ahead(start)))
    skipped = 0
    for on in islice(dates(rule, start, near, last), rule.count):
        if on > passed:
            return Following(on, skipped)
        skipped += on > due_on
    return None


def _ahead(day: date) -> date:
    return min(day, date.max - FORESIGHT) + FORESIGHT
