"""When a key statement is valid: the table of the design, one function per type."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from client.crypto.authority import (
    EVERYTHING,
    MANAGE_CAPABILITIES,
    MANAGE_MEMBERS,
    MANAGE_ROLES,
    MOST_DEVICES,
    Authority,
)
from client.crypto.devices import DevicePublic
from client.crypto.errors import Unimplemented
from client.crypto.statements import Statement

KNOWN_SUITE = 1
_FLAGS = ("requireVerified", "requireAuthenticators", "allowCache", "allowPersonal", "letInByItself")


def permitted(known: Authority, statement: Statement) -> bool:
    """Whether its author may make this statement here. Signatures and the chain are looked at elsewhere."""
    author = statement.author_user
    adds_itself = statement.type == "device.add" and statement.text("how") in ("genesis", "first")
    if not adds_itself and not known.is_active(author, statement.author_device):
        return False
    return _RULES[statement.type](known, statement, author)


def _device_add(known: Authority, statement: Statement, author: UUID) -> bool:
    user, device = statement.uuid("user"), statement.uuid("device")
    names_person = statement.fields["personCommitment"] is not None
    public = DevicePublic(known.account, user, statement.bytes("ecdhPublic"), statement.bytes("ecdsaPublic"))
    how, protection = statement.text("how"), statement.text("protection")
    if how not in ("genesis", "first", "device", "recovery"):
        raise Unimplemented("update the application")
    if protection not in ("authenticator", "passphrase"):
        raise Unimplemented("update the application")
    if public.id != device or device in known.devices or author != user:
        return False
    if names_person != (how in ("genesis", "first")):
        return False
    if protection == "passphrase" and known.policy.require_authenticators:
        return False
    match how:
        case "genesis":
            return statement.seq == 0 and statement.author_device == device
        case "first":
            itself = statement.author_device == device
            return itself and statement.seq > 0 and not known.active_devices(user)
        case _:
            return len(known.active_devices(user)) < MOST_DEVICES


def _device_revoke(known: Authority, statement: Statement, author: UUID) -> bool:
    user, found = statement.uuid("user"), known.devices.get(statement.uuid("device"))
    if found is None or found.public.user != user:
        return False
    if author != user and not known.may_act_on(author, user):
        return False
    last = found.state == "active" and len(known.active_devices(user)) == 1
    return not last or known.keeper_without(user)


def _user_vouch(known: Authority, statement: Statement, author: UUID) -> bool:
    method = statement.text("method")
    if method not in ("pairing", "code", "unverified"):
        raise Unimplemented("update the application")
    if not known.may(author, MANAGE_MEMBERS):
        return False
    if method == "pairing":
        named = statement.fields["invite"]
        invite = known.invites.get(named) if isinstance(named, UUID) else None
        if invite is None or not known.is_open(invite, statement.created_at, author):
            return False
    user, named_add = statement.uuid("user"), statement.bytes("addHash")
    if known.active_devices(user):
        return known.members[user].vouched_for == named_add
    return any(
        device.public.user == user
        and device.state == "waiting"
        and device.how == "first"
        and device.statement_hash == named_add
        for device in known.devices.values()
    )


def _user_person(known: Authority, statement: Statement, author: UUID) -> bool:
    user = statement.uuid("user")
    return bool(known.active_devices(user)) and (author == user or known.may_act_on(author, user))


def _user_remove(known: Authority, statement: Statement, author: UUID) -> bool:
    user = statement.uuid("user")
    if author != user and not known.may_act_on(author, user):
        return False
    return known.keeper_without(user)


def _capability_set(known: Authority, statement: Statement, author: UUID) -> bool:
    if not known.may(author, MANAGE_CAPABILITIES) or statement.number("capabilities") > EVERYTHING:
        return False
    keeps = statement.number("capabilities") & MANAGE_CAPABILITIES
    return bool(keeps) or known.keeper_without(statement.uuid("user"))


def _role_create(known: Authority, statement: Statement, author: UUID) -> bool:
    role, generation = statement.uuid("role"), statement.number("generation")
    own = known.is_personal_of(role, author)
    found = known.roles.get(role)
    if not _may_mean(known, author, role, statement.number("capabilities")):
        return False
    if found is not None:
        if generation != found.generation + 1:
            return False
        if found.personal:
            return own
        alone = not known.holders(role)
        return known.may(author, MANAGE_ROLES | MANAGE_CAPABILITIES) and (alone or known.holds(author, role))
    if generation != 1:
        return False
    if own:
        return known.policy.allow_personal_roles
    # A version 5 id that is neither is somebody's personal role, or would shadow one.
    named = role.bytes[6] >> 4 == 5
    return known.may(author, MANAGE_ROLES) and (not named or known.is_built_in(role))


def _may_mean(known: Authority, author: UUID, role: UUID, capabilities: int) -> bool:
    """Whether the author may say that members of this role are meant to have these capabilities."""
    if capabilities == 0:
        return True
    # The id and not the log: at its creation no replay knows the role yet.
    personal = known.is_personal(role) or known.is_personal_of(role, author)
    return not personal and known.may(author, MANAGE_CAPABILITIES | capabilities)


def _role_set(known: Authority, statement: Statement, author: UUID) -> bool:
    role, capabilities = statement.uuid("role"), statement.number("capabilities")
    found = known.roles.get(role)
    if found is None or not known.may(author, MANAGE_ROLES):
        return False
    if capabilities == found.capabilities:
        return True
    return known.may(author, MANAGE_CAPABILITIES) and _may_mean(known, author, role, capabilities)


def _audience_default(known: Authority, statement: Statement, author: UUID) -> bool:
    scope, kind, roles = statement.uuid("scope"), statement.fields["kind"], statement.roles("roles")
    if not all(role in known.roles for role in roles):
        return False
    if scope == author:
        return known.stands_alone(author, roles)
    if scope != known.account or not known.may(author, MANAGE_ROLES):
        return False
    in_force = known.default_of(scope, kind if isinstance(kind, str) else "")
    governs = known.may(author, MANAGE_CAPABILITIES) or known.holds_one(author, in_force)
    return governs and not any(known.is_personal(role) for role in roles)


def _role_assign(known: Authority, statement: Statement, author: UUID) -> bool:
    role, user = statement.uuid("role"), statement.uuid("user")
    if not known.may(author, MANAGE_MEMBERS) or not known.holds(author, role) or known.roles[role].personal:
        return False
    trusted = known.members[user].verified if user in known.members else False
    return bool(known.active_devices(user)) and (trusted or not known.policy.require_verified)


def _role_unassign(known: Authority, statement: Statement, author: UUID) -> bool:
    user = statement.uuid("user")
    return author == user or known.may_act_on(author, user)


def _role_roll(known: Authority, statement: Statement, author: UUID) -> bool:
    role = known.roles.get(statement.uuid("role"))
    return (
        role is not None
        and known.holds(author, statement.uuid("role"))
        and (role.roll_due or known.may(author, MANAGE_ROLES))
        and statement.number("generation") == role.generation + 1
        and statement.bytes("previousRolePublic") == role.newest.public
    )


def _invite_create(known: Authority, statement: Statement, author: UUID) -> bool:
    return (
        known.may(author, MANAGE_MEMBERS)
        and statement.uuid("invite") not in known.invites
        and known.holds(author, statement.uuid("role"))
        and known.holds(author, statement.uuid("custodianRole"))
    )


def _invite_cancel(known: Authority, statement: Statement, author: UUID) -> bool:
    return known.may(author, MANAGE_MEMBERS)


def _account_policy(known: Authority, statement: Statement, author: UUID) -> bool:
    lowest = statement.number("lowestSuite")
    if not known.may(author, MANAGE_CAPABILITIES) or any(statement.number(flag) > 1 for flag in _FLAGS):
        return False
    if statement.number("version") <= known.policy.version or lowest < known.policy.lowest_suite:
        return False
    # Only who may set the policy can stop everybody until they are updated.
    if lowest > KNOWN_SUITE:
        raise Unimplemented("update the application")
    return True


_RULES: dict[str, Callable[[Authority, Statement, UUID], bool]] = {
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
