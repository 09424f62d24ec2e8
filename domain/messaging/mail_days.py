"""How many mails the members of an account have sent on one day (UTC), which its plan limits."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from uuid import UUID, uuid5

from domain.errors import LimitReached
from domain.ids import AccountId
from domain.kernel import Decider, Event, Moment, Value


def mail_day_id(account_id: AccountId, now: datetime) -> UUID:
    return uuid5(account_id, f"mails:{now.astimezone(UTC).date().isoformat()}")


class CountMails(Value, frozen=True):
    """Count so many more, if they are `most` a day with those before."""

    count: int
    most: int


class MailsCounted(Event, frozen=True, tag="mail_day.counted"):
    count: int


class MailDay(Value, frozen=True):
    count: int = 0


def decide(command: CountMails, day: MailDay | None, moment: Moment) -> list[MailsCounted]:
    before = 0 if day is None else day.count
    if command.count == 0:
        return []
    if before + command.count > command.most:
        raise LimitReached(
            "The daily limit of emails in your plan is reached. Try again tomorrow.",
            reason="mail_limit",
            retry_after=_until_tomorrow(moment.now),
            most=command.most,
            left=max(0, command.most - before),
        )
    return [MailsCounted(command.count)]


def _until_tomorrow(now: datetime) -> int:
    today = now.astimezone(UTC).date()
    tomorrow = datetime.combine(today + timedelta(days=1), time(), UTC)
    return max(1, -int((now - tomorrow).total_seconds() // 1))


def evolve(day: MailDay | None, event: MailsCounted) -> MailDay:
    return MailDay((0 if day is None else day.count) + event.count)


MAIL_DAY: Decider[CountMails, MailDay, MailsCounted] = Decider("mail_day", (MailsCounted,), decide, evolve)
