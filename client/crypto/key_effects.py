"""What a valid key statement changes: one function per type."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from client.crypto.authority import EVERYTHING, Authority, Device, Invite, Member, Policy, Role
from client.crypto.devices import DevicePublic
from client.crypto.role_keys import RoleFacts
from client.crypto.statements import Statement


def take_effect(known: Authority, statement: Statement) -> None:
    _EFFECTS[statement.type](known, statement)


def _device_add(known: Authority, statement: Statement) -> None:
    user, how = statement.uuid("user"), statement.text("how")
    public = DevicePublic(known.account, user, statement.bytes("ecdhPublic"), statement.bytes("ecdsaPublic"))
    person = statement.bytes("personCommitment") if how in ("genesis", "first") else b""
    known.devices[public.id] = Device(
        public,
        how,
        "authenticator" if statement.text("protection") == "authenticator" else "passphrase",
        statement.bytes("recoveryHash"),
        statement.hash,
        person,
        "waiting" if how == "first" else "active",
    )
    member = known.members.setdefault(user, Member())
    if how == "genesis":
        member.capabilities, member.verified, member.vouched_for = EVERYTHING, True, statement.hash
        member.person = person


def _device_revoke(known: Authority, statement: Statement) -> None:
    user, device = statement.uuid("user"), known.devices[statement.uuid("device")]
    if device.state == "revoked":
        return
    was_active, device.state = device.state == "active", "revoked"
    if was_active and not known.active_devices(user):
        _end(known, user)
        return
    for role in known.roles.values():
        role.roll_due = role.roll_due or user in role.assigned


def _user_vouch(known: Authority, statement: Statement) -> None:
    user, named = statement.uuid("user"), statement.bytes("addHash")
    verified = statement.text("method") in ("pairing", "code")
    invite = statement.fields["invite"]
    if isinstance(invite, UUID) and invite in known.invites:
        known.invites[invite].state = "used"
    member = known.members[user]
    if known.active_devices(user):
        member.verified = member.verified or verified
        return
    for device in known.devices.values():
        if device.statement_hash == named:
            device.state, member.person = "active", device.person
    member.capabilities, member.verified, member.vouched_for = 0, verified, named
    for role in known.roles.values():
        role.assigned.discard(user)


def _user_person(known: Authority, statement: Statement) -> None:
    known.members[statement.uuid("user")].person = statement.bytes("personCommitment")


def _user_remove(known: Authority, statement: Statement) -> None:
    _end(known, statement.uuid("user"))


def _end(known: Authority, user: UUID) -> None:
    """All that a person had in this log ends; whoever holds one of the roles has to roll it."""
    for device in known.devices.values():
        if device.public.user == user:
            device.state = "revoked"
    for role in known.roles.values():
        if user in role.assigned:
            role.assigned.discard(user)
            role.roll_due = True
    if user in known.members:
        known.members[user] = Member()


def _capability_set(known: Authority, statement: Statement) -> None:
    known.members.setdefault(statement.uuid("user"), Member()).capabilities = statement.number("capabilities")


def _role_create(known: Authority, statement: Statement) -> None:
    facts, author = _facts(statement), statement.author_user
    role = known.roles.get(facts.role)
    if role is None:
        personal = known.is_personal_of(facts.role, author)
        role = known.roles[facts.role] = Role([facts], statement.bytes("nameCommitment"), personal)
    else:
        role.generations.append(facts)
        role.name_commitment = statement.bytes("nameCommitment")
        role.restarted, role.roll_due = facts.generation, False
    role.capabilities = statement.number("capabilities")
    role.assigned.add(author)


def _role_set(known: Authority, statement: Statement) -> None:
    role = known.roles[statement.uuid("role")]
    role.name_commitment = statement.bytes("nameCommitment")
    role.capabilities = statement.number("capabilities")


def _audience_default(known: Authority, statement: Statement) -> None:
    kind = statement.fields["kind"]
    place = (statement.uuid("scope"), kind if isinstance(kind, str) else "")
    known.defaults[place] = statement.roles("roles")


def _role_assign(known: Authority, statement: Statement) -> None:
    known.roles[statement.uuid("role")].assigned.add(statement.uuid("user"))


def _role_unassign(known: Authority, statement: Statement) -> None:
    role, user = known.roles.get(statement.uuid("role")), statement.uuid("user")
    if role is not None and user in role.assigned:
        role.assigned.discard(user)
        role.roll_due = True


def _role_roll(known: Authority, statement: Statement) -> None:
    role = known.roles[statement.uuid("role")]
    role.generations.append(_facts(statement))
    role.roll_due = False


def _invite_create(known: Authority, statement: Statement) -> None:
    known.invites[statement.uuid("invite")] = Invite(
        statement.uuid("role"),
        statement.uuid("custodianRole"),
        statement.number("custodianGeneration"),
        statement.number("expiresAt"),
        statement.bytes("boxHash"),
    )


def _invite_cancel(known: Authority, statement: Statement) -> None:
    invite = known.invites.get(statement.uuid("invite"))
    if invite is not None and invite.state == "waiting":
        invite.state = "cancelled"


def _account_policy(known: Authority, statement: Statement) -> None:
    known.policy = Policy(
        statement.number("version"),
        statement.number("lowestSuite"),
        bool(statement.number("requireVerified")),
        bool(statement.number("requireAuthenticators")),
        bool(statement.number("allowCache")),
        bool(statement.number("allowPersonal")),
        bool(statement.number("letInByItself")),
    )


def _facts(statement: Statement) -> RoleFacts:
    return RoleFacts(
        statement.account,
        statement.uuid("role"),
        statement.number("generation"),
        statement.bytes("rolePublic"),
        statement.bytes("signPublic"),
        statement.bytes("seedCommitment"),
    )


_EFFECTS: dict[str, Callable[[Authority, Statement], None]] = {
    "device.add": _device_add,
    "device.revoke": _device_revoke,
    "user.vouch": _user_vouch,
    "user.person": _user_person,
    "user.remove": _user_remove,
    "capability.set": _capability_set,
    "role.create": _role_create,
    "role.set": _role_set,
    "audience.default": _audience_default,
    "role.assign": _role_assign,
    "role.unassign": _role_unassign,
    "role.roll": _role_roll,
    "invite.create": _invite_create,
    "invite.cancel": _invite_cancel,
    "account.policy": _account_policy,
}
