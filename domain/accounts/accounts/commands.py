"""What an account can be asked to do."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, TypeAlias
from uuid import UUID

from msgspec import Meta

from domain.accounts.accounts.plans import PlanId, PlanLimits, Usage
from domain.accounts.accounts.settings import (
    LINE,
    DateOrder,
    DateSeparator,
    Disclosure,
    DisplayName,
    ExpiryStages,
    Language,
    SecurityPolicy,
    Zone,
)
from domain.ids import AccountId, InvitationId, RoleId, UserId, VoucherId
from domain.kernel import Value

RoleName = Annotated[str, Meta(min_length=1, max_length=60, pattern=LINE)]
Description = Annotated[str, Meta(max_length=500, pattern=r"\A[^\x00-\x08\x0b-\x1f\x7f]*\Z")]


class OpenAccount(Value, frozen=True):
    """`language` and `zone` are the creator's."""

    account_id: AccountId
    display_name: DisplayName
    owner_id: UserId
    language: Language = "en"
    zone: Zone = "UTC"


class StartSubscription(Value, frozen=True):
    plan_id: PlanId
    limits: PlanLimits
    trial_ends_at: datetime | None = None
    paid_until: datetime | None = None
    voucher_id: VoucherId | None = None


class ChangePlan(Value, frozen=True):
    plan_id: PlanId
    limits: PlanLimits
    usage: Usage
    trial_ends_at: datetime | None = None
    paid_until: datetime | None = None
    voucher_id: VoucherId | None = None


class MarkPaymentOverdue(Value, frozen=True):
    pass


class SuspendAccount(Value, frozen=True):
    reason: Literal["unpaid", "operator"]


class ReactivateAccount(Value, frozen=True):
    paid_until: datetime | None = None


class RenameAccount(Value, frozen=True):
    display_name: DisplayName


class ChangeDateFormat(Value, frozen=True):
    date_format: DateOrder
    date_input_format: DateOrder
    date_separator: DateSeparator


class ChangeLanguage(Value, frozen=True):
    language: Language


class ChangeZone(Value, frozen=True):
    zone: Zone


class ChangeDisclosure(Value, frozen=True):
    disclosure: Disclosure


class ChangeExpiryPolicy(Value, frozen=True):
    stages: ExpiryStages


class ChangeSecurityPolicy(Value, frozen=True):
    policy: SecurityPolicy


class OrderProfileTypes(Value, frozen=True):
    type_ids: Annotated[tuple[UUID, ...], Meta(max_length=12)]


class ReserveSeat(Value, frozen=True):
    invitation_id: InvitationId
    role_id: RoleId


class ReleaseSeat(Value, frozen=True):
    invitation_id: InvitationId


class AdmitMember(Value, frozen=True):
    """Add a member on the seat that the invitation reserved, in its role."""

    user_id: UserId
    invitation_id: InvitationId
    invited_by: UserId


class ChangeMemberRole(Value, frozen=True):
    user_id: UserId
    role_id: RoleId


class ChangeMemberReading(Value, frozen=True):
    """Set the additional roles that a member can read for."""

    user_id: UserId
    role_ids: Annotated[tuple[RoleId, ...], Meta(max_length=64)]


class RemoveMember(Value, frozen=True):
    user_id: UserId
    reason: Literal["removed", "left", "erased"]


class DefineRole(Value, frozen=True):
    role_id: RoleId
    name: RoleName
    permissions: dict[str, tuple[str, ...]]
    description: Description = ""


class ChangeRole(Value, frozen=True):
    role_id: RoleId
    name: RoleName | None = None
    description: Description | None = None
    permissions: dict[str, tuple[str, ...]] | None = None


class RetireRole(Value, frozen=True):
    role_id: RoleId
    move_to: RoleId | None = None


class CloseAccount(Value, frozen=True):
    confirm: str


class ReopenAccount(Value, frozen=True):
    pass


class EraseAccount(Value, frozen=True):
    proof_hash: str


LifeCommand: TypeAlias = (
    OpenAccount
    | StartSubscription
    | ChangePlan
    | MarkPaymentOverdue
    | SuspendAccount
    | ReactivateAccount
    | CloseAccount
    | ReopenAccount
    | EraseAccount
)
SettingCommand: TypeAlias = (
    RenameAccount
    | ChangeDateFormat
    | ChangeLanguage
    | ChangeZone
    | ChangeDisclosure
    | ChangeExpiryPolicy
    | ChangeSecurityPolicy
    | OrderProfileTypes
)
MemberCommand: TypeAlias = (
    ReserveSeat | ReleaseSeat | AdmitMember | ChangeMemberRole | ChangeMemberReading | RemoveMember
)
RoleCommand: TypeAlias = DefineRole | ChangeRole | RetireRole
AccountCommand: TypeAlias = LifeCommand | SettingCommand | MemberCommand | RoleCommand
