"""When a key statement is accepted: the table of `crypto.md` section 6.

Clients replay the same table. Where it leaves a statement without any effect (to take a role from one who
does not have it), a client lets it pass and the server refuses it, so that no log holds any.
"""

from __future__ import annotations

from uuid import UUID

from domain.errors import Full, NotAllowed, Refused
from domain.ids import personal_role
from domain.vault.encoding import device_id, malformed
from domain.vault.key_log.state import (
    EVERYTHING,
    MANAGE_CAPABILITIES,
    MANAGE_MEMBERS,
    MANAGE_ROLES,
    MOST_DEVICES,
    MOST_OPEN_INVITES,
    KeyLog,
    no_authority,
)
from domain.vault.statement_types import (
    AccountPolicy,
    AudienceDefault,
    CapabilitySet,
    DeviceAdd,
    DeviceRevoke,
    Header,
    InviteCancel,
    InviteCreate,
    RoleAssign,
    RoleCreate,
    RoleRoll,
    RoleSet,
    RoleUnassign,
    UserPerson,
    UserRemove,
    UserVouch,
)
from domain.vault.statements import Statement

MONTH = 30 * 86_400_000
_MOST_GENERATIONS = 2**31


def check_statement(log: KeyLog, statement: Statement) -> None:
    """Refuse unless its author may make this statement here. Signatures and the chain are checked before."""
    header, body = statement.header, statement.body
    author = header.user_id
    match body:
        case DeviceAdd():
            _device_add(log, header, body)
        case DeviceRevoke():
            _device_revoke(log, author, body)
        case UserVouch():
            _user_vouch(log, header, body)
        case UserPerson():
            _user_person(log, author, body)
        case UserRemove():
            _user_remove(log, author, body)
        case CapabilitySet():
            _capability_set(log, author, body)
        case RoleCreate():
            _role_create(log, author, body)
        case RoleSet():
            _role_set(log, author, body)
        case AudienceDefault():
            _audience_default(log, author, body)
        case RoleAssign():
            _role_assign(log, author, body)
        case RoleUnassign():
            _role_unassign(log, author, body)
        case RoleRoll():
            _role_roll(log, author, body)
        case InviteCreate():
            _invite_create(log, header, body)
        case InviteCancel():
            _may(log, author, MANAGE_MEMBERS)
            invite = log.invites.get(body.invite_id)
            if invite is None or invite.state != "waiting":
                raise malformed("the invitation is not open")
        case AccountPolicy():
            _account_policy(log, author, body)
        case _:
            raise malformed("it does not belong into the key log")


def _may(log: KeyLog, author: UUID, bits: int) -> None:
    if not log.may(author, bits):
        raise no_authority("You may not do this with the keys of this account.")


def _must_keep_somebody(kept: bool) -> None:
    if not kept:
        raise NotAllowed("The account needs at least one person who can manage it.", reason="no_authority")


def _device_add(log: KeyLog, header: Header, body: DeviceAdd) -> None:
    own_id = device_id(log.account_id, body.user_id, body.agreement, body.signing)
    if body.device_id != own_id or body.device_id in log.devices:
        raise malformed("the device id does not fit or was seen before")
    if body.how not in ("genesis", "first", "device", "recovery"):
        raise malformed("how the device is added is unknown")
    if body.protection not in ("authenticator", "passphrase"):
        raise malformed("how the device keeps its keys is unknown")
    if header.user_id != body.user_id:
        raise no_authority("A device is added by its own user.")
    if body.protection == "passphrase" and log.policy.require_authenticators:
        raise no_authority("This account asks for a passkey that can unlock.")
    adds_itself = header.device_id == body.device_id
    match body.how:
        case "genesis":
            if header.seq != 0 or not adds_itself:
                raise no_authority("This account has its first device already.")
        case "first":
            if header.seq == 0 or not adds_itself or log.active_devices(body.user_id):
                raise no_authority("One of your devices has to add this one.")
        case _:
            if not log.is_active(header.user_id, header.device_id):
                raise no_authority("This device is not active.")
            if len(log.active_devices(body.user_id)) >= MOST_DEVICES:
                raise Refused("At most 16 devices per person.", reason="device_limit")


def _device_revoke(log: KeyLog, author: UUID, body: DeviceRevoke) -> None:
    device = log.devices.get(body.device_id)
    if device is None or device.user_id != body.user_id or device.state == "revoked":
        raise malformed("there is no such device")
    if author != body.user_id and not log.may_act_on(author, body.user_id):
        raise no_authority("You may not revoke a device of this person.")
    is_last = device.state == "active" and len(log.active_devices(body.user_id)) == 1
    _must_keep_somebody(not is_last or log.keeper_without(body.user_id))


def _user_vouch(log: KeyLog, header: Header, body: UserVouch) -> None:
    if body.method not in ("pairing", "code", "unverified"):
        raise malformed("the method of the vouch is unknown")
    _may(log, header.user_id, MANAGE_MEMBERS)
    invite = log.invites.get(body.invite_id) if body.invite_id else None
    if body.invite_id is not None and invite is None:
        raise malformed("there is no such invitation")
    if body.method == "pairing" and (
        invite is None or not log.is_open(invite, header.created_at, header.user_id)
    ):
        raise no_authority("This invitation is not open any more.")
    if log.active_devices(body.user_id):
        if log.people[body.user_id].vouched_for != body.device_add:
            raise no_authority("This person has a device already.")
        return
    waiting = any(
        device.user_id == body.user_id
        and device.state == "waiting"
        and device.how == "first"
        and device.added_by == body.device_add
        for device in log.devices.values()
    )
    if not waiting:
        raise malformed("no device waits for this vouch")


def _user_person(log: KeyLog, author: UUID, body: UserPerson) -> None:
    if not log.active_devices(body.user_id):
        raise malformed("this person has no active device")
    if author != body.user_id and not log.may_act_on(author, body.user_id):
        raise no_authority("You may not name this person.")


def _user_remove(log: KeyLog, author: UUID, body: UserRemove) -> None:
    if body.reason not in ("removed", "left", "lost-keys"):
        raise malformed("the reason is unknown")
    known = any(
        device.user_id == body.user_id and device.state != "revoked" for device in log.devices.values()
    )
    if not known:
        raise malformed("this person has no device")
    if author != body.user_id and not log.may_act_on(author, body.user_id):
        raise no_authority("You may not remove this person.")
    _must_keep_somebody(log.keeper_without(body.user_id))


def _capability_set(log: KeyLog, author: UUID, body: CapabilitySet) -> None:
    if body.bits > EVERYTHING:
        raise malformed("a capability is unknown")
    _may(log, author, MANAGE_CAPABILITIES)
    if not log.active_devices(body.user_id):
        raise malformed("this person has no active device")
    _must_keep_somebody(bool(body.bits & MANAGE_CAPABILITIES) or log.keeper_without(body.user_id))


def _role_create(log: KeyLog, author: UUID, body: RoleCreate) -> None:
    own = log.is_personal_of(body.role_id, author)
    role = log.roles.get(body.role_id)
    if body.capabilities:
        _may_mean(log, author, body.capabilities, personal=own)
    if role is not None:
        if body.generation != role.generation + 1 or body.generation > _MOST_GENERATIONS:
            raise malformed("its generation does not follow")
        if role.personal:
            if not own:
                raise no_authority("This role belongs to somebody else.")
            return
        _may(log, author, MANAGE_ROLES | MANAGE_CAPABILITIES)
        if log.holders(body.role_id) and not log.holds(author, body.role_id):
            raise no_authority("A role with holders is restarted by one of them.")
        return
    if body.generation != 1:
        raise malformed("its generation does not follow")
    if own:
        if not log.policy.allow_personal_roles:
            raise Refused("This account has switched private items off.", reason="personal_roles_off")
        return
    _may(log, author, MANAGE_ROLES)
    # A version 5 id that is neither is somebody's personal role, or would shadow one.
    if body.role_id.bytes[6] >> 4 == 5 and not log.is_built_in(body.role_id):
        raise no_authority("This role belongs to somebody else.")


def _role_set(log: KeyLog, author: UUID, body: RoleSet) -> None:
    _may(log, author, MANAGE_ROLES)
    role = log.roles.get(body.role_id)
    if role is None:
        raise malformed("the role has no key")
    if body.capabilities != role.capabilities:
        _may_mean(log, author, body.capabilities, personal=role.personal)


def _may_mean(log: KeyLog, author: UUID, bits: int, *, personal: bool) -> None:
    """Whether this person may say that the members of a role are meant to have these capabilities."""
    if bits > EVERYTHING:
        raise malformed("a capability is unknown")
    if personal:
        raise malformed("a personal role has no capabilities")
    _may(log, author, MANAGE_CAPABILITIES | bits)


def _audience_default(log: KeyLog, author: UUID, body: AudienceDefault) -> None:
    roles = body.roles or ()
    if any(role_id not in log.roles for role_id in roles):
        raise malformed("a role of it has no key")
    personal = any(log.roles[role_id].personal for role_id in roles)
    if body.scope == log.account_id:
        _may(log, author, MANAGE_ROLES)
        reads = any(log.holds(author, role_id) for role_id in log.default_for(body.kind or ""))
        if not reads and not log.may(author, MANAGE_CAPABILITIES):
            raise no_authority("You read nothing of what is written by this default.")
        if personal:
            raise malformed("a personal role is nobody else's default")
        return
    if body.scope != author:
        raise no_authority("Everybody chooses their own default.")
    if personal and set(roles) != {personal_role(log.account_id, author)}:
        raise malformed("a personal role is the own one and stands alone")


def _role_assign(log: KeyLog, author: UUID, body: RoleAssign) -> None:
    _may(log, author, MANAGE_MEMBERS)
    role = log.roles.get(body.role_id)
    if role is None or not log.holds(author, body.role_id):
        raise no_authority("You do not hold this role's key.")
    if role.personal:
        raise no_authority("A personal role belongs to one person.")
    if body.user_id in role.assigned:
        raise malformed("this person has the role already")
    if not log.active_devices(body.user_id):
        raise malformed("this person has no active device")
    if log.policy.require_verified and not log.people[body.user_id].verified:
        raise no_authority("This person has to be verified first.")


def _role_unassign(log: KeyLog, author: UUID, body: RoleUnassign) -> None:
    role = log.roles.get(body.role_id)
    if role is None or body.user_id not in role.assigned:
        raise malformed("this person does not have the role")
    if author != body.user_id and not log.may_act_on(author, body.user_id):
        raise no_authority("You may not take a role from this person.")


def _role_roll(log: KeyLog, author: UUID, body: RoleRoll) -> None:
    role = log.roles.get(body.role_id)
    if role is None:
        raise malformed("the role has no key")
    if not log.holds(author, body.role_id):
        raise no_authority("You do not hold this role's key.")
    if not role.roll_due and not log.may(author, MANAGE_ROLES):
        raise no_authority("This role's key is not due to be renewed.")
    if body.generation != role.generation + 1 or body.generation > _MOST_GENERATIONS:
        raise malformed("its generation does not follow")
    if body.old_public != role.public:
        raise malformed("it ends another key")


def _invite_create(log: KeyLog, header: Header, body: InviteCreate) -> None:
    _may(log, header.user_id, MANAGE_MEMBERS)
    if body.invite_id in log.invites:
        raise malformed("its id was seen before")
    for role_id in (body.role_id, body.custodian_role_id):
        if not log.holds(header.user_id, role_id):
            raise NotAllowed("You do not hold this role's key.", reason="not_holder", role_id=str(role_id))
    custodian = log.roles[body.custodian_role_id]
    if custodian.generation != body.custodian_generation:
        raise malformed("the generation of the custodian role is another")
    if custodian.roll_due:
        raise Refused("This role's key must be renewed first.", reason="roll_due")
    if not header.created_at < body.expires_at <= header.created_at + MONTH + 600_000:
        raise malformed("it ends too late or has ended")
    still_open = sum(
        1
        for invite in log.invites.values()
        if invite.state == "waiting" and invite.expires_at > header.created_at
    )
    if still_open >= MOST_OPEN_INVITES:
        raise Full("At most 200 invitations may be open.", reason="invitation_limit")


def _account_policy(log: KeyLog, author: UUID, body: AccountPolicy) -> None:
    _may(log, author, MANAGE_CAPABILITIES)
    if body.lowest_suite != 1:
        raise malformed("the suite is unknown")
    flags = (
        body.require_verified,
        body.require_authenticators,
        body.allow_cache,
        body.allow_personal_roles,
        body.let_in_by_itself,
    )
    if max(flags) > 1:
        raise malformed("a flag is neither 0 nor 1")
    if body.version <= log.policy.version:
        raise malformed("the version of the policy only grows")
