"""What no key statement may say, one line for each; and what stands just within the rules."""

from __future__ import annotations

from dataclasses import replace as replace_body
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.errors import Refused
from domain.ids import UserId, personal_role
from domain.vault.encoding import device_id
from domain.vault.key_log import KeyLog
from domain.vault.key_log.rules import MONTH
from domain.vault.key_log.state import (
    MANAGE_ROLES,
    MOST_DEVICES,
    MOST_OPEN_INVITES,
    DeviceKeys,
    Invite,
    Person,
    Policy,
    RoleKey,
)
from domain.vault.statement_types import (
    AccountPolicy,
    AudienceDefault,
    CapabilitySet,
    DeviceAdd,
    DeviceRevoke,
    Hash,
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
    UserVouch,
)
from tests.support.key_logs import AT, AUTHOR, KEEPER, OTHER, ROLE, ZEROS, added, decided, device_of, log
from tests.support.key_statements import point
from tests.support.shapes import ACCOUNT, named

NEWCOMER = UserId(named("newcomer"))
NEW = UUID("018f0000-0000-7000-8000-000000000001")
INVITE = named("invite")
OWN = personal_role(ACCOUNT, AUTHOR)


def waiting() -> KeyLog:
    """Somebody new waits for a vouch, with an invitation."""
    kept = log()
    device = DeviceKeys(NEWCOMER, point(7), point(8), "first", added(NEWCOMER), "waiting")
    return replace(
        kept,
        devices={**kept.devices, device_of(NEWCOMER): device},
        people={**kept.people, NEWCOMER: Person()},
        invites={INVITE: Invite(ROLE, ROLE, 1, AT + 1000)},
    )


def with_policy(kept: KeyLog, **changes: bool) -> KeyLog:
    return replace(kept, policy=Policy(version=3, **changes))


def with_role(kept: KeyLog, role_id: UUID = ROLE, **changes: Any) -> KeyLog:
    before = kept.roles.get(role_id, kept.roles[ROLE])
    return replace(kept, roles={**kept.roles, role_id: replace(before, **changes)})


def with_device(kept: KeyLog, user: UserId, **changes: Any) -> KeyLog:
    device = kept.devices[device_of(user)]
    return replace(kept, devices={**kept.devices, device_of(user): replace(device, **changes)})


def without_devices(kept: KeyLog, user: UserId) -> KeyLog:
    return with_device(kept, user, state="revoked")


def with_invite(kept: KeyLog, **changes: Any) -> KeyLog:
    return replace(kept, invites={INVITE: replace(kept.invites[INVITE], **changes)})


def adds(user: UserId = AUTHOR, how: str = "device", **changes: Any) -> DeviceAdd:
    agreement, signing = point(9), point(10)
    id = device_id(ACCOUNT, user, agreement, signing)
    members: dict[str, Any] = {"device_id": id, "protection": "authenticator"} | changes
    return DeviceAdd(
        user_id=user,
        agreement=agreement,
        signing=signing,
        how=how,
        recovery_hash=ZEROS,
        person_commitment=ZEROS if how in ("genesis", "first") else None,
        **members,
    )


def vouches(method: str = "code", invite: UUID | None = None, user: UserId = NEWCOMER) -> UserVouch:
    return UserVouch(user, added(user), method, invite)


def creates(role_id: UUID = NEW, generation: int = 1) -> RoleCreate:
    return RoleCreate(role_id, generation, point(11), point(12), ZEROS, ZEROS, 0)


def rolls(generation: int = 2, old: int = 3, role_id: UUID = ROLE) -> RoleRoll:
    return RoleRoll(role_id, generation, point(11), point(12), ZEROS, point(old), "scheduled")


def invites(id: UUID = NEW, generation: int = 1, ends: int = 1000, role_id: UUID = ROLE) -> InviteCreate:
    return InviteCreate(id, role_id, ROLE, generation, AT + ends, ZEROS)


def policy(version: int = 4, suite: int = 1) -> AccountPolicy:
    return AccountPolicy(version, suite, 1, 0, 1, 1, 0)


def many_devices(count: int) -> KeyLog:
    kept = log()
    device = kept.devices[device_of(AUTHOR)]
    return replace(kept, devices={**kept.devices, **{named(f"device {n}"): device for n in range(count - 1)}})


def many_invites(count: int) -> KeyLog:
    kept = waiting()
    return replace(kept, invites={named(f"invite {n}"): kept.invites[INVITE] for n in range(count)})


class Said(NamedTuple):
    kept: KeyLog
    body: KeyBody
    by: UserId = AUTHOR
    device: UUID | None = None


def by_itself(kept: KeyLog, body: DeviceAdd, user: UserId | None = None) -> Said:
    return Said(kept, body, user or UserId(body.user_id), body.device_id)


PASSPHRASE = adds(protection="passphrase")
FIRST = adds(NEWCOMER, "first")
STRICT = with_policy(log(), require_authenticators=True)
PAIRED = vouches("pairing", INVITE)
VOUCHED = decided(waiting(), vouches("unverified"))
ANOTHER_ADD = UserVouch(NEWCOMER, Hash(b"\x01" * 32), "code", None)
UNVERIFIED = replace(log(holders=(AUTHOR,)), people={**log().people, OTHER: Person()})
MINE = decided(log(), creates(OWN))
CUSTODIAN_LET_IN = with_role(waiting(), assigned=frozenset({AUTHOR, OTHER}))

ALONE_WITH_TWO = decided(without_devices(log(), KEEPER), adds())

FINE: dict[str, Said] = {
    "a further device": Said(log(), adds()),
    "a recovered device": Said(log(), adds(how="recovery")),
    "a device with a passphrase": Said(log(), PASSPHRASE),
    "a passkey where passkeys are asked for": Said(STRICT, adds()),
    "a first device": by_itself(log(), FIRST),
    "the last of sixteen devices": Said(many_devices(MOST_DEVICES - 1), adds()),
    "one of two devices of the only one who keeps the account": Said(
        ALONE_WITH_TWO, DeviceRevoke(AUTHOR, adds().device_id, "lost")
    ),
    "a vouch by code": Said(waiting(), vouches()),
    "a vouch by an invitation": Said(with_role(waiting(), assigned=frozenset({AUTHOR})), PAIRED),
    "a better vouch": Said(VOUCHED, vouches("code")),
    "a personal role": Said(log(), creates(OWN)),
    "a personal role restarted": Said(MINE, creates(OWN, 2)),
    "a personal role where they are off by now": Said(
        with_policy(MINE, allow_personal_roles=False), creates(OWN, 2)
    ),
    "a role restarted that nobody holds": Said(with_role(log(), assigned=frozenset()), creates(ROLE, 2)),
    "a role for one who is not verified, where that is waived": Said(
        with_policy(UNVERIFIED, require_verified=False), RoleAssign(ROLE, OTHER)
    ),
    "a roll that is due, without a capability": Said(with_role(log(0), roll_due=True), rolls()),
    "an invitation of a month": Said(log(), invites(ends=MONTH + 600_000)),
    "the last of two hundred invitations": Said(many_invites(MOST_OPEN_INVITES - 1), invites()),
    "an invitation among those that are over": Said(
        replace(
            many_invites(MOST_OPEN_INVITES),
            invites={named(f"over {n}"): Invite(ROLE, ROLE, 1, AT) for n in range(MOST_OPEN_INVITES)},
        ),
        invites(),
    ),
    "another policy": Said(with_policy(log()), policy()),
    "a default for oneself alone": Said(MINE, AudienceDefault(AUTHOR, "task", Roles((OWN,)))),
    "a name for a role of one's own": Said(MINE, RoleSet(OWN, ZEROS, 0)),
}

REFUSED: dict[str, tuple[Said, str]] = {
    "a device with an id of other keys": (Said(log(), adds(device_id=NEW)), "statement_invalid"),
    "a device that was there before": (
        Said(
            replace(log(), devices={**log().devices, adds().device_id: log().devices[device_of(AUTHOR)]}),
            adds(),
        ),
        "statement_invalid",
    ),
    "a device added in another way": (Said(log(), adds(how="magic")), "statement_invalid"),
    "a device protected otherwise": (Said(log(), adds(protection="hope")), "statement_invalid"),
    "a device for somebody else": (Said(log(), adds(OTHER)), "no_authority"),
    "a passphrase where passkeys are asked for": (Said(STRICT, PASSPHRASE), "no_authority"),
    "a second beginning": (by_itself(log(), adds(NEWCOMER, "genesis")), "no_authority"),
    "a first device of one who has some": (by_itself(log(), adds(AUTHOR, "first")), "no_authority"),
    "a first device at the very beginning": (
        by_itself(KeyLog(ACCOUNT), FIRST),
        "no_authority",
    ),
    "a first device that another adds": (
        Said(without_devices(log(), AUTHOR), adds(AUTHOR, "first"), AUTHOR, device_of(AUTHOR)),
        "no_authority",
    ),
    "a seventeenth device": (Said(many_devices(MOST_DEVICES), adds()), "device_limit"),
    "the end of a device that is unknown": (
        Said(log(), DeviceRevoke(OTHER, NEW, "lost")),
        "statement_invalid",
    ),
    "the end of a device by another's name": (
        Said(log(), DeviceRevoke(AUTHOR, device_of(OTHER), "lost")),
        "statement_invalid",
    ),
    "the end of a device twice": (
        Said(without_devices(log(), OTHER), DeviceRevoke(OTHER, device_of(OTHER), "lost")),
        "statement_invalid",
    ),
    "a vouch of another method": (Said(waiting(), vouches("trust")), "statement_invalid"),
    "a vouch without the capability": (
        Said(replace(waiting(), people={**waiting().people, AUTHOR: Person(MANAGE_ROLES)}), vouches()),
        "no_authority",
    ),
    "a vouch by an invitation that is unknown": (
        Said(waiting(), vouches("code", NEW)),
        "statement_invalid",
    ),
    "a pairing without an invitation": (Said(waiting(), vouches("pairing")), "no_authority"),
    "a pairing by an invitation that was used": (
        Said(with_invite(CUSTODIAN_LET_IN, state="used"), PAIRED),
        "no_authority",
    ),
    "a pairing by one that is over": (
        Said(with_invite(CUSTODIAN_LET_IN, expires_at=AT - 1), PAIRED),
        "no_authority",
    ),
    "a pairing by one of an older custodian": (
        Said(with_role(waiting(), generation=2, assigned=frozenset({AUTHOR})), PAIRED),
        "no_authority",
    ),
    "a pairing while the custodian is to be renewed": (
        Said(with_role(waiting(), roll_due=True, assigned=frozenset({AUTHOR})), PAIRED),
        "no_authority",
    ),
    "a pairing by one who does not hold the custodian": (
        Said(with_role(waiting(), assigned=frozenset({KEEPER})), PAIRED),
        "no_authority",
    ),
    "a pairing whose secret one knows who may not vouch": (Said(CUSTODIAN_LET_IN, PAIRED), "no_authority"),
    "a vouch for another device than the one in force": (Said(VOUCHED, ANOTHER_ADD), "no_authority"),
    "a vouch for a device that does not wait": (Said(waiting(), ANOTHER_ADD), "statement_invalid"),
    "a vouch for a device that was revoked": (
        Said(with_device(waiting(), NEWCOMER, state="revoked"), vouches()),
        "statement_invalid",
    ),
    "a removal for another reason": (Said(log(), UserRemove(OTHER, "why not")), "statement_invalid"),
    "a removal of one without a device": (
        Said(without_devices(log(), OTHER), UserRemove(OTHER, "removed")),
        "statement_invalid",
    ),
    "a capability that there is none of": (Said(log(), CapabilitySet(OTHER, 8)), "statement_invalid"),
    "a capability for one without a device": (
        Said(without_devices(log(), OTHER), CapabilitySet(OTHER, 1)),
        "statement_invalid",
    ),
    "a role that begins in the middle": (Said(log(), creates(generation=2)), "statement_invalid"),
    "a role that begins again where it began": (Said(log(), creates(ROLE, 1)), "statement_invalid"),
    "a personal role where they are off": (
        Said(with_policy(log(), allow_personal_roles=False), creates(OWN)),
        "personal_roles_off",
    ),
    "the personal role of another": (
        Said(MINE, creates(OWN, 2), KEEPER),
        "no_authority",
    ),
    "the id of the personal role of another": (
        Said(log(), creates(personal_role(ACCOUNT, OTHER))),
        "no_authority",
    ),
    "a name for a role without a key": (Said(log(), RoleSet(NEW, ZEROS, 0)), "statement_invalid"),
    "a personal role for another": (Said(MINE, RoleAssign(OWN, OTHER)), "no_authority"),
    "a role that somebody has": (Said(log(), RoleAssign(ROLE, OTHER)), "statement_invalid"),
    "a role for one without a device": (
        Said(without_devices(log(holders=(AUTHOR,)), OTHER), RoleAssign(ROLE, OTHER)),
        "statement_invalid",
    ),
    "a role for one who is not verified": (Said(UNVERIFIED, RoleAssign(ROLE, OTHER)), "no_authority"),
    "a role taken from one who has it not": (
        Said(log(holders=(AUTHOR,)), RoleUnassign(ROLE, OTHER)),
        "statement_invalid",
    ),
    "a roll of a role without a key": (Said(log(), rolls(role_id=NEW)), "statement_invalid"),
    "a roll that leaves one out": (Said(log(), rolls(generation=3)), "statement_invalid"),
    "a roll of another key": (Said(log(), rolls(old=4)), "statement_invalid"),
    "an invitation twice": (Said(waiting(), invites(INVITE)), "statement_invalid"),
    "an invitation for an older custodian": (Said(log(), invites(generation=2)), "statement_invalid"),
    "an invitation while the custodian is to be renewed": (
        Said(with_role(log(), roll_due=True), invites()),
        "roll_due",
    ),
    "an invitation that is over": (Said(log(), invites(ends=0)), "statement_invalid"),
    "an invitation for too long": (Said(log(), invites(ends=MONTH + 600_001)), "statement_invalid"),
    "an invitation too many": (Said(many_invites(MOST_OPEN_INVITES), invites()), "invitation_limit"),
    "the end of an invitation that is unknown": (Said(log(), InviteCancel(NEW)), "statement_invalid"),
    "the end of an invitation twice": (
        Said(with_invite(waiting(), state="cancelled"), InviteCancel(INVITE)),
        "statement_invalid",
    ),
    "an older policy": (Said(with_policy(log()), policy(version=3)), "statement_invalid"),
    "a policy with a third answer": (
        Said(log(), replace_body(policy(), let_in_by_itself=2)),
        "statement_invalid",
    ),
    "a role with a capability that there is not": (
        Said(log(), replace_body(creates(), capabilities=8)),
        "statement_invalid",
    ),
    "a personal role with a capability": (
        Said(log(), replace_body(creates(OWN), capabilities=1)),
        "statement_invalid",
    ),
    "a capability for a personal role": (Said(MINE, RoleSet(OWN, ZEROS, 1)), "statement_invalid"),
    "a default with a role without a key": (
        Said(log(), AudienceDefault(ACCOUNT, None, Roles((NEW,)))),
        "statement_invalid",
    ),
    "a default of the account with a personal role": (
        Said(MINE, AudienceDefault(ACCOUNT, None, Roles((OWN,)))),
        "statement_invalid",
    ),
    "a default with the own role beside others": (
        Said(MINE, AudienceDefault(AUTHOR, None, Roles(tuple(sorted((OWN, ROLE)))))),
        "statement_invalid",
    ),
    "a default with the personal role of another": (
        Said(MINE, AudienceDefault(OTHER, None, Roles((OWN,))), OTHER),
        "statement_invalid",
    ),
    "a default for another": (Said(log(), AudienceDefault(OTHER, None, None)), "no_authority"),
    "a name for one without a device": (
        Said(without_devices(log(), OTHER), UserPerson(OTHER, ZEROS)),
        "statement_invalid",
    ),
    "a first device that names nobody": (
        by_itself(log(), replace_body(FIRST, person_commitment=None)),
        "statement_invalid",
    ),
    "a further device that names somebody": (
        Said(log(), replace_body(adds(), person_commitment=ZEROS)),
        "statement_invalid",
    ),
    "another suite": (Said(with_policy(log()), policy(suite=2)), "statement_invalid"),
}


@pytest.mark.parametrize("name", FINE)
def test_what_may_be_said_is_taken(name: str) -> None:
    assert decided(*FINE[name]).next_seq == FINE[name].kept.next_seq + 1


@pytest.mark.parametrize("name", REFUSED)
def test_what_may_not_be_said_is_refused(name: str) -> None:
    said, reason = REFUSED[name]
    with pytest.raises(Refused) as refusal:
        decided(*said)
    assert refusal.value.reason == reason


def _roles_due(kept: KeyLog) -> set[UUID]:
    return {role_id for role_id, role in kept.roles.items() if role.roll_due}


@pytest.mark.parametrize(
    "body",
    [
        RoleUnassign(ROLE, OTHER),
        UserRemove(OTHER, "removed"),
        DeviceRevoke(OTHER, device_of(OTHER), "lost"),
    ],
)
def test_who_could_read_for_a_role_is_shut_out_by_a_new_key(body: KeyBody) -> None:
    """Every role that they held is due, and no other."""
    theirs = RoleKey(1, point(5), point(6), ZEROS, personal=False, assigned=frozenset({AUTHOR, KEEPER}))
    kept = replace(log(), roles={**log().roles, NEW: theirs})
    after = decided(kept, body)
    assert _roles_due(after) == {ROLE}
    assert not after.holds(OTHER, ROLE)
    assert _roles_due(decided(after, rolls())) == set()


def test_what_a_role_means_is_what_was_signed_last() -> None:
    meant = decided(log(), replace_body(creates(), capabilities=3))
    assert meant.roles[NEW].capabilities == 3
    assert decided(meant, RoleSet(NEW, ZEROS, 1)).roles[NEW].capabilities == 1
    # They give nothing by themselves.
    assert decided(meant, RoleAssign(NEW, OTHER)).capabilities(OTHER) == 0


def test_a_role_stays_known_as_one_that_was_restarted() -> None:
    """Writers leave it without wraps until their person agrees, whatever its holders roll."""
    begun = decided(log(), creates())
    assert not begun.roles[NEW].restarted
    again = decided(begun, creates(generation=2))
    assert again.roles[NEW].restarted
    due = with_role(again, NEW, roll_due=True)
    assert decided(due, rolls(3, 11, NEW)).roles[NEW].restarted


def test_one_of_two_devices_that_is_lost_makes_the_roles_due_and_takes_none() -> None:
    two = decided(log(), adds())
    after = decided(two, DeviceRevoke(AUTHOR, adds().device_id, "lost"))
    assert _roles_due(after) == {ROLE}
    assert after.holds(AUTHOR, ROLE)


def test_who_is_removed_comes_back_with_nothing() -> None:
    gone = decided(log(other=7), UserRemove(OTHER, "lost-keys"))
    first = adds(OTHER, "first")
    came = decided(gone, first, OTHER, first.device_id)
    back = decided(came, UserVouch(OTHER, Hash(came.devices[first.device_id].added_by), "code", None))
    assert back.capabilities(OTHER) == 0
    assert not back.holds(OTHER, ROLE)
