"""Who may act on whom in the key log, over all capabilities of both: the table of `crypto.md` section 6."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.errors import NotAllowed
from domain.ids import UserId
from domain.vault.key_log import KeyLog
from domain.vault.key_log.state import (
    EVERYTHING,
    MANAGE_CAPABILITIES,
    MANAGE_MEMBERS,
    MANAGE_ROLES,
    Person,
    RoleKey,
)
from domain.vault.statement_types import (
    AccountPolicy,
    AudienceDefault,
    CapabilitySet,
    DeviceRevoke,
    InviteCancel,
    InviteCreate,
    KeyBody,
    RoleAssign,
    RoleCreate,
    RoleRoll,
    Roles,
    RoleSet,
    RoleUnassign,
    UserPerson,
    UserRemove,
)
from tests.support.key_logs import AT, AUTHOR, KEEPER, OTHER, ROLE, ZEROS, decided, device_of, log
from tests.support.key_statements import point
from tests.support.shapes import ACCOUNT, named

# The version of an id says whether anybody may name a role by it.
NEW, SOMEBODYS = (UUID(f"018f0000-0000-{version}000-8000-000000000001") for version in (7, 5))
ALL = range(EVERYTHING + 1)


def accepted(kept: KeyLog, body: KeyBody) -> bool:
    """Whether the author may say this. Any refusal but that for want of authority is a fault of the test."""
    try:
        decided(kept, body)
    except NotAllowed:
        return False
    return True


@dataclass(frozen=True)
class Act:
    """What somebody does to a person."""

    body: Callable[[UserId], KeyBody]

    def on(self, user: UserId) -> KeyBody:
        return self.body(user)


ACTS = {
    "device.revoke": Act(lambda user: DeviceRevoke(user, device_of(user), "lost")),
    "user.remove": Act(lambda user: UserRemove(user, "removed")),
    "role.unassign": Act(lambda user: RoleUnassign(ROLE, user)),
}
# These end nothing of the person, so they ask for no keeper who stays.
NAMING = {"user.person": Act(lambda user: UserPerson(user, ZEROS))}


@pytest.mark.parametrize("act", (ACTS | NAMING).values(), ids=(ACTS | NAMING).keys())
def test_nobody_acts_on_one_who_has_a_capability_that_they_lack(act: Act) -> None:
    for author, other in product(ALL, ALL):
        may = bool(author & MANAGE_MEMBERS) and not other & ~author
        assert accepted(log(author, other), act.on(OTHER)) == may, f"{author} on {other}"
        assert accepted(log(author, other), act.on(AUTHOR)), "everybody may end what is their own"


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS.keys())
def test_the_account_keeps_somebody_who_sets_capabilities(act: Act) -> None:
    alone = log(EVERYTHING, EVERYTHING & ~MANAGE_CAPABILITIES)
    alone = replace(alone, people={user: who for user, who in alone.people.items() if user != KEEPER})
    ends_all = act is not ACTS["role.unassign"]
    assert accepted(alone, act.on(AUTHOR)) != ends_all
    assert accepted(alone, CapabilitySet(AUTHOR, EVERYTHING & ~MANAGE_CAPABILITIES)) is False


def _new_role(role_id: UUID, generation: int = 1, capabilities: int = 0) -> RoleCreate:
    return RoleCreate(role_id, generation, point(5), point(6), ZEROS, ZEROS, capabilities)


# What each statement asks of its author besides an active device, who holds the role or does not.
NEEDS: dict[str, tuple[KeyBody, Callable[[int, bool], bool]]] = {
    "capability.set": (CapabilitySet(OTHER, 7), lambda bits, _: bool(bits & MANAGE_CAPABILITIES)),
    "role.create": (
        _new_role(NEW),
        lambda bits, _: bool(bits & MANAGE_ROLES),
    ),
    "role.create of somebody's own": (
        _new_role(SOMEBODYS),
        lambda _bits, _: False,
    ),
    "role.create again": (
        _new_role(ROLE, 2),
        lambda bits, holds: bits & (MANAGE_ROLES | MANAGE_CAPABILITIES) == 6 and holds,
    ),
    "role.create with a capability": (
        _new_role(NEW, capabilities=MANAGE_MEMBERS),
        lambda bits, _: bits == EVERYTHING,
    ),
    "role.create with another": (
        _new_role(NEW, capabilities=MANAGE_ROLES),
        lambda bits, _: bits & (MANAGE_ROLES | MANAGE_CAPABILITIES) == 6,
    ),
    "role.set": (RoleSet(ROLE, ZEROS, 0), lambda bits, _: bool(bits & MANAGE_ROLES)),
    "role.set with a capability": (RoleSet(ROLE, ZEROS, MANAGE_MEMBERS), lambda bits, _: bits == EVERYTHING),
    "audience.default, the first of the account": (
        AudienceDefault(ACCOUNT, "task", Roles((ROLE,))),
        lambda bits, _: bits & (MANAGE_ROLES | MANAGE_CAPABILITIES) == 6,
    ),
    "audience.default of a person": (AudienceDefault(AUTHOR, None, Roles((ROLE,))), lambda _bits, _: True),
    "audience.default of another": (AudienceDefault(OTHER, None, Roles((ROLE,))), lambda _bits, _: False),
    "user.person of another": (UserPerson(OTHER, ZEROS), lambda bits, _: bool(bits & MANAGE_MEMBERS)),
    "user.person": (UserPerson(AUTHOR, ZEROS), lambda _bits, _: True),
    "role.assign": (RoleAssign(ROLE, OTHER), lambda bits, holds: bool(bits & MANAGE_MEMBERS) and holds),
    "role.roll": (
        RoleRoll(ROLE, 2, point(5), point(6), ZEROS, point(3), "scheduled"),
        lambda bits, holds: bool(bits & MANAGE_ROLES) and holds,
    ),
    "invite.create": (
        InviteCreate(named("invite"), ROLE, ROLE, 1, AT + 1000, ZEROS),
        lambda bits, holds: bool(bits & MANAGE_MEMBERS) and holds,
    ),
    "account.policy": (
        AccountPolicy(1, 1, 1, 0, 1, 1, 0),
        lambda bits, _: bool(bits & MANAGE_CAPABILITIES),
    ),
}


@pytest.mark.parametrize("name", NEEDS)
def test_a_statement_asks_for_exactly_its_capabilities_and_its_role(name: str) -> None:
    body, may = NEEDS[name]
    for bits, holds in product(ALL, (True, False)):
        kept = log(bits, holders=(AUTHOR, KEEPER) if holds else (KEEPER,))
        assert accepted(kept, body) == may(bits, holds), f"with {bits}, {holds}"


def test_an_invitation_is_cancelled_by_who_manages_members() -> None:
    for bits in ALL:
        body = InviteCreate(named("invite"), ROLE, ROLE, 1, AT + 1000, ZEROS)
        invited = decided(log(bits | MANAGE_MEMBERS), body)
        people = {**invited.people, AUTHOR: Person(bits, verified=True)}
        assert accepted(replace(invited, people=people), InviteCancel(named("invite"))) == bool(
            bits & MANAGE_MEMBERS
        )


def test_a_device_that_waits_or_was_revoked_says_nothing() -> None:
    kept = log(EVERYTHING)
    for state in ("waiting", "revoked"):
        devices = {
            id: replace(device, state=state) if device.user_id == AUTHOR else device
            for id, device in kept.devices.items()
        }
        assert not accepted(replace(kept, devices=devices), RoleSet(ROLE, ZEROS, 0))


def test_who_reads_by_a_default_of_the_account_may_change_it_and_nobody_else_without_bit_4() -> None:
    """The one in force for the kind counts, be it that of every kind."""
    by_keeper = AudienceDefault(ACCOUNT, None, Roles((ROLE,)))
    for bits, holds in product(ALL, (True, False)):
        kept = log(bits, holders=(AUTHOR, KEEPER) if holds else (KEEPER,))
        kept = decided(kept, by_keeper, by=KEEPER)
        other = AudienceDefault(ACCOUNT, "task", Roles((ROLE,)))
        may = bool(bits & MANAGE_ROLES) and (holds or bool(bits & MANAGE_CAPABILITIES))
        assert accepted(kept, other) == may, f"with {bits}, {holds}"


def test_a_default_that_ends_gives_way_to_that_of_every_kind() -> None:
    other = RoleKey(1, point(5), point(6), ZEROS, personal=False, assigned=frozenset({AUTHOR}))
    kept = replace(log(), roles={**log().roles, NEW: other})
    for kind, roles in ((None, (ROLE,)), ("task", (NEW,))):
        kept = decided(kept, AudienceDefault(ACCOUNT, kind, Roles(roles)))
    assert (kept.default_for("task"), kept.default_for("contact")) == ((NEW,), (ROLE,))
    ended = decided(kept, AudienceDefault(ACCOUNT, "task", None))
    assert (ended.default_for("task"), ended.default_for("contact")) == ((ROLE,), (ROLE,))
    assert decided(ended, AudienceDefault(ACCOUNT, None, None)).default_for("task") == ()
