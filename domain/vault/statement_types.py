"""The fields of every signed statement (`crypto.md` section 6), in their order: one class per type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NewType
from uuid import UUID

Hash = NewType("Hash", bytes)
Point = NewType("Point", bytes)
Place = NewType("Place", bytes)
"""A role and a device, 16 bytes each: what a grant is about."""
Roles = NewType("Roles", tuple[UUID, ...])
"""Ids of roles, strictly ascending, 1 to 64 of them."""

KINDS: Final = frozenset(
    {
        "contact",
        "document",
        "task",
        "comment",
        "vendor",
        "profile",
        "profile-group",
        "profile-sub-group",
        "topic",
        "status",
        "saved-filter",
        "file",
    }
)


@dataclass(frozen=True)
class Header:
    account_id: UUID
    seq: int
    prev_hash: Hash
    user_id: UUID
    device_id: UUID
    created_at: int
    view_size: int
    view_root: Hash


@dataclass(frozen=True)
class DeviceAdd:
    user_id: UUID
    device_id: UUID
    agreement: Point
    signing: Point
    how: str
    recovery_hash: Hash
    protection: str
    person_commitment: Hash | None


@dataclass(frozen=True)
class DeviceRevoke:
    user_id: UUID
    device_id: UUID
    reason: str


@dataclass(frozen=True)
class UserVouch:
    user_id: UUID
    device_add: Hash
    method: str
    invite_id: UUID | None


@dataclass(frozen=True)
class UserPerson:
    user_id: UUID
    person_commitment: Hash


@dataclass(frozen=True)
class UserRemove:
    user_id: UUID
    reason: str


@dataclass(frozen=True)
class CapabilitySet:
    user_id: UUID
    bits: int


@dataclass(frozen=True)
class RoleCreate:
    role_id: UUID
    generation: int
    public: Point
    sign_public: Point
    seed_commitment: Hash
    name_commitment: Hash
    capabilities: int


@dataclass(frozen=True)
class RoleSet:
    role_id: UUID
    name_commitment: Hash
    capabilities: int


@dataclass(frozen=True)
class AudienceDefault:
    """`scope` is the account or a person; no kind means every kind without a line of its own."""

    scope: UUID
    kind: str | None
    roles: Roles | None


@dataclass(frozen=True)
class RoleAssign:
    role_id: UUID
    user_id: UUID


@dataclass(frozen=True)
class RoleUnassign:
    role_id: UUID
    user_id: UUID


@dataclass(frozen=True)
class RoleRoll:
    role_id: UUID
    generation: int
    public: Point
    sign_public: Point
    seed_commitment: Hash
    old_public: Point
    reason: str


@dataclass(frozen=True)
class InviteCreate:
    invite_id: UUID
    role_id: UUID
    custodian_role_id: UUID
    custodian_generation: int
    expires_at: int
    box_hash: Hash


@dataclass(frozen=True)
class InviteCancel:
    invite_id: UUID


@dataclass(frozen=True)
class AccountPolicy:
    """All but the first two are flags, 0 or 1."""

    version: int
    lowest_suite: int
    require_verified: int
    require_authenticators: int
    allow_cache: int
    allow_personal_roles: int
    let_in_by_itself: int


@dataclass(frozen=True)
class RecordPut:
    kind: str
    id: UUID
    content_revision: int
    schema: int
    body_hash: Hash
    audience: Roles
    wraps_hash: Hash
    attrs_hash: Hash


@dataclass(frozen=True)
class RecordAttrs:
    kind: str
    id: UUID
    content_revision: int
    attrs_hash: Hash


@dataclass(frozen=True)
class RecordDelete:
    kind: str
    id: UUID


@dataclass(frozen=True)
class ContentShare:
    kind: str
    id: UUID
    content_revision: int
    audience: Roles
    wraps_hash: Hash


@dataclass(frozen=True)
class FilePut:
    kind: str
    id: UUID
    version: int
    header_hash: Hash
    frame_count: int
    encrypted_size: int
    tree_root: Hash
    manifest_hash: Hash
    thumbnail_header_hash: Hash | None
    thumbnail_frame_count: int | None
    thumbnail_root: Hash | None
    audience: Roles
    wraps_hash: Hash
    attrs_hash: Hash


@dataclass(frozen=True)
class RoleGrant:
    kind: str
    place: Place
    generation: int
    user_id: UUID
    box_hash: Hash

    @property
    def role_id(self) -> UUID:
        return UUID(bytes=self.place[:16])

    @property
    def device_id(self) -> UUID:
        return UUID(bytes=self.place[16:])


@dataclass(frozen=True)
class ViewSeen:
    """`id` is the device that was looked with, its author's."""

    kind: str
    id: UUID


KeyBody = (
    DeviceAdd
    | DeviceRevoke
    | UserVouch
    | UserPerson
    | UserRemove
    | CapabilitySet
    | RoleCreate
    | RoleSet
    | AudienceDefault
    | RoleAssign
    | RoleUnassign
    | RoleRoll
    | InviteCreate
    | InviteCancel
    | AccountPolicy
)
ContentBody = RecordPut | RecordAttrs | RecordDelete | ContentShare | FilePut | RoleGrant | ViewSeen

TYPES: Final[dict[str, type[Any]]] = {
    "device.add": DeviceAdd,
    "device.revoke": DeviceRevoke,
    "user.vouch": UserVouch,
    "user.person": UserPerson,
    "user.remove": UserRemove,
    "capability.set": CapabilitySet,
    "role.create": RoleCreate,
    "role.set": RoleSet,
    "audience.default": AudienceDefault,
    "role.assign": RoleAssign,
    "role.unassign": RoleUnassign,
    "role.roll": RoleRoll,
    "invite.create": InviteCreate,
    "invite.cancel": InviteCancel,
    "account.policy": AccountPolicy,
    "record.put": RecordPut,
    "record.attrs": RecordAttrs,
    "record.delete": RecordDelete,
    "content.share": ContentShare,
    "file.put": FilePut,
    "role.grant": RoleGrant,
    "view.seen": ViewSeen,
}
