"""Invitations: one that waits per address, resent five times a day, and three ends that are final."""

from __future__ import annotations

from datetime import timedelta

import pytest

from domain.accounts import invitations as i
from domain.errors import AlreadyExists, LimitReached, NotFound, Refused
from domain.kernel import Claim, PiiRef
from tests.support.accounts import ADMIN, CLARA, HAWTHORNE, KARL, MEMBER, acting, invitation_of
from tests.support.decisions import NOON, THE_CLOCK, Story

WEEK = timedelta(days=7)
SEND = i.SendInvitation(
    invitation_id=invitation_of(KARL),
    account_id=HAWTHORNE,
    email_ref=PiiRef("ref"),
    email_hash="karl",
    role_id=MEMBER,
    token_hash="first",
    expires_at=NOON + WEEK,
)
NEW = Story(i.INVITATION).by(acting(CLARA))
SENT = NEW.after(SEND)
ENDS = {
    "accepted": i.AcceptInvitation(KARL, "karl"),
    "cancelled": i.CancelInvitation("admin"),
    "expired": i.ExpireInvitation(),
}


def ended(how: str) -> Story:
    story = SENT.at(NOON + WEEK) if how == "expired" else SENT
    return story.after(ENDS[how])


def test_an_invitation_waits_for_a_week_and_knows_who_sent_it() -> None:
    assert SENT.state.expires_at == NOON + WEEK
    assert SENT.state.invited_by == CLARA
    assert SENT.when(SEND).facts == ()


def test_the_same_id_is_not_used_for_another_invitation() -> None:
    other = i.SendInvitation(
        invitation_id=invitation_of(KARL),
        account_id=HAWTHORNE,
        email_ref=PiiRef("ref"),
        email_hash="karl",
        role_id=ADMIN,
        token_hash="second",
        expires_at=NOON + WEEK,
    )
    SENT.when(other).then_refused(AlreadyExists, "already_exists")


def test_it_takes_the_address_and_every_end_gives_it_back() -> None:
    claim = (Claim("account", "invite", "karl"),)
    assert SENT.past[0].claims() == claim
    for how in ENDS:
        assert ended(how).past[-1].releases() == claim
    assert i.InvitationExpired("").releases() == ()


def test_it_is_sent_again_five_times_a_day_under_a_new_link() -> None:
    again = SENT
    for hour in range(5):
        again = again.at(NOON + timedelta(hours=hour)).after(i.ResendInvitation(f"link {hour}"))
    assert again.state.token_hash == "link 4"
    refusal = again.when(i.ResendInvitation("link 5")).then_refused(LimitReached, "resend_limit")
    assert refusal.details["retry_after"] == 20 * 3600 + 1
    tomorrow = again.at(NOON + timedelta(days=1, seconds=1))
    assert tomorrow.when(i.ResendInvitation("link 5")).carried_out()
    assert again.state.expires_at == NOON + WEEK


def test_only_the_invited_address_accepts() -> None:
    SENT.when(i.AcceptInvitation(KARL, "clara")).then_refused(NotFound, "not_found")


def test_accepting_twice_is_accepting_once_for_the_same_person() -> None:
    accepted = ended("accepted")
    accepted.when(i.AcceptInvitation(KARL, "karl")).then()
    accepted.when(i.AcceptInvitation(CLARA, "karl")).then_refused(Refused, "invite_expired")


def test_nothing_is_accepted_after_its_time() -> None:
    late = SENT.at(NOON + WEEK)
    late.when(ENDS["accepted"]).then_refused(Refused, "invite_expired")
    late.when(i.ResendInvitation("late")).then_refused(Refused, "invite_expired")


def test_it_does_not_expire_before_its_time() -> None:
    SENT.by(THE_CLOCK).when(i.ExpireInvitation()).then_refused(Refused, "not_due")


@pytest.mark.parametrize("how", ["cancelled", "expired"])
def test_an_end_is_final(how: str) -> None:
    story = ended(how)
    story.when(ENDS["accepted"]).then_refused(Refused, "invite_expired")
    story.when(i.CancelInvitation("recipient")).then()
    story.when(i.ExpireInvitation()).then()
    story.when(i.ResendInvitation("again")).then_refused(Refused, "invite_expired")


def test_an_accepted_invitation_is_not_cancelled() -> None:
    ended("accepted").when(ENDS["cancelled"]).then_refused(Refused, "accepted")


def test_what_was_never_sent_is_not_found() -> None:
    for command in (*ENDS.values(), i.ResendInvitation("link")):
        NEW.when(command).then_refused(NotFound, "not_found")
