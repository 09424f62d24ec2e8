"""Sessions: how long they live, what they are in, and that an end is an end."""

from datetime import timedelta
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import AlreadyExists, NotFound, NotSignedIn, Refused
from domain.identity.sessions import (
    IMPERSONATION,
    LIFE,
    LONGEST,
    SESSION,
    SHORT_LIFE,
    AccountSwitched,
    ConfirmSession,
    DeviceTied,
    EndSession,
    ImpersonationEnded,
    ImpersonationStarted,
    RefreshSession,
    SessionEnded,
    SessionRefreshed,
    SessionStarted,
    StartImpersonation,
    StartSession,
    SwitchAccount,
    TieDevice,
)
from domain.ids import AccountId, DeviceId, SessionId, UserId
from tests.support.decisions import NOON, Story

IT, ANN = SessionId(UUID(int=1)), UserId(UUID(int=2))
HERE, THERE, LAPTOP = AccountId(UUID(int=3)), AccountId(UUID(int=4)), DeviceId(UUID(int=5))


def start(*, remember: bool = True) -> StartSession:
    return StartSession(
        session_id=IT, user_id=ANN, method="password", new_device=True, epoch=3, remember=remember
    )


def started(*, remember: bool = True) -> SessionStarted:
    return SessionStarted(
        session_id=IT,
        user_id=ANN,
        method="password",
        new_device=True,
        expires_at=NOON + (LIFE if remember else SHORT_LIFE),
        epoch=3,
        remember=remember,
    )


nothing = Story(SESSION)
session = nothing.given(started())


def test_a_session_lives_a_week_or_a_day():
    nothing.when(start()).then(started())
    nothing.when(start(remember=False)).then(started(remember=False))
    session.when(start()).then_refused(AlreadyExists, "already_exists")
    nothing.when(RefreshSession()).then_refused(NotFound, "not_found")


def test_use_prolongs_it_once_a_day():
    day = NOON + timedelta(days=1)
    session.at(day - timedelta(seconds=1)).when(RefreshSession()).then()
    refreshed = session.at(day).when(RefreshSession()).then(SessionRefreshed("activity", day + LIFE))
    refreshed.when(RefreshSession()).then()


def test_one_that_is_not_remembered_is_never_prolonged():
    short = nothing.given(started(remember=False))
    short.at(NOON + timedelta(hours=23)).when(RefreshSession()).then()


def test_a_confirmation_prolongs_nothing():
    session.when(ConfirmSession()).then(SessionRefreshed("confirmed", NOON + LIFE, NOON))


def used_every_day(session: Story, days: range) -> Story:
    for day in days:
        session = session.at(NOON + timedelta(days=day)).after(RefreshSession())
    return session


def test_however_much_it_is_used_it_ends_a_month_after_the_last_proof():
    used = used_every_day(session, range(1, 30))
    assert used.state.expires_at == NOON + LONGEST
    used.when(RefreshSession()).then()
    used.at(NOON + LONGEST).when(RefreshSession()).then_refused(NotSignedIn, "session_ended")


def test_a_confirmation_begins_another_month():
    confirmed = used_every_day(session, range(1, 29)).after(ConfirmSession())
    used = used_every_day(confirmed, range(29, 58))
    assert used.state.expires_at == NOON + timedelta(days=28) + LONGEST


def test_entering_another_account_leaves_the_device_behind():
    here = session.when(SwitchAccount(HERE)).then(AccountSwitched(None, HERE))
    here.when(SwitchAccount(HERE)).then()
    tied = here.when(TieDevice(LAPTOP)).then(DeviceTied(LAPTOP))
    tied.when(TieDevice(LAPTOP)).then()
    there = tied.when(SwitchAccount(THERE)).then(AccountSwitched(HERE, THERE))
    assert there.state.device_id is None


@pytest.mark.parametrize(
    "command", [RefreshSession(), ConfirmSession(), SwitchAccount(HERE), TieDevice(LAPTOP)]
)
def test_after_its_end_a_session_does_nothing_more(command):
    ended = session.when(EndSession("signout")).then(SessionEnded("signout"))
    ended.when(EndSession("revoked")).then()
    ended.when(command).then_refused(NotSignedIn, "session_ended")
    session.at(NOON + LIFE).when(command).then_refused(NotSignedIn, "session_ended")


def test_whoever_looks_on_behalf_of_somebody_does_so_for_an_hour_and_changes_nothing():
    look = StartImpersonation(
        target_user_id=ANN, reason="support", by_session_id=IT, epoch=3, account_id=HERE
    )
    started = ImpersonationStarted(ANN, "support", NOON + IMPERSONATION, HERE, IT, 3)
    looking = nothing.when(look).then(started)
    looking.when(look).then_refused(AlreadyExists, "already_exists")
    for command in (RefreshSession(), ConfirmSession(), SwitchAccount(THERE), TieDevice(LAPTOP)):
        looking.when(command).then_refused(Refused, "impersonated")
    later = looking.at(NOON + timedelta(minutes=60))
    later.when(RefreshSession()).then_refused(NotSignedIn, "session_ended")
    ended = looking.when(EndSession("signout")).then(ImpersonationEnded(HERE), SessionEnded("signout"))
    ended.when(EndSession("revoked")).then()


@given(st.lists(st.integers(0, 400), max_size=30))
def test_a_session_in_use_never_outlives_its_last_use_by_more_than_a_week(hours: list[int]):
    story, now = session, NOON
    for gap in hours:
        now += timedelta(hours=gap)
        answer = story.at(now).when(RefreshSession())
        if answer.refusal is not None:
            assert now >= story.state.expires_at
            return
        story = story.given(*answer.facts)
        left, at_most = story.state.expires_at - now, NOON + LONGEST - now
        # More than six days after each use, but for the last of a session that nobody proved again.
        assert min(timedelta(days=6), at_most) <= left <= min(LIFE, at_most)
