"""What an account's key log has established: devices, people, roles, invitations and the policy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal
from uuid import UUID, uuid5

from client.crypto.audiences import Audience
from client.crypto.devices import NO_FINGERPRINT, Card, DevicePublic, Protection
from client.crypto.records import KINDS
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
    protection: Protection
    recovery_hash: bytes
    statement_hash: bytes
    person: bytes
    """Person commitment of a `device.add` by its own person; becomes theirs with the vouch."""
    state: Literal["waiting", "active", "revoked"]

    def card(self, fingerprint: bytes) -> Card:
        """The card that this device signed, for the account with this fingerprint."""
        named = NO_FINGERPRINT if self.how == "genesis" else fingerprint
        return Card(self.public, named, self.recovery_hash, self.protection, self.person)


@dataclass
class Member:
    """A person of the log: what they may do there, and which `device.add` they were let in by."""

    capabilities: int = 0
    verified: bool = False
    vouched_for: bytes = b""
    person: bytes = b""
    """The person commitment in force."""


@dataclass
class Role:
    generations: list[RoleFacts]
    name_commitment: bytes
    personal: bool
    capabilities: int = 0
    """What its members are meant to have. It gives nothing by itself: a person signs `capability.set`."""
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
    let_in_by_itself: bool = False
    """Whether a device lets a newcomer with the secret of a link in without a click."""


@dataclass
class Authority:
    """The state that a replay arrives at. It asks nothing but the log."""

    account: UUID
    devices: dict[UUID, Device] = field(default_factory=dict[UUID, Device])
    members: dict[UUID, Member] = field(default_factory=dict[UUID, Member])
    roles: dict[UUID, Role] = field(default_factory=dict[UUID, Role])
    invites: dict[UUID, Invite] = field(default_factory=dict[UUID, Invite])
    policy: Policy = field(default_factory=Policy)
    defaults: dict[tuple[UUID, str], Audience] = field(default_factory=dict[tuple[UUID, str], Audience])
    """Signed default audiences by scope (the account or a person) and kind; "" is every other kind, and
    an empty one was ended."""

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

    def default_of(self, scope: UUID, kind: str) -> Audience:
        """The default that this scope has in force for a kind; empty when it has none."""
        return self.defaults.get((scope, kind)) or self.defaults.get((scope, "")) or ()

    def default_audience(self, author: UUID, kind: str) -> Audience:
        """Who is meant to read a new object of this author; empty when the person has to choose."""
        if kind not in KINDS:
            return ()
        roles = self.default_of(author, kind) or self.default_of(self.account, kind)
        return roles if self.holds_one(author, roles) else ()

    def holds_one(self, user: UUID, roles: Iterable[UUID]) -> bool:
        return any(self.holds(user, role) for role in roles)

    def is_personal(self, role: UUID) -> bool:
        found = self.roles.get(role)
        return found is not None and found.personal

    def stands_alone(self, author: UUID, roles: Audience) -> bool:
        """A personal role stands alone and is the author's own; other roles stand beside one another."""
        if not any(self.is_personal(role) for role in roles):
            return True
        return len(roles) == 1 and self.is_personal_of(roles[0], author)

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
