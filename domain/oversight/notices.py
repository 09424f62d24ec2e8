"""Notifications: who was notified of what, by which channel, and what they have read."""

from __future__ import annotations

from typing import assert_never
from uuid import UUID

from msgspec.structs import replace

from domain.errors import NotFound, Refused
from domain.ids import DeviceId, UserId
from domain.kernel import Decider, Event, Moment, Value


class GiveNotice(Value, frozen=True, kw_only=True):
    """Notify these users that another member's device is waiting for approval."""

    device_id: DeviceId
    person_id: UserId
    user_ids: tuple[UserId, ...]


class MailNotice(Value, frozen=True):
    """They did not come, so they are told by mail."""


class NoticeGiven(Event, frozen=True, tag="notice.given", kw_only=True):
    device_id: DeviceId
    person_id: UserId
    user_ids: tuple[UserId, ...]


class NoticeMailed(Event, frozen=True, tag="notice.mailed"):
    pass


NoticeCommand = GiveNotice | MailNotice
NoticeEvent = NoticeGiven | NoticeMailed


class Notice(Value, frozen=True):
    user_ids: tuple[UserId, ...]
    mailed: bool = False


def decide(command: NoticeCommand, notice: Notice | None, _moment: Moment) -> list[NoticeEvent]:
    match command:
        case GiveNotice():
            if notice is not None:
                return []
            if not command.user_ids:
                raise Refused("There is no one to notify.", reason="nobody")
            return [
                NoticeGiven(
                    device_id=command.device_id, person_id=command.person_id, user_ids=command.user_ids
                )
            ]
        case MailNotice():
            if notice is None:
                raise NotFound("There is no such notice.")
            return [] if notice.mailed else [NoticeMailed()]
        case _:
            assert_never(command)


def evolve(notice: Notice | None, event: NoticeEvent) -> Notice | None:
    match event:
        case NoticeGiven(user_ids=user_ids):
            return Notice(user_ids)
        case NoticeMailed():
            return None if notice is None else replace(notice, mailed=True)
        case _:
            assert_never(event)


NOTICE: Decider[NoticeCommand, Notice, NoticeEvent] = Decider(
    "notice", (NoticeGiven, NoticeMailed), decide, evolve
)


class NoticesRead(Event, frozen=True, tag="notice.read"):
    """The recipient read these notifications. Not shown to other members."""

    notice_ids: tuple[UUID, ...]


class NoticesDone(Event, frozen=True, tag="notice.done"):
    """The recipient put these notifications away. Not shown to other members."""

    notice_ids: tuple[UUID, ...]


NoticeAnswer = NoticesRead | NoticesDone


def note_reading(event: NoticeAnswer, _reading: None, _moment: Moment) -> list[NoticeAnswer]:
    """Nothing is refused here: what was seen was seen."""
    return [event]


def fold_reading(_reading: None, _event: NoticeAnswer) -> None:
    return None


# One stream per person, because notices come from every account and from invitations to none yet.
NOTICE_READING: Decider[NoticeAnswer, None, NoticeAnswer] = Decider(
    "notice_reading", (NoticesRead, NoticesDone), note_reading, fold_reading, scope="global", versioned=False
)
