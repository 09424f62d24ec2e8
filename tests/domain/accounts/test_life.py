"""The life of an account: opened, subscribed, overdue, suspended, closed, reopened, erased."""

from __future__ import annotations

from datetime import timedelta

import pytest

from domain.accounts.accounts import ACCOUNT
from domain.accounts.accounts import commands as c
from domain.accounts.accounts import events as e
from domain.accounts.accounts.plans import Usage
from domain.errors import AlreadyExists, NotAllowed, NotFound, Refused
from tests.support.accounts import (
    CLARA,
    FINANCE,
    HAWTHORNE,
    KARL,
    MEMBER,
    OWNER,
    acting,
    an_account,
    invitation_of,
    limits,
    with_member,
)
from tests.support.decisions import NOON, THE_CLOCK, Story

OPEN = c.OpenAccount(HAWTHORNE, "Hawthorne", CLARA)
OPENED = e.AccountOpened(HAWTHORNE, "Hawthorne", CLARA, OWNER, 1)
MONTH = timedelta(days=30)


def a_change(**plan: int) -> c.ChangePlan:
    return c.ChangePlan("office", limits(**plan), Usage(storage_bytes=50, profiles=3))  # pyright: ignore


def test_an_account_is_opened_once() -> None:
    opened = Story(ACCOUNT).by(acting(CLARA)).when(OPEN).then(OPENED)
    opened.when(OPEN).then()
    other = c.OpenAccount(HAWTHORNE, "Kestrel", CLARA)
    opened.when(other).then_refused(AlreadyExists, "already_exists")


def test_an_account_without_a_plan_takes_no_members() -> None:
    opened = Story(ACCOUNT, (OPENED,)).by(acting(CLARA))
    seat = c.ReserveSeat(invitation_of(KARL), MEMBER)
    opened.when(seat).then_refused(Refused, "account_incomplete")


def test_a_subscription_starts_once_on_trial_or_paid() -> None:
    opened = Story(ACCOUNT, (OPENED,)).by(acting(CLARA))
    on_trial = opened.after(c.StartSubscription("family", limits(), NOON + MONTH))
    assert on_trial.state.state == "trialing"
    assert opened.after(c.StartSubscription("solo", limits())).state.state == "active"
    again = c.StartSubscription("family", limits())
    on_trial.when(again).then_refused(AlreadyExists, "already_subscribed")


def test_what_is_not_paid_is_overdue_then_read_only_then_suspended() -> None:
    account = an_account().by(THE_CLOCK)
    overdue = account.when(c.MarkPaymentOverdue()).then(e.PaymentMarkedOverdue(NOON + timedelta(days=14)))
    overdue.when(c.MarkPaymentOverdue()).then()
    overdue.when(c.SuspendAccount("unpaid")).then_refused(Refused, "not_due")
    rename = c.RenameAccount("Kestrel")
    assert overdue.by(acting(CLARA)).when(rename).carried_out()
    later = overdue.at(NOON + timedelta(days=14))
    later.by(acting(CLARA)).when(rename).then_refused(Refused, "suspended")
    suspended = later.when(c.SuspendAccount("unpaid")).then(e.AccountSuspended("unpaid"))
    suspended.when(c.SuspendAccount("unpaid")).then()
    assert suspended.after(c.ReactivateAccount()).state.state == "active"


@pytest.mark.parametrize(
    "command",
    [c.MarkPaymentOverdue(), c.SuspendAccount("operator"), c.ReactivateAccount(), c.EraseAccount("x")],
)
def test_only_the_clock_and_the_operator_suspend_and_erase(command: object) -> None:
    an_account().when(command).then_refused(NotAllowed, "not_allowed")


def test_a_paid_change_of_plan_ends_a_suspension_for_want_of_payment_only() -> None:
    overdue = an_account().by(THE_CLOCK).after(c.MarkPaymentOverdue()).at(NOON + MONTH)
    unpaid = overdue.after(c.SuspendAccount("unpaid")).by(acting(CLARA))
    changed = unpaid.when(a_change(seats=25)).then(e.SubscriptionChanged("office", limits(seats=25)))
    assert changed.state.state == "active"
    assert not changed.state.read_only(NOON + 2 * MONTH)
    stopped = an_account().by(THE_CLOCK).after(c.SuspendAccount("operator")).by(acting(CLARA))
    stopped.when(a_change(seats=25)).then_refused(Refused, "suspended")


def test_a_plan_that_is_too_small_says_what_is_used() -> None:
    account = with_member(an_account(), KARL).after(c.DefineRole(FINANCE, "Finance", {}))
    refusal = account.when(a_change(seats=1, custom_roles=0)).then_refused(Refused, "over_limits")
    assert refusal.details["usage"] == {
        "seats": {"used": 2, "limit": 1},
        "customRoles": {"used": 1, "limit": 0},
    }
    full = c.ChangePlan("office", limits(), Usage(storage_bytes=101, profiles=201))
    refusal = account.when(full).then_refused(Refused, "over_limits")
    assert set(refusal.details["usage"]) == {"storageBytes", "profiles"}


def test_the_same_plan_again_changes_nothing() -> None:
    same = c.ChangePlan("family", limits(), Usage(storage_bytes=0, profiles=0))
    an_account().when(same).then()


def test_an_owner_closes_by_typing_the_name_and_reopens_within_thirty_days() -> None:
    account = with_member(an_account(), KARL)
    account.when(c.CloseAccount("hawthorne")).then_refused(Refused, "confirm")
    account.by(acting(KARL)).when(c.CloseAccount("Hawthorne")).then_refused(NotAllowed, "not_allowed")
    closing = account.when(c.CloseAccount("Hawthorne")).then(e.AccountClosed(NOON + MONTH))
    closing.when(c.CloseAccount("Hawthorne")).then()
    closing.when(c.RenameAccount("Kestrel")).then_refused(Refused, "closing")
    closing.by(acting(KARL)).when(c.ReopenAccount()).then_refused(Refused, "privilege_ceiling")
    closing.when(c.ReopenAccount()).then(e.AccountReopened("active")).when(c.ReopenAccount()).then()
    closing.at(NOON + MONTH).when(c.ReopenAccount()).then_refused(Refused, "erasing")


def test_an_account_is_erased_when_it_is_due_and_then_is_no_more() -> None:
    closing = an_account().after(c.CloseAccount("Hawthorne")).by(THE_CLOCK)
    closing.when(c.EraseAccount("proof")).then_refused(Refused, "not_due")
    erased = (
        closing.at(NOON + MONTH)
        .when(c.EraseAccount("proof"))
        .then(e.MemberRemoved(CLARA, "erased"), e.AccountErased("proof"))
    )
    erased.when(c.EraseAccount("proof")).then()
    assert erased.state.members == {}
    erased.by(acting(CLARA)).when(c.RenameAccount("Kestrel")).then_refused(NotFound, "not_found")
