"""What each command of an account asks for: its permission, and an account that can be written."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from domain.accounts.accounts import ACCOUNT, Account
from domain.accounts.accounts.permissions import EVERY, canonical
from domain.accounts.accounts.state import Member, Role
from domain.errors import NotAllowed, Refused
from domain.ids import RoleId, UserId
from domain.kernel import Moment
from tests.support.accounts import acting
from tests.support.decisions import NOON
from tests.support.lives import GENERATORS
from tests.support.lives.kinds import kinds_of
from tests.support.lives.steps import Ask, decided, walked
from tests.support.shapes import named

ASKS_FOR = {
    "StartSubscription": "billing.manage",
    "ChangePlan": "billing.manage",
    "CloseAccount": "account.delete",
    **dict.fromkeys(
        ("RenameAccount", "ChangeDateFormat", "ChangeLanguage", "ChangeZone", "ChangeDisclosure"),
        "account.update",
    ),
    **dict.fromkeys(("ChangeExpiryPolicy", "ChangeSecurityPolicy"), "account.update"),
    "OrderProfileTypes": "profile.structure",
    "ReserveSeat": "invitation.create",
    "ChangeMemberRole": "member.update",
    "ChangeMemberReading": "member.update",
    "RemoveMember": "member.delete",
    "DefineRole": "role.create",
    "ChangeRole": "role.update",
    "RetireRole": "role.delete",
}
THE_SYSTEMS = {"MarkPaymentOverdue", "SuspendAccount", "ReactivateAccount", "EraseAccount"}
AN_OWNERS = {"ReopenAccount"}
# Who opens an account is in none yet; who joins was let in by an invitation, whose seat is given back by
# whoever ends it.
ANYBODYS = {"OpenAccount", "AdmitMember", "ReleaseSeat"}
# What is still carried out where nothing can be written any more: leaving, paying, ending.
SETTLES = THE_SYSTEMS | AN_OWNERS | {"ChangePlan", "CloseAccount", "RemoveMember", "ReleaseSeat"}
SOMEBODY = UserId(named("somebody else"))
THEIR_ROLE = RoleId(named("their role"))


@cache
def accepted() -> tuple[tuple[Account, Ask], ...]:
    """All that is carried out in any state of the walked lives."""
    generator = GENERATORS["account"]
    found: list[tuple[Account, Ask]] = []
    for life in walked(ACCOUNT, generator, kinds_of(ACCOUNT, generator)):
        state = life[-1].after
        found += [(state, ask) for ask in generator.offers(state, "next") if decided(ACCOUNT, ask, state)]
    return tuple(found)


def named_kinds(pairs: tuple[tuple[Account, Ask], ...]) -> set[str]:
    return {type(ask.command).__name__ for _, ask in pairs}


def with_everything_but(account: Account, permission: str) -> Account:
    """Somebody else belongs to it, who may do all but one thing."""
    allowed = {
        resource: tuple(action for action in actions if f"{resource}.{action}" != permission)
        for resource, actions in EVERY.items()
    }
    role = Role("Nearly everything", canonical(allowed))
    reads = tuple(account.roles)
    return replace(
        account,
        members={**account.members, SOMEBODY: Member(THEIR_ROLE, reads)},
        roles={**account.roles, THEIR_ROLE: role},
    )


def asked_by_somebody(ask: Ask) -> Ask:
    return Ask(ask.command, Moment(acting(SOMEBODY), ask.moment.now))


def test_every_command_has_its_line_and_is_tried() -> None:
    generator = GENERATORS["account"]
    events = {event.__name__ for event in ACCOUNT.events}
    lines = ASKS_FOR.keys() | THE_SYSTEMS | AN_OWNERS | ANYBODYS
    assert lines == kinds_of(ACCOUNT, generator) - events
    assert named_kinds(accepted()) == lines - {"OpenAccount"}


def refusal_of(ask: Ask, account: Account) -> Refused | None:
    try:
        ACCOUNT.decide(ask.command, account, ask.moment)
    except Refused as refusal:
        return refusal
    return None


@pytest.mark.parametrize("name", ASKS_FOR)
def test_a_command_is_refused_for_want_of_its_one_permission(name: str) -> None:
    for account, ask in accepted():
        leaves = getattr(ask.command, "reason", "") in ("left", "erased")
        if type(ask.command).__name__ != name or leaves:
            continue
        refusal = refusal_of(asked_by_somebody(ask), with_everything_but(account, ASKS_FOR[name]))
        assert isinstance(refusal, NotAllowed)
        assert refusal.details["permission"] == ASKS_FOR[name]


@pytest.mark.parametrize("name", sorted(THE_SYSTEMS))
def test_what_the_clock_and_the_operator_do_nobody_else_does(name: str) -> None:
    for account, ask in accepted():
        if type(ask.command).__name__ == name:
            everything = with_everything_but(account, "")
            assert isinstance(refusal_of(asked_by_somebody(ask), everything), NotAllowed)
            by_owner = Ask(ask.command, Moment(acting(account.owners[0]), ask.moment.now))
            assert isinstance(refusal_of(by_owner, account), NotAllowed)


def test_only_an_owner_reopens_removes_an_owner_or_makes_one() -> None:
    tried = 0
    for account, ask in accepted():
        command: Any = ask.command
        name = type(command).__name__
        after = ACCOUNT.fold(ACCOUNT.decide(command, account, ask.moment), account)
        assert after is not None
        if name in ANYBODYS | {"EraseAccount"} or getattr(command, "reason", "") in ("left", "erased"):
            continue
        of_an_owner = name == "ReserveSeat" and command.role_id == account.owner_role_id
        if after.owners == account.owners and name not in AN_OWNERS and not of_an_owner:
            continue
        tried += 1
        refusal = refusal_of(asked_by_somebody(ask), with_everything_but(account, ""))
        assert refusal is not None
        assert refusal.reason == "privilege_ceiling"
    assert tried


def read_only(account: Account) -> list[Account]:
    """The same account in each way in which it cannot be written any more."""
    return [
        replace(account, state="suspended", suspended_by="unpaid"),
        replace(account, state="pastDue", read_only_from=NOON - timedelta(seconds=1)),
        replace(account, state="closing", before_closing="active", due_at=NOON + timedelta(days=1)),
    ]


def test_an_account_that_is_read_only_is_left_paid_for_and_ended_and_nothing_else() -> None:
    for account, ask in accepted():
        if account.state not in ("active", "trialing"):
            continue
        for closed in read_only(account):
            if decided(ACCOUNT, ask, closed):
                assert type(ask.command).__name__ in SETTLES


def test_an_account_that_was_erased_is_none() -> None:
    for account, ask in accepted():
        assert not decided(ACCOUNT, ask, replace(account, state="erased", members={}, reserved={}))
