"""When a task begins, is due, comes again, and reminds of itself."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import Meta

from domain.errors import InvalidArgument
from domain.kernel import Value
from domain.records import timestamp
from domain.work.recurrence import Recurrence, check_recurrence

TimeOfDay = Annotated[str, Meta(pattern=r"\A([01][0-9]|2[0-3]):[0-5][0-9]\Z")]
# Repetitions count from a due date, so it lies where that takes no time.
FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(2999, 12, 31)
A_YEAR = 366 * 24 * 60


class Reminder(Value, frozen=True):
    """At a moment, or so many minutes before the task is due: exactly one of them."""

    id: UUID
    channel: Literal["inapp", "email"]
    at: Annotated[datetime, Meta(tz=True)] | None = None
    minutes_before: Annotated[int, Meta(ge=0, le=A_YEAR)] | None = None

    @classmethod
    def from_signed(cls, text: str) -> Reminder:
        """The line back again. Raises `ValueError` for what is none."""
        id, channel, when = text.split(" ")
        moment = {"minutesBefore": int(when)} if when.isdecimal() else {"at": when}
        return msgspec.convert({"id": id, "channel": channel, **moment}, cls)

    @property
    def signed_line(self) -> str:
        when = self.minutes_before if self.at is None else timestamp(self.at)
        return f"{self.id} {self.channel} {when}"


Reminders = Annotated[tuple[Reminder, ...], Meta(max_length=5)]


class Schedule(Value, frozen=True):
    """All that is signed about time."""

    start_on: date | None = None
    due_on: date | None = None
    due_time: TimeOfDay | None = None
    recurrence: Recurrence | None = None
    reminders: Reminders = ()

    @property
    def signed_reminders(self) -> str:
        return "\n".join(sorted(reminder.signed_line for reminder in self.reminders))


def check_schedule(schedule: Schedule) -> None:
    """Raises `InvalidArgument` for what cannot be true or carried out together."""
    due_on, start_on = schedule.due_on, schedule.start_on
    for name, day in (("startOn", start_on), ("dueOn", due_on)):
        if day is not None and not FIRST_DAY <= day <= LAST_DAY:
            raise _impossible(name, f"{name} is a day from 1900 to 2999.")
    if start_on is not None and due_on is not None and due_on < start_on:
        raise _impossible("dueOn", "A task is not due before it begins.")
    if due_on is None:
        if schedule.due_time is not None:
            raise _impossible("dueTime", "A time needs a day.")
        if schedule.recurrence is not None:
            raise _impossible("recurrence", "A task that repeats has a day on which it is due.")
    if schedule.recurrence is not None:
        check_recurrence(schedule.recurrence)
    for reminder in schedule.reminders:
        if (reminder.at is None) == (reminder.minutes_before is None):
            raise _impossible("reminders", "A reminder comes at a moment, or some minutes before.")
        if reminder.minutes_before is not None and due_on is None:
            raise _impossible("reminders", "There is nothing to remind of before.")
    if len({reminder.id for reminder in schedule.reminders}) < len(schedule.reminders):
        raise _impossible("reminders", "Each reminder has an id of its own.")


def _impossible(name: str, message: str) -> InvalidArgument:
    fields = [{"path": name, "rule": "schedule", "message": message}]
    return InvalidArgument(message, reason="schedule", fields=fields)
