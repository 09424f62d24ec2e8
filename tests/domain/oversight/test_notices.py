"""A notice is given once and mailed once."""

from uuid import UUID

from domain.errors import NotFound, Refused
from domain.ids import DeviceId, UserId
from domain.oversight.notices import NOTICE, GiveNotice, MailNotice, NoticeGiven, NoticeMailed
from tests.support.decisions import Story

members = {
    "device_id": DeviceId(UUID(int=1)),
    "person_id": UserId(UUID(int=2)),
    "user_ids": (UserId(UUID(int=3)),),
}
notice = Story(NOTICE)
given = notice.given(NoticeGiven(**members))


def test_people_are_told_once() -> None:
    notice.when(GiveNotice(**members)).then(NoticeGiven(**members))
    given.when(GiveNotice(**members)).then()
    others = {**members, "user_ids": (UserId(UUID(int=4)),)}
    given.when(GiveNotice(**others)).then()


def test_a_notice_is_for_somebody() -> None:
    notice.when(GiveNotice(**{**members, "user_ids": ()})).then_refused(Refused, "nobody")


def test_at_most_one_mail_follows() -> None:
    notice.when(MailNotice()).then_refused(NotFound, "not_found")
    given.when(MailNotice()).then(NoticeMailed())
    given.given(NoticeMailed()).when(MailNotice()).then()
