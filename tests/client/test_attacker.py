"""What a member below the owners can reach by statements alone, searched to the end."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator
from uuid import UUID, uuid5

import pytest

from client.crypto.authority import Authority, Device, Member, Policy, Role
from client.crypto.devices import DevicePublic
from client.crypto.errors import CryptoError
from client.crypto.key_effects import take_effect
from client.crypto.key_rules import permitted
from client.crypto.points import new_pair
from client.crypto.role_keys import RoleFacts
from client.crypto.statements import NO_HASH, Field, Statement, View

ACCOUNT = UUID(int=1)
OWNER, ATTACKER, VICTIM, PUPPET = (UUID(int=number) for number in (10, 11, 12, 13))
SECRET_ROLE = uuid5(ACCOUNT, "role:owner")
OWN_ROLE = uuid5(ACCOUNT, "role:member")
DEPTH = 6


def public(user: UUID) -> DevicePublic:
    return DevicePublic(ACCOUNT, user, new_pair().public, new_pair().public)


HONEST = {user: public(user) for user in (OWNER, VICTIM)}
# A hostile server lets the attacker register devices under any name, so he has keys for everybody.
MINTED = {user: public(user) for user in (ATTACKER, VICTIM, PUPPET)}
ATTACKING = public(ATTACKER)


def add_hash(device: DevicePublic) -> bytes:
    return device.id.bytes + bytes(16)


def start(bits: int) -> Authority:
    known = Authority(ACCOUNT, policy=Policy(require_verified=False))
    for device, how in ((HONEST[OWNER], "genesis"), (HONEST[VICTIM], "first"), (ATTACKING, "first")):
        known.devices[device.id] = Device(
            device, how, "authenticator", NO_HASH, add_hash(device), b"", "active"
        )
        known.members[device.user] = Member(0, True, add_hash(device))
    known.members[OWNER].capabilities = 7
    known.members[ATTACKER].capabilities = bits
    for role, users in ((SECRET_ROLE, {OWNER, VICTIM}), (OWN_ROLE, {OWNER, ATTACKER})):
        facts = RoleFacts(ACCOUNT, role, 1, b"", b"", b"")
        known.roles[role] = Role([facts], b"", False, 7 if role == SECRET_ROLE else 0, set(users))
    known.defaults = {(scope, ""): (SECRET_ROLE,) for scope in (ACCOUNT, OWNER)}
    return known


def statement(type_: str, user: UUID, device: UUID, fields: dict[str, Field]) -> Statement:
    return Statement(type_, ACCOUNT, 9, NO_HASH, user, device, 0, View(), fields, b"")


def attempts(known: Authority) -> Iterator[Statement]:
    """Every statement that the attacker can sign: with his own device and with those he minted."""
    everybody = (OWNER, ATTACKER, VICTIM, PUPPET)
    for user, device in MINTED.items():
        added: dict[str, Field] = {
            "user": user,
            "device": device.id,
            "ecdhPublic": device.agreement,
            "ecdsaPublic": device.signing,
            "recoveryHash": NO_HASH,
            "protection": "authenticator",
        }
        for person in (NO_HASH, None):
            added["personCommitment"] = person
            yield statement("device.add", user, device.id, {**added, "how": "first"})
            yield statement("device.add", user, device.id, {**added, "how": "genesis"})
            yield statement("device.add", user, ATTACKING.id, {**added, "how": "device"})
            yield statement("device.add", ATTACKER, ATTACKING.id, {**added, "how": "recovery"})
    for signer in (ATTACKING, *MINTED.values()):
        author, device = signer.user, signer.id
        for user in everybody:
            yield statement("user.remove", author, device, {"user": user, "reason": "removed"})
            yield statement("user.person", author, device, {"user": user, "personCommitment": NO_HASH})
            for bits in (0, 3, 7):
                yield statement("capability.set", author, device, {"user": user, "capabilities": bits})
            for role in (SECRET_ROLE, OWN_ROLE):
                yield statement("role.assign", author, device, {"role": role, "user": user})
                yield statement("role.unassign", author, device, {"role": role, "user": user})
        for target in (*HONEST.values(), ATTACKING, *MINTED.values()):
            fields: dict[str, Field] = {"user": target.user, "device": target.id, "reason": "lost"}
            yield statement("device.revoke", author, device, fields)
            vouch: dict[str, Field] = {"user": target.user, "addHash": add_hash(target)}
            vouch |= {"method": "code", "invite": None}
            yield statement("user.vouch", author, device, vouch)
        for role in (SECRET_ROLE, OWN_ROLE):
            generation = known.roles[role].generation + 1
            made: dict[str, Field] = {"role": role, "generation": generation, "rolePublic": b""}
            made |= {"signPublic": b"", "seedCommitment": b"", "nameCommitment": b""}
            for meant in (0, known.capabilities(author), 7):
                yield statement("role.create", author, device, {**made, "capabilities": meant})
                named: dict[str, Field] = {"role": role, "nameCommitment": NO_HASH, "capabilities": meant}
                yield statement("role.set", author, device, named)
            for scope in (ACCOUNT, OWNER, ATTACKER):
                default: dict[str, Field] = {"scope": scope, "kind": None, "roles": (role,)}
                yield statement("audience.default", author, device, default)


def after(known: Authority, attempt: Statement) -> Authority | None:
    try:
        if not permitted(known, attempt):
            return None
    except CryptoError:
        return None
    changed = copy.deepcopy(known)
    take_effect(changed, attempt)
    if attempt.type == "device.add":
        added = changed.devices[attempt.uuid("device")]
        added.statement_hash = add_hash(added.public)
    return changed


def shape(known: Authority) -> tuple[object, ...]:
    return (
        tuple(sorted((device.int, found.state) for device, found in known.devices.items())),
        tuple(sorted((user.int, m.capabilities, m.vouched_for) for user, m in known.members.items())),
        tuple(
            sorted(
                (
                    role.int,
                    found.generation,
                    found.roll_due,
                    found.capabilities,
                    *sorted(u.int for u in found.assigned),
                )
                for role, found in known.roles.items()
            )
        ),
    )


def harm(known: Authority, bits: int) -> str | None:
    for device in (ATTACKING, *MINTED.values()):
        user = device.user
        if not known.is_active(user, device.id):
            continue
        if known.holds(user, SECRET_ROLE):
            return f"a device of {user} reads the secret role"
        if known.capabilities(user) & ~bits:
            return f"{user} has a bit that the attacker lacked"
    if known.roles[SECRET_ROLE].capabilities != 7 or known.roles[OWN_ROLE].capabilities:
        return "a role means other capabilities than an owner said"
    for owner in (ACCOUNT, OWNER):
        if SECRET_ROLE not in known.default_of(owner, "document"):
            return f"what {owner} writes is for others than before"
    return None


@pytest.mark.parametrize("bits", [0, 1, 2, 3])
def test_no_order_of_statements_gives_more_than_one_had(bits: int) -> None:
    seen = {shape(start(bits))}
    edge = [start(bits)]
    for _ in range(DEPTH):
        beyond: list[Authority] = []
        for known in edge:
            for attempt in attempts(known):
                reached = after(known, attempt)
                if reached is None or shape(reached) in seen:
                    continue
                assert harm(reached, bits) is None, attempt
                seen.add(shape(reached))
                beyond.append(reached)
        edge = beyond
    assert len(seen) > 2


def test_the_search_would_notice_an_owner() -> None:
    """With bit 4 the same statements do reach harm: the search looks at the right things."""
    known = start(7)
    reached = [after(known, attempt) for attempt in attempts(known)]
    further = itertools.chain.from_iterable(
        (after(state, attempt) for attempt in attempts(state)) for state in reached if state
    )
    assert any(state and harm(state, 3) for state in (*reached, *further))
