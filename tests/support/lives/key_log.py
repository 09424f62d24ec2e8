"""What can be said in a key log: statements by whoever may make them in the present state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from uuid import UUID

from domain.ids import UserId, built_in_role, personal_role
from domain.kernel import Actor, Event, Moment
from domain.vault.encoding import NO_HASH, device_id
from domain.vault.key_log import AppendKeyStatement, KeyLog
from domain.vault.key_log.decider import KeyStatementAppended
from domain.vault.key_log.effects import empty
from domain.vault.key_log.state import EVERYTHING
from domain.vault.statement_types import (
    AccountPolicy,
    AudienceDefault,
    CapabilitySet,
    DeviceAdd,
    DeviceRevoke,
    Hash,
    Header,
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
from tests.support import key_statements
from tests.support.decisions import NOON
from tests.support.lives.steps import Ask
from tests.support.shapes import ACCOUNT, ANN, named

PEOPLE = (ANN, UserId(named("ben")), UserId(named("cora")))
ROLES = (built_in_role(ACCOUNT, "owner"), built_in_role(ACCOUNT, "member"), named("a custom role"))
STATEMENTS = frozenset(key_statements.NAMES[kind] for kind in KeyBody.__args__)
ZEROS = Hash(NO_HASH)
AT = int(NOON.timestamp() * 1000)


def kind_of(event: Event) -> str:
    return event.type if isinstance(event, KeyStatementAppended) else ""


def key_log(kept: KeyLog | None, word: str) -> Iterator[Ask]:
    log = kept or empty(ACCOUNT)
    # As many as a few lives need: each further device costs as much as all that is asked of it.
    for user in PEOPLE if len(log.devices) < 6 else ():
        for how in ("genesis", "first"):
            body = _new_device(log, user, how)
            yield _says(log, user, body.device_id, body)
    for id, device in log.devices.items():
        if device.state == "active":
            user = UserId(device.user_id)
            for body in (*_about_people(log, user), *_about_roles(log, user, word), *_others(log, word)):
                yield _says(log, user, id, body)


def _says(log: KeyLog, user: UserId, device: UUID, body: KeyBody) -> Ask:
    header = Header(ACCOUNT, log.next_seq, Hash(log.head), user, device, AT, 0, ZEROS)
    command = AppendKeyStatement(key_statements.signed(header, body), proven=True)
    return Ask(command, Moment(Actor("user", user, ACCOUNT), NOON))


def _new_device(log: KeyLog, user: UserId, how: str) -> DeviceAdd:
    number = 2 * len(log.devices) + 1
    agreement, signing = key_statements.point(number), key_statements.point(number + 1)
    id = device_id(ACCOUNT, user, agreement, signing)
    named_by = ZEROS if how in ("genesis", "first") else None
    return DeviceAdd(user, id, agreement, signing, how, ZEROS, "authenticator", named_by)


def _about_people(log: KeyLog, author: UserId) -> Iterator[KeyBody]:
    if len(log.devices) < 6:
        for how in ("device", "recovery"):
            yield _new_device(log, author, how)
    for id, device in log.devices.items():
        yield DeviceRevoke(device.user_id, id, "lost")
        for method in ("code", "unverified"):
            yield UserVouch(device.user_id, Hash(device.added_by), method, None)
        for invite_id in log.invites:
            yield UserVouch(device.user_id, Hash(device.added_by), "pairing", invite_id)
    for user in PEOPLE:
        yield UserPerson(user, ZEROS)
        yield UserRemove(user, "left" if user == author else "removed")
        for bits in (0, 3, EVERYTHING):
            yield CapabilitySet(user, bits)


def _about_roles(log: KeyLog, author: UserId, word: str) -> Iterator[KeyBody]:
    number = 100 + log.next_seq * 2
    public, sign_public = key_statements.point(number), key_statements.point(number + 1)
    for role_id in (*ROLES, personal_role(ACCOUNT, author)):
        generation = log.generation(role_id) + 1
        creates = RoleCreate(role_id, generation, public, sign_public, ZEROS, ZEROS, 0)
        yield creates
        yield from (RoleSet(role_id, ZEROS, bits) for bits in (0, 3))
        for scope in (ACCOUNT, author):
            yield AudienceDefault(scope, "task", Roles((role_id,)))
            yield AudienceDefault(scope, None, None)
        for user in PEOPLE:
            yield RoleAssign(role_id, user)
            yield RoleUnassign(role_id, user)
        if role_id in log.roles:
            old = key_statements.Point(log.roles[role_id].public)
            yield RoleRoll(role_id, generation, public, sign_public, ZEROS, old, "scheduled")
            ends_at = AT + 86_400_000
            yield InviteCreate(named(word), role_id, role_id, generation - 1, ends_at, ZEROS)


def _others(log: KeyLog, word: str) -> Iterator[KeyBody]:
    verified = int(not log.policy.require_verified)
    policy = AccountPolicy(log.policy.version + 1, 1, verified, 0, 1, 1, 0)
    yield policy
    yield replace(policy, allow_personal_roles=0, let_in_by_itself=1)
    yield from (InviteCancel(invite_id) for invite_id in log.invites)
