"""A key log that was put together for the server's rules, as the client's replay would have it."""

from __future__ import annotations

from uuid import UUID

from client.crypto import base64url
from client.crypto.authority import Authority, Device, Invite, Member, Policy, Role
from client.crypto.devices import DevicePublic
from client.crypto.errors import DataLoss, Unimplemented
from client.crypto.key_rules import permitted
from client.crypto.role_keys import RoleFacts
from client.crypto.statements import parse
from domain.ids import UserId
from domain.vault.key_log import KeyLog
from domain.vault.statement_types import KeyBody
from tests.support.key_logs import AUTHOR, says


def replayed(kept: KeyLog) -> Authority:
    known = Authority(kept.account_id)
    for device_id, device in kept.devices.items():
        public = DevicePublic(kept.account_id, device.user_id, device.agreement, device.signing)
        known.devices[device_id] = Device(
            public, device.how, "authenticator", bytes(32), device.added_by, b"", device.state
        )
    for user, person in kept.people.items():
        known.members[user] = Member(person.capabilities, person.verified, person.vouched_for)
    for role_id, role in kept.roles.items():
        facts = RoleFacts(kept.account_id, role_id, role.generation, role.public, role.sign_public, b"")
        known.roles[role_id] = Role(
            [facts],
            role.name_commitment,
            role.personal,
            role.capabilities,
            set(role.assigned),
            role.roll_due,
        )
    for invite_id, invite in kept.invites.items():
        known.invites[invite_id] = Invite(
            invite.role_id,
            invite.custodian_role_id,
            invite.generation,
            invite.expires_at,
            bytes(32),
            invite.state,
        )
    known.defaults = {(kept.account_id, kind): roles for kind, roles in kept.defaults.items()}
    policy = kept.policy
    known.policy = Policy(
        policy.version,
        require_verified=policy.require_verified,
        require_authenticators=policy.require_authenticators,
        allow_cache=policy.allow_cache,
        allow_personal_roles=policy.allow_personal_roles,
        let_in_by_itself=policy.let_in_by_itself,
    )
    return known


def client_accepts(kept: KeyLog, body: KeyBody, by: UserId = AUTHOR, device: UUID | None = None) -> bool:
    """Whether a client that replays the next statement finds it valid."""
    signed = says(kept, body, by, device).signed
    try:
        return permitted(replayed(kept), parse(base64url.decode(signed.statement_b64u)))
    except (DataLoss, Unimplemented):
        return False
