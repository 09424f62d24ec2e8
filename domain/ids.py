"""The names by which aggregates know one another."""

from __future__ import annotations

from typing import NewType
from uuid import UUID, uuid5

AccountId = NewType("AccountId", UUID)
UserId = NewType("UserId", UUID)
SessionId = NewType("SessionId", UUID)
PasskeyId = NewType("PasskeyId", UUID)
RoleId = NewType("RoleId", UUID)
InvitationId = NewType("InvitationId", UUID)
VoucherId = NewType("VoucherId", UUID)
DeviceId = NewType("DeviceId", UUID)
FileId = NewType("FileId", UUID)
UploadId = NewType("UploadId", UUID)
DocumentId = NewType("DocumentId", UUID)
ContactId = NewType("ContactId", UUID)
VendorId = NewType("VendorId", UUID)
ProfileId = NewType("ProfileId", UUID)
ProfileTypeId = NewType("ProfileTypeId", UUID)
GroupId = NewType("GroupId", UUID)
SubGroupId = NewType("SubGroupId", UUID)
TopicId = NewType("TopicId", UUID)
StatusId = NewType("StatusId", UUID)
FilterId = NewType("FilterId", UUID)
TaskId = NewType("TaskId", UUID)
CommentId = NewType("CommentId", UUID)
BatchId = NewType("BatchId", UUID)
MessageId = NewType("MessageId", UUID)

# Streams that belong to no account (people, sessions, vouchers) are named under this namespace.
GLOBAL = UUID("c0ffe700-0000-4000-8000-000000000001")


def stream_id(account_id: UUID | None, kind: str, entity_id: UUID) -> UUID:
    """The stream of one aggregate: its owner comes first, so no tenant can name another's stream."""
    return uuid5(account_id or GLOBAL, f"{kind}:{entity_id}")


def built_in_role(account_id: UUID, key: str) -> RoleId:
    """The id of a role that every account has from its opening (`owner`, `admin`, `member`, …)."""
    return RoleId(uuid5(account_id, f"role:{key}"))


def personal_role(account_id: UUID, user_id: UUID) -> RoleId:
    """The id of the role that only this person can ever hold (`crypto.md` section 6)."""
    return RoleId(uuid5(account_id, f"personal:{user_id}"))


def built_in_status(account_id: UUID, key: str) -> StatusId:
    """The id of a status that every account has from its opening (`todo`, `done`, …)."""
    return StatusId(uuid5(account_id, f"status:{key}"))


PROFILE_TYPES = (
    "person",
    "property",
    "vehicle",
    "company",
    "trust",
    "pet",
    "bankAccount",
    "insurance",
    "vessel",
    "aircraft",
    "collection",
    "staff",
)


def profile_type(key: str) -> ProfileTypeId:
    """The id of a type of profile (`person`, `property`, …): the same in every account."""
    return ProfileTypeId(uuid5(GLOBAL, f"profile-type:{key}"))
