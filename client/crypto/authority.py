"""What an account's key log has established: devices, people, roles, invitations and the policy."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal
from uuid import UUID, uuid5

from client.crypto.devices import DevicePublic
from client.crypto.role_keys import RoleFacts

MANAGE_MEMBERS = 1
MANAGE_ROLES = 2
MANAGE_CAPABILITIES = 4
EVERYTHING = 7
MOST_DEVICES = 16

BUILT_IN_ROLES = ("owner", "admin", "member", "auditor", "analyst")


@dataclass
class Device:
    public: DevicePublic
    how: str
    protection: str
    recovery_hash: bytes
    statement_hash: bytes
    state: Literal["waiting", "active", "revoked"]


@dataclass
class Member:
    """A person of the log: what they may do there, and which `device.add` they were let in by."""

    capabilities: int = 0
    verified: bool = False
    vouched_for: bytes = b""
    commitment: bytes = b""


@dataclass
class Role:
    generations: list[RoleFacts]
    name_commitment: bytes
    personal: bool
    assigned: set[UUID] = field(default_factory=set[UUID])
    roll_due: bool = False
    restarted: int = 0
    """The generation by which it was last restarted; a person has to agree before it is written to."""

    @property
    def newest(self) -> RoleFacts:
        return self.generations[-1]

    @property
    def generation(self) -> int:
        return self.newest.generation


@dataclass
class Invite:
    role: UUID
    custodian: UUID
    generation: int
    expires_at: int
    box_hash: bytes
    state: Literal["waiting", "cancelled", "used"] = "waiting"


@dataclass(frozen=True)
class Policy:
    version: int = 0
    lowest_suite: int = 1
    require_verified: bool = True
    require_authenticators: bool = False
    allow_cache: bool = True
    allow_personal_roles: bool = True


@dataclass
class Authority:
    """The state that a replay arrives at. It asks nothing but the log."""

    account: UUID
    devices: dict[UUID, Device] = field(default_factory=dict[UUID, Device])
    members: dict[UUID, Member] = field(default_factory=dict[UUID, Member])
    roles: dict[UUID, Role] = field(default_factory=dict[UUID, Role])
    invites: dict[UUID, Invite] = field(default_factory=dict[UUID, Invite])
    policy: Policy = field(default_factory=Policy)

    def active_devices(self, user: UUID) -> list[Device]:
        return [d for d in self.devices.values() if d.public.user == user and d.state == "active"]

    def is_active(self, user: UUID, device: UUID) -> bool:
        found = self.devices.get(device)
        return found is not None and found.public.user == user and found.state == "active"

    def capabilities(self, user: UUID) -> int:
        member = self.members.get(user)
        return member.capabilities if member else 0

    def may(self, user: UUID, bits: int) -> bool:
        return self.capabilities(user) & bits == bits

    def may_act_on(self, author: UUID, user: UUID) -> bool:
        """Nobody acts against one who has a capability that they lack."""
        return self.may(author, MANAGE_MEMBERS) and not self.capabilities(user) & ~self.capabilities(author)

    def holds(self, user: UUID, role: UUID) -> bool:
        found = self.roles.get(role)
        return found is not None and user in found.assigned and bool(self.active_devices(user))

    def holders(self, role: UUID) -> set[UUID]:
        return {user for user in self.roles[role].assigned if self.active_devices(user)}

    def keeper_without(self, user: UUID) -> bool:
        """Whether somebody else could still set capabilities if this person could not."""
        return any(
            other != user and self.may(other, MANAGE_CAPABILITIES) and self.active_devices(other)
            for other in self.members
        )

    def is_personal_of(self, role: UUID, user: UUID) -> bool:
        return role == uuid5(self.account, f"personal:{user}")

    def is_built_in(self, role: UUID) -> bool:
        return any(role == uuid5(self.account, f"role:{key}") for key in BUILT_IN_ROLES)

    def is_open(self, invite: Invite, vouched_at: int, author: UUID) -> bool:
        """Whether a vouch by `pairing` may use it: nobody but those who may vouch knows its secret."""
        custodian = self.roles.get(invite.custodian)
        return (
            invite.state == "waiting"
            and vouched_at <= invite.expires_at
            and custodian is not None
            and custodian.generation == invite.generation
            and not custodian.roll_due
            and self.holds(author, invite.custodian)
            and all(self.may(user, MANAGE_MEMBERS) for user in self.holders(invite.custodian))
        )
