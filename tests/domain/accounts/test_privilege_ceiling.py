"""No one can grant a permission that they do not hold: over all sets of permissions, roles and plans."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from hypothesis import event, given, settings
from hypothesis import strategies as st

from domain.accounts.accounts import ACCOUNT, Account
from domain.accounts.accounts import commands as c
from domain.accounts.accounts.permissions import EVERY, FEATURES, flat
from domain.accounts.accounts.plans import Usage
from domain.errors import Refused
from domain.ids import RoleId
from domain.kernel import Moment
from tests.support.accounts import (
    ADMIN,
    ALL_FEATURES,
    CLARA,
    FINANCE,
    HOUSE,
    INES,
    JONAS,
    KARL,
    MEMBER,
    OWNER,
    acting,
    an_account,
    invitation_of,
    limits,
    with_member,
)
from tests.support.decisions import NOON, Story

GARDEN = RoleId(UUID("018f0000-0000-7000-8000-0000000069de"))
# What it takes to be heard at all, so that nothing but the ceiling is in the way.
HEARD = flat(
    {
        "role": ("create", "update", "delete"),
        "member": ("update",),
        "invitation": ("create",),
    }
)
subsets = st.frozensets(st.sampled_from(sorted(flat(EVERY))))
# All but a few, so that what is asked for often lies within them and often just outside.
nearly_all = subsets.map(lambda few: flat(EVERY) - few)
features = st.frozensets(st.sampled_from(ALL_FEATURES)).map(lambda some: tuple(sorted(some)))
roles = st.sampled_from([OWNER, ADMIN, MEMBER, FINANCE, HOUSE])
people = st.sampled_from([CLARA, KARL, JONAS])


def rows(permissions: frozenset[str]) -> dict[str, tuple[str, ...]]:
    found = {
        resource: tuple(action for action in actions if f"{resource}.{action}" in permissions)
        for resource, actions in EVERY.items()
    }
    return {resource: actions for resource, actions in found.items() if actions}


asks = st.one_of(
    st.builds(c.DefineRole, st.just(GARDEN), st.just("Garden"), subsets.map(rows)),
    st.builds(c.ChangeRole, roles, permissions=subsets.map(rows)),
    st.builds(c.ChangeRole, roles, name=st.just("Garden")),
    st.builds(c.ChangeMemberRole, people, roles),
    st.builds(c.ReserveSeat, st.just(invitation_of(INES)), roles),
    st.builds(c.RetireRole, roles, roles),
)


def with_roles(own: frozenset[str], other: frozenset[str], plan: tuple[str, ...]) -> Story:
    """Karl has a role of his own, Jonas another one, and the plan is what the account has now."""
    account = an_account().after(
        c.DefineRole(FINANCE, "Finance", rows(own)), c.DefineRole(HOUSE, "House", rows(other))
    )
    joined = with_member(with_member(account, KARL, FINANCE), JONAS, HOUSE)
    return joined.after(c.ChangePlan("other", limits(features=plan), Usage(storage_bytes=0, profiles=0)))


def withheld_by(plan: tuple[str, ...]) -> frozenset[str]:
    return frozenset(p for feature, some in FEATURES.items() if feature not in plan for p in some)


def given_to(account: Account) -> Mapping[UUID, frozenset[str]]:
    """What each role allows, each member may do, and each who is invited will be able to do."""
    by_role = {role_id: flat(role.permissions) for role_id, role in account.roles.items()}
    by_person = {user: by_role[member.role_id] for user, member in account.members.items()}
    invited = {invitation: by_role[role] for invitation, role in account.reserved.items()}
    return {**by_role, **by_person, **invited}


@given(own=nearly_all | subsets, other=subsets, plan=features, ask=asks)
@settings(max_examples=250)
def test_nobody_gives_what_they_do_not_hold(
    own: frozenset[str], other: frozenset[str], plan: tuple[str, ...], ask: c.AccountCommand
) -> None:
    account = with_roles(own | HEARD, other, plan).state
    holds = (own | HEARD) - withheld_by(plan)
    try:
        facts = ACCOUNT.decide(ask, account, Moment(acting(KARL), NOON))
    except Refused as refusal:
        event(f"{type(ask).__name__} refused: {refusal.reason}")
        return
    event(f"{type(ask).__name__} carried out")
    after = ACCOUNT.fold(facts, account)
    assert after is not None
    before = given_to(account)
    for receiver, permissions in given_to(after).items():
        gained = permissions - before.get(receiver, frozenset()) - withheld_by(plan)
        assert gained <= holds, f"{receiver} was given {sorted(gained - holds)}"
    assert after.owners == account.owners, "only an owner makes or unmakes one"


@given(own=subsets, asked=subsets)
@settings(max_examples=100)
def test_a_role_is_made_and_changed_exactly_within_what_its_maker_holds(
    own: frozenset[str], asked: frozenset[str]
) -> None:
    story = with_roles(own | HEARD, frozenset(), ALL_FEATURES).by(acting(KARL))
    within = asked <= own | HEARD
    for command in (
        c.DefineRole(GARDEN, "Garden", rows(asked)),
        c.ChangeRole(HOUSE, permissions=rows(asked)),
    ):
        answer = story.when(command)
        if within:
            answer.carried_out()
        else:
            refusal = answer.then_refused(Refused, "privilege_ceiling")
            assert refusal.details["missing"] == sorted(asked - own - HEARD)


@given(own=subsets, other=subsets)
@settings(max_examples=100)
def test_a_role_is_given_exactly_within_what_the_giver_holds(
    own: frozenset[str], other: frozenset[str]
) -> None:
    """To somebody who is there, to somebody who is invited, and in the place of a retired role."""
    story = with_roles(own | HEARD, other, ALL_FEATURES).by(acting(KARL))
    garden = story.by(acting(CLARA)).after(c.DefineRole(GARDEN, "Garden", {})).by(acting(KARL))
    within = other <= own | HEARD
    for command in (
        c.ChangeMemberRole(KARL, HOUSE),
        c.ReserveSeat(invitation_of(INES), HOUSE),
        c.RetireRole(GARDEN, HOUSE),
    ):
        answer = garden.when(command)
        if within:
            answer.carried_out()
        else:
            answer.then_refused(Refused, "privilege_ceiling")
