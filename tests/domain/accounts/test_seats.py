"""Seats are what a plan is paid for: none is taken twice, and none that is not there."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from domain.accounts.accounts import Account
from domain.accounts.accounts import commands as c
from domain.accounts.accounts.events import SubscriptionChanged
from domain.accounts.accounts.plans import Usage
from domain.errors import Refused
from tests.support.accounts import (
    CLARA,
    FINANCE,
    HOUSE,
    INES,
    JONAS,
    KARL,
    MEMBER,
    acting,
    an_account,
    invitation_of,
    limits,
    with_member,
)

few = st.integers(0, 4)
SOME = (KARL, JONAS, INES)


@given(members=st.integers(0, 2), invited=st.integers(0, 1), seats=st.integers(1, 5), roles=few)
def test_a_plan_is_changed_exactly_when_all_that_is_used_fits(
    members: int, invited: int, seats: int, roles: int
) -> None:
    story = an_account(custom_roles=5)
    for user in SOME[:members]:
        story = with_member(story, user)
    for user in SOME[members : members + invited]:
        story = story.after(c.ReserveSeat(invitation_of(user), MEMBER))
    for role, name in ((FINANCE, "Finance"), (HOUSE, "House")):
        story = story.after(c.DefineRole(role, name, {"task": ("read",)}))
    answer = story.when(
        c.ChangePlan("small", limits(seats=seats, custom_roles=roles), Usage(storage_bytes=0, profiles=0))
    )
    if 1 + members + invited <= seats and roles >= 2:
        after = answer.then(*answer.carried_out()).state
        assert isinstance(after, Account)
        assert after.limits is not None
        assert after.seats_taken <= after.limits.seats
    else:
        refusal = answer.then_refused(Refused, "over_limits")
        over: dict[str, Any] = {}
        if 1 + members + invited > seats:
            over["seats"] = {"used": 1 + members + invited, "limit": seats}
        if roles < 2:
            over["customRoles"] = {"used": 2, "limit": roles}
        assert refusal.details["usage"] == over


@given(stored=few, kept=few, storage=few, profiles=st.none() | few)
def test_what_other_streams_count_has_to_fit_as_well(
    stored: int, kept: int, storage: int, profiles: int | None
) -> None:
    plan = c.PlanLimits(
        seats=5,
        storage_bytes=storage,
        file_bytes=1,
        profiles=profiles,
        custom_roles=1,
        audit_days=1,
        mails_per_day=1,
    )
    answer = an_account().when(c.ChangePlan("small", plan, Usage(storage_bytes=stored, profiles=kept)))
    if stored <= storage and (profiles is None or kept <= profiles):
        answer.carried_out()
    else:
        answer.then_refused(Refused, "over_limits")


def test_after_a_downgrade_nobody_comes_to_a_seat_that_is_not_there() -> None:
    """Whoever was invited before waits until somebody leaves."""
    full = with_member(an_account(), KARL).after(c.ReserveSeat(invitation_of(JONAS), MEMBER))
    smaller = full.given(SubscriptionChanged("small", limits(seats=2)))
    joins = c.AdmitMember(JONAS, invitation_of(JONAS), CLARA)
    smaller.by(acting(JONAS)).when(joins).then_refused(Refused, "seat_limit")
    smaller.when(c.ReserveSeat(invitation_of(INES), MEMBER)).then_refused(Refused, "seat_limit")
    left = smaller.after(c.RemoveMember(KARL, "removed"))
    left.by(acting(JONAS)).when(joins).carried_out()
    left.when(c.ReserveSeat(invitation_of(INES), MEMBER)).then_refused(Refused, "seat_limit")


def test_who_belongs_to_it_already_gives_the_seat_of_an_invitation_back() -> None:
    invited = with_member(an_account(), KARL).after(c.ReserveSeat(invitation_of(JONAS), MEMBER))
    account = invited.by(acting(KARL)).after(c.AdmitMember(KARL, invitation_of(JONAS), CLARA)).state
    assert isinstance(account, Account)
    assert account.seats_taken == 2
