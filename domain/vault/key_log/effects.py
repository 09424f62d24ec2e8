"""What an accepted key statement changes.

A fold is total: what is about something that is not there changes the chain and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar
from uuid import UUID

from msgspec.structs import replace

from domain.vault.encoding import NO_HASH
from domain.vault.key_log.state import EVERYTHING, DeviceKeys, Invite, KeyLog, Person, Policy, RoleKey
from domain.vault.statement_types import (
    KINDS,
    AccountPolicy,
    AudienceDefault,
    CapabilitySet,
    DeviceAdd,
    DeviceRevoke,
    InviteCancel,
    InviteCreate,
    RoleAssign,
    RoleCreate,
    RoleRoll,
    RoleSet,
    RoleUnassign,
    UserRemove,
    UserVouch,
)
from domain.vault.statements import Statement

V = TypeVar("V")


def take_effect(log: KeyLog, statement: Statement) -> KeyLog:
    """The log after this statement; it was accepted, so nothing is checked again."""
    header = statement.header
    log = replace(
        log,
        next_seq=header.seq + 1,
        head=statement.hash,
        fingerprint=statement.hash if header.seq == 0 else log.fingerprint,
    )
    match statement.body:
        case DeviceAdd() as body:
            return _device_add(log, statement, body)
        case DeviceRevoke() as body:
            return _device_revoke(log, body)
        case UserVouch() as body:
            return _user_vouch(log, body)
        case UserRemove() as body:
            return _end(log, body.user_id)
        case CapabilitySet(user_id=user_id, bits=bits):
            person = replace(log.people.get(user_id, Person()), capabilities=bits)
            return replace(log, people=_with(log.people, user_id, person))
        case RoleCreate() as body:
            return _role_create(log, header.user_id, body)
        case RoleSet(role_id=role_id, name_commitment=commitment, capabilities=bits):
            return _role(log, role_id, name_commitment=commitment, capabilities=bits)
        case AudienceDefault() as body:
            return _audience_default(log, body)
        case RoleAssign(role_id=role_id, user_id=user_id):
            return _role(log, role_id, assigned=_assigned(log, role_id) | {user_id})
        case RoleUnassign(role_id=role_id, user_id=user_id):
            return _role(log, role_id, assigned=_assigned(log, role_id) - {user_id}, roll_due=True)
        case RoleRoll() as body:
            return _role(
                log,
                body.role_id,
                generation=body.generation,
                public=body.public,
                sign_public=body.sign_public,
                roll_due=False,
            )
        case InviteCreate() as body:
            invite = Invite(body.role_id, body.custodian_role_id, body.custodian_generation, body.expires_at)
            return replace(log, invites=_with(log.invites, body.invite_id, invite))
        case InviteCancel(invite_id=invite_id):
            return _invite(log, invite_id, "cancelled")
        case AccountPolicy() as body:
            policy = Policy(
                body.version,
                bool(body.require_verified),
                bool(body.require_authenticators),
                bool(body.allow_cache),
                bool(body.allow_personal_roles),
                bool(body.let_in_by_itself),
            )
            return replace(log, policy=policy)
        case _:
            return log


def _device_add(log: KeyLog, statement: Statement, body: DeviceAdd) -> KeyLog:
    device = DeviceKeys(
        body.user_id,
        body.agreement,
        body.signing,
        body.how,
        statement.hash,
        "waiting" if body.how == "first" else "active",
    )
    person = log.people.get(body.user_id, Person())
    if body.how == "genesis":
        person = Person(EVERYTHING, verified=True, vouched_for=statement.hash)
    return replace(
        log,
        devices=_with(log.devices, body.device_id, device),
        people=_with(log.people, body.user_id, person),
    )


def _device_revoke(log: KeyLog, body: DeviceRevoke) -> KeyLog:
    device = log.devices.get(body.device_id)
    if device is None:
        return log
    devices = _with(log.devices, body.device_id, replace(device, state="revoked"))
    log = replace(log, devices=devices)
    if device.state == "active" and not log.active_devices(body.user_id):
        return _end(log, body.user_id)
    roles = {
        role_id: replace(role, roll_due=True) if body.user_id in role.assigned else role
        for role_id, role in log.roles.items()
    }
    return replace(log, roles=roles)


def _user_vouch(log: KeyLog, body: UserVouch) -> KeyLog:
    verified = body.method in ("pairing", "code")
    if body.invite_id is not None:
        log = _invite(log, body.invite_id, "used")
    person = log.people.get(body.user_id, Person())
    if log.active_devices(body.user_id):
        person = replace(person, verified=person.verified or verified)
        return replace(log, people=_with(log.people, body.user_id, person))
    devices = {
        device_id: replace(device, state="active") if device.added_by == body.device_add else device
        for device_id, device in log.devices.items()
    }
    person = Person(0, verified, body.device_add)
    return replace(log, devices=devices, people=_with(log.people, body.user_id, person))


def _end(log: KeyLog, user_id: UUID) -> KeyLog:
    """All that a person had ends; whoever else holds one of the roles has to roll it."""
    devices = {
        device_id: replace(device, state="revoked") if device.user_id == user_id else device
        for device_id, device in log.devices.items()
    }
    roles = {
        role_id: replace(role, assigned=role.assigned - {user_id}, roll_due=True)
        if user_id in role.assigned
        else role
        for role_id, role in log.roles.items()
    }
    return replace(log, devices=devices, roles=roles, people=_with(log.people, user_id, Person()))


def _role_create(log: KeyLog, author: UUID, body: RoleCreate) -> KeyLog:
    before = log.roles.get(body.role_id)
    role = RoleKey(
        body.generation,
        body.public,
        body.sign_public,
        body.name_commitment,
        before.personal if before else log.is_personal_of(body.role_id, author),
        frozenset({author, *(before.assigned if before else ())}),
        capabilities=body.capabilities,
        restarted=before is not None,
    )
    return replace(log, roles=_with(log.roles, body.role_id, role))


def _audience_default(log: KeyLog, body: AudienceDefault) -> KeyLog:
    """Those of people decide nothing here, and neither do kinds of a later version."""
    kind = body.kind or ""
    if body.scope != log.account_id or (kind and kind not in KINDS):
        return log
    others = {known: roles for known, roles in log.defaults.items() if known != kind}
    return replace(log, defaults={**others, kind: tuple(body.roles)} if body.roles else others)


def _role(log: KeyLog, role_id: UUID, **changes: Any) -> KeyLog:
    role = log.roles.get(role_id)
    return log if role is None else replace(log, roles=_with(log.roles, role_id, replace(role, **changes)))


def _assigned(log: KeyLog, role_id: UUID) -> frozenset[UUID]:
    role = log.roles.get(role_id)
    return frozenset() if role is None else role.assigned


def _invite(log: KeyLog, invite_id: UUID, state: Literal["cancelled", "used"]) -> KeyLog:
    invite = log.invites.get(invite_id)
    if invite is None:
        return log
    return replace(log, invites=_with(log.invites, invite_id, replace(invite, state=state)))


def _with(before: Mapping[UUID, V], key: UUID, value: V) -> dict[UUID, V]:
    return {**before, key: value}


def empty(account_id: UUID) -> KeyLog:
    """The log before its first statement."""
    return KeyLog(account_id, head=NO_HASH, fingerprint=NO_HASH)
