"""The shapes of accounts, members, roles and invitations on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from domain.accounts.accounts.plans import PlanLimits
from domain.accounts.accounts.settings import (
    DateOrder,
    DateSeparator,
    Disclosure,
    Language,
    Phase,
    SecurityPolicy,
)
from domain.accounts.accounts.state import RoleWord
from domain.kernel import Value
from domain.sealed import Box

InvitationState = Literal["pending", "accepted", "cancelled", "expired"]


class AccountUser(Value, frozen=True):
    """A member as all members of the account see them. `role` is a built-in role's word or a name."""

    id: UUID
    email: str
    name: str
    role: str


class PlanUsage(Value, frozen=True):
    seats: int
    custom_roles: int
    storage_bytes: int


class AccountPlan(Value, frozen=True):
    id: str
    limits: PlanLimits
    usage: PlanUsage
    trial_ends_at: datetime | None = None
    paid_until: datetime | None = None


class AccountShape(Value, frozen=True, kw_only=True):
    """The account. `plan` is null until one is chosen; `role_id` is the caller's."""

    id: UUID
    display_name: str
    state: Phase
    users: list[AccountUser]
    date_format: DateOrder
    date_input_format: DateOrder
    date_separator: DateSeparator
    language: Language
    zone: str
    disclosure: Disclosure
    expiry_stages: list[int]
    security_policy: SecurityPolicy
    plan: AccountPlan | None
    role_id: UUID
    version: int
    read_only_from: datetime | None = None
    due_at: datetime | None = None


class MyAccount(Value, frozen=True):
    """One of the accounts of a person."""

    account_id: UUID
    display_name: str
    state: Phase
    role_id: UUID
    role: str
    joined_at: datetime


class PaymentPlan(Value, frozen=True):
    """A plan to choose. Without a price it is sold on request."""

    id: str
    name: str
    price_minor: int | None
    currency: str
    interval: str
    limits: PlanLimits
    features: list[str]
    trial_days: int
    requires_code: bool


class JoinFailure(Value, frozen=True):
    code: str
    reason: str
    message: str


class Joined(Value, frozen=True):
    account_id: UUID
    joined: bool
    error: JoinFailure | None = None


class EnteredAccount(Value, frozen=True):
    """The session, which is in this account from now on."""

    id: UUID
    user_id: UUID
    account_id: UUID


class Closing(Value, frozen=True):
    due_at: datetime


class CountedRoleWord(RoleWord, frozen=True, kw_only=True):
    """The same in the list of roles, which counts the members."""

    member_count: int


class RoleShape(Value, frozen=True, kw_only=True):
    """The salt opens the signed commitment to the name; a role has none before it has a key."""

    id: UUID
    name: str
    name_salt_b64u: str | None = None
    word: CountedRoleWord


class ChangedRole(Value, frozen=True, kw_only=True):
    id: UUID
    name: str
    word: RoleWord


class MemberWord(Value, frozen=True, kw_only=True):
    """What the server alone says about a member. `reads_role_ids`: for which roles it answers."""

    role_id: UUID
    reads_role_ids: list[UUID]
    email_verified: bool
    state: Literal["active", "banned"]
    joined_at: datetime
    last_seen_at: datetime | None = None


class ChangedMemberWord(Value, frozen=True):
    """The part of it that a change of the membership is about."""

    role_id: UUID
    reads_role_ids: list[UUID]


class MemberShape(Value, frozen=True, kw_only=True):
    """The salt opens the signed commitment to e-mail and name."""

    id: UUID
    email: str
    name: str
    person_salt_b64u: str | None = None
    word: MemberWord


class ChangedMember(Value, frozen=True):
    id: UUID
    email: str
    name: str
    word: ChangedMemberWord


class InvitationWord(Value, frozen=True, kw_only=True, omit_defaults=True):
    """What the server alone says about an invitation. Without an `invite.create` it also says whom it is
    from, what it is to, and until when."""

    email: str
    state: InvitationState
    sent_count: int
    role_id: UUID | None = None
    invited_by: UUID | None = None
    created_at: datetime | None = None
    expires_at: datetime | None = None


class InvitationShape(Value, frozen=True, kw_only=True):
    """Role, inviter and times are in its `invite.create`. Who holds the custodian role is served the box."""

    id: UUID
    pairing: Box | None = None
    word: InvitationWord


class CardWord(Value, frozen=True, kw_only=True):
    """What the server says of an invitation to somebody who has verified nothing yet."""

    account_name: str
    inviter_name: str | None
    role_name: str
    email_masked: str
    state: InvitationState
    expires_at: datetime


class InvitationCard(Value, frozen=True, kw_only=True):
    """An invitation as the invited person sees it before joining."""

    id: UUID
    account_id: UUID
    word: CardWord


class Cancelled(Value, frozen=True):
    cancelled: int
