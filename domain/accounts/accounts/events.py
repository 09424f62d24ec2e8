"""What has happened to an account: its subscription, its settings, its members, its roles."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias
from uuid import UUID

from domain.accounts.accounts.permissions import Defaults
from domain.accounts.accounts.plans import PlanLimits
from domain.accounts.accounts.settings import DateOrder, DateSeparator, Disclosure, Language, Phase
from domain.ids import AccountId, InvitationId, RoleId, UserId, VoucherId
from domain.kernel import Event


class AccountOpened(Event, frozen=True, tag="account.opened"):
    """`defaults` is the version of the built-in roles, statuses and type order of the account."""

    erasable = ("displayName",)

    account_id: AccountId
    display_name: str
    owner_id: UserId
    owner_role_id: RoleId
    defaults: Defaults
    language: Language = "en"
    zone: str = "UTC"


class SubscriptionStarted(Event, frozen=True, tag="subscription.started"):
    plan_id: str
    limits: PlanLimits
    trial_ends_at: datetime | None = None
    paid_until: datetime | None = None
    voucher_id: VoucherId | None = None


class SubscriptionChanged(Event, frozen=True, tag="subscription.changed"):
    plan_id: str
    limits: PlanLimits
    trial_ends_at: datetime | None = None
    paid_until: datetime | None = None
    voucher_id: VoucherId | None = None


class PaymentMarkedOverdue(Event, frozen=True, tag="payment.marked_overdue"):
    """Nothing was paid. From `read_only_from` on the account can be read, exported and paid for only."""

    read_only_from: datetime


class AccountSuspended(Event, frozen=True, tag="account.suspended"):
    reason: Literal["unpaid", "operator"]


class AccountReactivated(Event, frozen=True, tag="account.reactivated"):
    paid_until: datetime | None = None


class AccountRenamed(Event, frozen=True, tag="account.renamed"):
    erasable = ("displayName",)

    display_name: str


class DateFormatChanged(Event, frozen=True, tag="date_format.changed"):
    date_format: DateOrder
    date_input_format: DateOrder
    date_separator: DateSeparator


class LanguageChanged(Event, frozen=True, tag="language.changed"):
    language: Language


class ZoneChanged(Event, frozen=True, tag="zone.changed"):
    zone: str


class DisclosureChanged(Event, frozen=True, tag="disclosure.changed"):
    disclosure: Disclosure


class ExpiryPolicyChanged(Event, frozen=True, tag="expiry_policy.changed"):
    """`stages` are the numbers of days before an expiry at which notices go out, the widest first."""

    stages: tuple[int, ...]


class SecurityPolicyChanged(Event, frozen=True, tag="security_policy.changed"):
    two_step: bool
    key_grant: Literal["auto", "confirm"]


class ProfileTypesOrdered(Event, frozen=True, tag="profile_types.ordered"):
    type_ids: tuple[UUID, ...]


class MemberJoined(Event, frozen=True, tag="member.joined"):
    """`reads` are the roles whose items the member may open, as soon as the key log assigns them."""

    user_id: UserId
    role_id: RoleId
    personal_role_id: RoleId
    reads: tuple[RoleId, ...]
    invitation_id: InvitationId | None = None


class MemberRoleChanged(Event, frozen=True, tag="member.role_changed"):
    """`reads` is what the member reads for from now on: the new role's, and what was given beside the old."""

    user_id: UserId
    from_role_id: RoleId
    to_role_id: RoleId
    reads: tuple[RoleId, ...]


class MemberReadingChanged(Event, frozen=True, tag="member.reading_changed"):
    user_id: UserId
    added: tuple[RoleId, ...]
    removed: tuple[RoleId, ...]
    reads: tuple[RoleId, ...]


class MemberRemoved(Event, frozen=True, tag="member.removed"):
    user_id: UserId
    reason: Literal["removed", "left", "erased"]


class SeatReserved(Event, frozen=True, tag="seat.reserved"):
    invitation_id: InvitationId
    role_id: RoleId


class SeatReleased(Event, frozen=True, tag="seat.released"):
    invitation_id: InvitationId


class RoleDefined(Event, frozen=True, tag="role.defined"):
    erasable = ("name", "description")

    role_id: RoleId
    name: str
    permissions: dict[str, tuple[str, ...]]
    system: bool = False
    description: str = ""


class RoleChanged(Event, frozen=True, tag="role.changed"):
    """None means unchanged."""

    erasable = ("name", "description")

    role_id: RoleId
    name: str | None = None
    description: str | None = None
    permissions: dict[str, tuple[str, ...]] | None = None


class RoleRetired(Event, frozen=True, tag="role.retired"):
    role_id: RoleId
    moved_to: RoleId | None = None


class AccountClosed(Event, frozen=True, tag="account.closed"):
    """Closed. The account is erased at `due_at`."""

    due_at: datetime


class AccountReopened(Event, frozen=True, tag="account.reopened"):
    """`state` is what the account was before it was closed."""

    state: Phase


class AccountErased(Event, frozen=True, tag="account.erased"):
    proof_hash: str


AccountEvent: TypeAlias = (
    AccountOpened
    | SubscriptionStarted
    | SubscriptionChanged
    | PaymentMarkedOverdue
    | AccountSuspended
    | AccountReactivated
    | AccountRenamed
    | DateFormatChanged
    | LanguageChanged
    | ZoneChanged
    | DisclosureChanged
    | ExpiryPolicyChanged
    | SecurityPolicyChanged
    | ProfileTypesOrdered
    | MemberJoined
    | MemberRoleChanged
    | MemberReadingChanged
    | MemberRemoved
    | SeatReserved
    | SeatReleased
    | RoleDefined
    | RoleChanged
    | RoleRetired
    | AccountClosed
    | AccountReopened
    | AccountErased
)
