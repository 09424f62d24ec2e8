"""A client decides on key statements as the server does: the tables of its tests, asked of the replay."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from msgspec.structs import replace

from domain.vault.key_log.state import EVERYTHING, MANAGE_CAPABILITIES, MANAGE_MEMBERS, MANAGE_ROLES
from domain.vault.statement_types import (
    AudienceDefault,
    CapabilitySet,
    DeviceRevoke,
    InviteCancel,
    KeyBody,
    RoleAssign,
    RoleCreate,
    Roles,
    RoleSet,
    UserRemove,
)
from tests.domain.vault.test_key_authority import ACTS, ALL, NAMING, NEEDS, Act
from tests.domain.vault.test_key_log_refusals import (
    FINE,
    INVITE,
    NEW,
    REFUSED,
    waiting,
    with_device,
    with_role,
    without_devices,
)
from tests.support.key_logs import AUTHOR, KEEPER, OTHER, ROLE, ZEROS, device_of, log
from tests.support.key_statements import point
from tests.support.replayed import client_accepts
from tests.support.shapes import ACCOUNT

# Limits, and statements that would change nothing: the server refuses them, and a replay is not harmed.
BY_THE_SERVER_ALONE = {
    "the end of a device twice",
    "a vouch by an invitation that is unknown",
    "a removal for another reason",
    "a removal of one without a device",
    "a capability for one without a device",
    "a role that somebody has",
    "a role taken from one who has it not",
    "an invitation for an older custodian",
    "an invitation while the custodian is to be renewed",
    "an invitation that is over",
    "an invitation for too long",
    "an invitation too many",
    "the end of an invitation that is unknown",
    "the end of an invitation twice",
}


@pytest.mark.parametrize("name", FINE)
def test_what_the_server_takes_is_valid(name: str) -> None:
    assert client_accepts(*FINE[name])


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_server_refuses_is_invalid(name: str) -> None:
    said, _ = REFUSED[name]
    assert client_accepts(*said) == (name in BY_THE_SERVER_ALONE)


@pytest.mark.parametrize("act", (ACTS | NAMING).values(), ids=(ACTS | NAMING).keys())
def test_nobody_acts_on_one_who_has_a_capability_that_they_lack(act: Act) -> None:
    for author, other in product(ALL, ALL):
        may = bool(author & MANAGE_MEMBERS) and not other & ~author
        assert client_accepts(log(author, other), act.on(OTHER)) == may, f"{author} on {other}"
        assert client_accepts(log(author, other), act.on(AUTHOR))


@pytest.mark.parametrize(("body", "needs"), NEEDS.values(), ids=NEEDS.keys())
def test_a_statement_asks_for_capabilities_and_a_role(
    body: KeyBody, needs: Callable[[int, bool], bool]
) -> None:
    for bits, holds in product(ALL, (True, False)):
        kept = log(bits, holders=(AUTHOR, KEEPER) if holds else (KEEPER,))
        assert client_accepts(kept, body) == needs(bits, holds), f"{bits}, {holds}"


@pytest.mark.parametrize("device_of_author", ["waiting", "revoked", "of another"])
def test_only_an_active_device_of_its_author_signs(device_of_author: str) -> None:
    kept, body = log(), RoleSet(ROLE, ZEROS, 0)
    assert client_accepts(kept, body)
    if device_of_author == "of another":
        assert not client_accepts(kept, body, AUTHOR, device_of(OTHER))
    else:
        assert not client_accepts(with_device(kept, AUTHOR, state=device_of_author), body)


def test_an_invitation_is_cancelled_by_who_manages_members() -> None:
    for bits in ALL:
        kept = replace(log(bits), invites=waiting().invites)
        assert client_accepts(kept, InviteCancel(INVITE)) == bool(bits & MANAGE_MEMBERS)


def test_an_account_keeps_one_with_a_device_who_sets_capabilities() -> None:
    alone = without_devices(log(EVERYTHING, EVERYTHING & ~MANAGE_CAPABILITIES), KEEPER)
    fewer = CapabilitySet(AUTHOR, EVERYTHING & ~MANAGE_CAPABILITIES)
    for body in (UserRemove(AUTHOR, "left"), DeviceRevoke(AUTHOR, device_of(AUTHOR), "lost"), fewer):
        assert client_accepts(log(), body)
        assert not client_accepts(alone, body)


def test_who_reads_by_the_default_in_force_for_a_kind_may_change_it() -> None:
    theirs = with_role(log(MANAGE_ROLES, holders=(AUTHOR,)), NEW, assigned=frozenset({KEEPER}))
    every = replace(theirs, defaults={"": (ROLE,)})
    tasks = replace(theirs, defaults={"": (ROLE,), "task": (NEW,)})
    of_tasks = AudienceDefault(ACCOUNT, "task", Roles((ROLE,)))
    assert client_accepts(every, of_tasks)
    assert not client_accepts(tasks, of_tasks)
    assert client_accepts(tasks, AudienceDefault(ACCOUNT, "contact", Roles((ROLE,))))
    assert not client_accepts(theirs, of_tasks), "nobody reads by a default that there is not"


def test_a_role_that_only_lost_devices_hold_is_made_anew_by_an_owner() -> None:
    body = RoleCreate(ROLE, 2, point(11), point(12), ZEROS, ZEROS, 0)
    assert not client_accepts(log(holders=(OTHER,)), body)
    assert client_accepts(without_devices(log(holders=(OTHER,)), OTHER), body)


def test_somebody_whose_devices_are_lost_gives_a_role_to_nobody() -> None:
    held = log(holders=(OTHER,))
    assert not client_accepts(held, RoleAssign(ROLE, KEEPER))
    assert client_accepts(log(), RoleAssign(ROLE, KEEPER))
