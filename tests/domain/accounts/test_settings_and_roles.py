"""Settings and the roles that an account makes for itself."""

from __future__ import annotations

import pytest

from domain.accounts.accounts import commands as c
from domain.accounts.accounts import events as e
from domain.accounts.accounts.settings import Disclosure, SecurityPolicy
from domain.errors import AlreadyExists, InvalidArgument, NotAllowed, NotFound, Refused
from domain.ids import PROFILE_TYPES, RoleId, personal_role, profile_type
from tests.support.accounts import (
    ADMIN,
    CLARA,
    FINANCE,
    HAWTHORNE,
    HOUSE,
    JONAS,
    KARL,
    MEMBER,
    OWNER,
    acting,
    an_account,
    invitation_of,
    promoted,
    with_member,
)

TYPES = tuple(profile_type(key) for key in PROFILE_TYPES)
READING = {"document": ("read",), "task": ("read",)}
MADE = c.DefineRole(FINANCE, "Finance", READING)


@pytest.mark.parametrize(
    ("command", "fact"),
    [
        (c.RenameAccount("Kestrel"), e.AccountRenamed("Kestrel")),
        (c.ChangeDateFormat("yyyymmdd", "ddmmyyyy", "-"), e.DateFormatChanged("yyyymmdd", "ddmmyyyy", "-")),
        (c.ChangeLanguage("de"), e.LanguageChanged("de")),
        (c.ChangeZone("Europe/London"), e.ZoneChanged("Europe/London")),
        (c.ChangeDisclosure(Disclosure(False)), e.DisclosureChanged(Disclosure(False))),
        (c.ChangeExpiryPolicy((7, 60, 7)), e.ExpiryPolicyChanged((60, 7))),
        (c.ChangeSecurityPolicy(SecurityPolicy(True)), e.SecurityPolicyChanged(True, "auto")),
        (
            c.OrderProfileTypes(TYPES[::-1]),
            e.ProfileTypesOrdered(TYPES[::-1]),
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_setting_changes_once_and_only_by_those_who_may(command: object, fact: e.AccountEvent) -> None:
    account = with_member(an_account(), KARL)
    account.when(command).then(fact).when(command).then()
    account.by(acting(KARL)).when(command).then_refused(NotAllowed, "not_allowed")


def test_an_order_of_profile_types_names_each_of_them() -> None:
    for order in (TYPES[1:], (*TYPES[1:], TYPES[1])):
        an_account().when(c.OrderProfileTypes(order)).then_refused(InvalidArgument, "incomplete_order")


def test_a_role_is_made_once_and_its_maker_and_the_owners_read_for_it() -> None:
    account = promoted(with_member(an_account(), KARL), KARL, ADMIN).by(acting(KARL))
    karl, clara = account.state.members[KARL].reads, account.state.members[CLARA].reads
    made = account.when(MADE).then(
        e.RoleDefined(FINANCE, "Finance", {"document": ("read",), "task": ("read",)}),
        e.MemberReadingChanged(CLARA, (FINANCE,), (), (*clara, FINANCE)),
        e.MemberReadingChanged(KARL, (FINANCE,), (), (*karl, FINANCE)),
    )
    made.when(MADE).then()
    other = c.DefineRole(FINANCE, "Money", READING)
    made.when(other).then_refused(AlreadyExists, "already_exists")


def test_permissions_are_kept_in_one_order_and_only_those_there_are() -> None:
    role = c.DefineRole(FINANCE, "Finance", {"task": ("update", "read"), "contact": ()})
    made = an_account().after(role)
    assert made.state.roles[FINANCE].permissions == {"task": ("read", "update")}
    unknown = c.DefineRole(FINANCE, "Finance", {"task": ("fly",)})
    an_account().when(unknown).then_refused(InvalidArgument, "permission")


def test_names_of_roles_are_unique_whatever_their_case() -> None:
    made = an_account().after(MADE)
    for name in ("FINANCE", "owner"):
        made.when(c.DefineRole(HOUSE, name, READING)).then_refused(AlreadyExists, "name")


def test_no_role_takes_the_id_of_a_built_in_or_personal_one() -> None:
    taken = c.DefineRole(personal_role(HAWTHORNE, KARL), "Karl", READING)
    an_account().when(taken).then_refused(InvalidArgument, "id")


def test_a_plan_includes_so_many_roles_and_some_plans_none() -> None:
    one = an_account(custom_roles=1).after(MADE)
    another = c.DefineRole(HOUSE, "House", READING)
    one.when(another).then_refused(Refused, "plan")
    an_account(features=()).when(MADE).then_refused(NotAllowed, "not_allowed")


def test_nobody_gives_a_role_more_than_they_have() -> None:
    account = promoted(with_member(an_account(), KARL), KARL, ADMIN).by(acting(KARL))
    high = c.DefineRole(FINANCE, "Finance", {"billing": ("manage",)})
    account.when(high).then_refused(Refused, "privilege_ceiling")
    made = account.by(acting(CLARA)).after(high).by(acting(KARL))
    made.when(c.ChangeRole(FINANCE, name="Money")).then_refused(Refused, "privilege_ceiling")
    made.when(c.RetireRole(FINANCE)).then_refused(Refused, "privilege_ceiling")


def test_a_role_changes_only_in_what_differs() -> None:
    made = an_account().after(MADE)
    changed = made.when(c.ChangeRole(FINANCE, "Money", permissions=READING)).then(
        e.RoleChanged(FINANCE, "Money")
    )
    assert changed.state.roles[FINANCE].version == 2
    changed.when(c.ChangeRole(FINANCE, "Money")).then()
    changed.when(c.ChangeRole(FINANCE, "Member")).then_refused(AlreadyExists, "name")


@pytest.mark.parametrize("role", [OWNER, MEMBER])
def test_built_in_roles_stay_as_they_are(role: RoleId) -> None:
    an_account().when(c.ChangeRole(role, "Boss")).then_refused(Refused, "system_role")
    an_account().when(c.RetireRole(role, MEMBER)).then_refused(Refused, "system_role")


def test_a_role_in_use_is_retired_with_a_place_for_its_people_only() -> None:
    account = promoted(with_member(an_account().after(MADE), KARL), KARL, FINANCE)
    account = account.after(c.ReserveSeat(invitation_of(JONAS), FINANCE))
    account.when(c.RetireRole(FINANCE)).then_refused(Refused, "role_in_use")
    account.when(c.RetireRole(FINANCE, FINANCE)).then_refused(InvalidArgument, "move_to")
    personal = personal_role(HAWTHORNE, KARL)
    clara = tuple(role for role in account.state.members[CLARA].reads if role != FINANCE)
    retired = account.when(c.RetireRole(FINANCE, MEMBER)).then(
        e.MemberReadingChanged(CLARA, (), (FINANCE,), clara),
        e.MemberRoleChanged(KARL, FINANCE, MEMBER, (MEMBER, personal)),
        e.RoleRetired(FINANCE, MEMBER),
    )
    assert retired.state.reserved == {invitation_of(JONAS): MEMBER}
    retired.when(c.RetireRole(FINANCE)).then_refused(NotFound, "role")
