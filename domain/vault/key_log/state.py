"""What an account's key log has established, as the server keeps it beside the log."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from msgspec import field

from domain.errors import NotAllowed
from domain.ids import built_in_role, personal_role
from domain.kernel import Value
from domain.vault.encoding import NO_HASH

MANAGE_MEMBERS = 1
MANAGE_ROLES = 2
MANAGE_CAPABILITIES = 4
EVERYTHING = 7
MOST_DEVICES = 16
MOST_OPEN_INVITES = 200

BUILT_IN_ROLES = ("owner", "admin", "member", "auditor", "analyst")


class DeviceKeys(Value, frozen=True):
    """A device of the log. `first` ones wait until somebody vouches."""

    user_id: UUID
    agreement: bytes
    signing: bytes
    how: str
    added_by: bytes
    """The hash of its `device.add`."""
    state: Literal["waiting", "active", "revoked"]


class Person(Value, frozen=True):
    capabilities: int = 0
    verified: bool = False
    vouched_for: bytes = b""
    """The hash of the `device.add` by which this person was let in."""


class RoleKey(Value, frozen=True):
    generation: int
    public: bytes
    sign_public: bytes
    name_commitment: bytes
    personal: bool
    assigned: frozenset[UUID]
    roll_due: bool = False
    capabilities: int = 0
    """What its members are meant to have. It grants nothing by itself."""
    restarted: bool = False
    """Writers leave a restarted role without wraps until their person agrees."""


class Invite(Value, frozen=True):
    role_id: UUID
    custodian_role_id: UUID
    generation: int
    expires_at: int
    state: Literal["waiting", "cancelled", "used"] = "waiting"


class Policy(Value, frozen=True):
    version: int = 0
    require_verified: bool = True
    require_authenticators: bool = False
    allow_cache: bool = True
    allow_personal_roles: bool = True
    let_in_by_itself: bool = False


class KeyLog(Value, frozen=True):
    """The state of the chain, and who may do what by it."""

    account_id: UUID
    next_seq: int = 0
    head: bytes = NO_HASH
    fingerprint: bytes = NO_HASH
    devices: dict[UUID, DeviceKeys] = field(default_factory=dict[UUID, DeviceKeys])
    people: dict[UUID, Person] = field(default_factory=dict[UUID, Person])
    roles: dict[UUID, RoleKey] = field(default_factory=dict[UUID, RoleKey])
    invites: dict[UUID, Invite] = field(default_factory=dict[UUID, Invite])
    policy: Policy = Policy()
    defaults: dict[str, tuple[UUID, ...]] = field(default_factory=dict[str, tuple[UUID, ...]])
    """The default audiences of the account by kind; "" is every kind without a line of its own."""

    def active_devices(self, user_id: UUID) -> dict[UUID, DeviceKeys]:
        return {
            device_id: device
            for device_id, device in self.devices.items()
            if device.user_id == user_id and device.state == "active"
        }

    def is_active(self, user_id: UUID, device_id: UUID) -> bool:
        device = self.devices.get(device_id)
        return device is not None and device.user_id == user_id and device.state == "active"

    def capabilities(self, user_id: UUID) -> int:
        return self.people.get(user_id, Person()).capabilities

    def may(self, user_id: UUID, bits: int) -> bool:
        return self.capabilities(user_id) & bits == bits

    def may_act_on(self, author_id: UUID, user_id: UUID) -> bool:
        """Nobody acts against one who has a capability that they lack."""
        lacking = self.capabilities(user_id) & ~self.capabilities(author_id)
        return self.may(author_id, MANAGE_MEMBERS) and not lacking

    def holds(self, user_id: UUID, role_id: UUID) -> bool:
        role = self.roles.get(role_id)
        return role is not None and user_id in role.assigned and bool(self.active_devices(user_id))

    def holders(self, role_id: UUID) -> frozenset[UUID]:
        return frozenset(user_id for user_id in self.roles[role_id].assigned if self.active_devices(user_id))

    def devices_of(self, role_id: UUID) -> dict[UUID, DeviceKeys]:
        """Every device that a wrap of this role is made for."""
        assigned = self.roles[role_id].assigned
        return {
            device_id: device
            for device_id, device in self.devices.items()
            if device.state == "active" and device.user_id in assigned
        }

    def keeper_without(self, user_id: UUID) -> bool:
        """Whether somebody else could still set capabilities if this person could not."""
        return any(
            other != user_id and self.may(other, MANAGE_CAPABILITIES) and self.active_devices(other)
            for other in self.people
        )

    def generation(self, role_id: UUID) -> int:
        """0 while the role has no key."""
        role = self.roles.get(role_id)
        return role.generation if role else 0

    def default_for(self, kind: str) -> tuple[UUID, ...]:
        """The account's default audience of this kind that is in force; empty while there is none."""
        return self.defaults.get(kind) or self.defaults.get("", ())

    def is_personal_of(self, role_id: UUID, user_id: UUID) -> bool:
        return role_id == personal_role(self.account_id, user_id)

    def is_built_in(self, role_id: UUID) -> bool:
        return any(role_id == built_in_role(self.account_id, key) for key in BUILT_IN_ROLES)

    def is_open(self, invite: Invite, vouched_at: int, author_id: UUID) -> bool:
        """Whether a vouch by `pairing` may use it: nobody but those who may vouch knows its secret."""
        custodian = self.roles.get(invite.custodian_role_id)
        return (
            invite.state == "waiting"
            and vouched_at <= invite.expires_at
            and custodian is not None
            and custodian.generation == invite.generation
            and not custodian.roll_due
            and self.holds(author_id, invite.custodian_role_id)
            and all(self.may(user_id, MANAGE_MEMBERS) for user_id in self.holders(invite.custodian_role_id))
        )


def no_authority(why: str) -> NotAllowed:
    return NotAllowed(why, reason="no_authority")
