"""What a decision about an account needs to know, and how facts change it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, TypeVar, assert_never
from uuid import UUID

import msgspec

from domain.accounts.accounts import events as e
from domain.accounts.accounts.permissions import BUILT_IN, Defaults, canonical, default_reads, read_only
from domain.accounts.accounts.plans import PlanLimits
from domain.accounts.accounts.settings import (
    EXPIRY_STAGES,
    DateFormat,
    Disclosure,
    Language,
    Phase,
    SecurityPolicy,
)
from domain.ids import (
    PROFILE_TYPES,
    AccountId,
    InvitationId,
    RoleId,
    UserId,
    VoucherId,
    built_in_role,
    profile_type,
)
from domain.kernel import Value


class Member(Value, frozen=True):
    role_id: RoleId
    reads: tuple[RoleId, ...]


class Role(Value, frozen=True):
    """`key` is the word of a built-in role; custom ones have none."""

    name: str
    permissions: dict[str, tuple[str, ...]]
    key: str | None = None
    description: str = ""
    version: int = 1


class RoleWord(Value, frozen=True, kw_only=True):
    """What the server alone knows about a role: no statement holds it."""

    description: str
    system: bool
    permissions: dict[str, tuple[str, ...]]
    version: int


def word_of(role: Role) -> RoleWord:
    return RoleWord(
        description=role.description,
        system=role.key is not None,
        permissions=role.permissions,
        version=role.version,
    )


class Account(Value, frozen=True, kw_only=True):
    """`reserved` holds a seat, with its role, for each invitation that waits."""

    account_id: AccountId
    display_name: str
    defaults: Defaults
    state: Phase = "incomplete"
    plan_id: str | None = None
    limits: PlanLimits | None = None
    trial_ends_at: datetime | None = None
    trialed: bool = False
    paid_until: datetime | None = None
    voucher_id: VoucherId | None = None
    read_only_from: datetime | None = None
    suspended_by: Literal["unpaid", "operator"] | None = None
    due_at: datetime | None = None
    before_closing: Phase | None = None
    dates: DateFormat = DateFormat()
    language: Language = "en"
    zone: str = "UTC"
    disclosure: Disclosure = Disclosure()
    expiry_stages: tuple[int, ...] = EXPIRY_STAGES
    security: SecurityPolicy = SecurityPolicy()
    profile_type_ids: tuple[UUID, ...] = ()
    members: dict[UserId, Member]
    roles: dict[RoleId, Role]
    reserved: dict[InvitationId, RoleId] = msgspec.field(default_factory=dict[InvitationId, RoleId])

    @property
    def owner_role_id(self) -> RoleId:
        return built_in_role(self.account_id, "owner")

    @property
    def owners(self) -> tuple[UserId, ...]:
        return tuple(user for user, member in self.members.items() if member.role_id == self.owner_role_id)

    @property
    def custom_roles(self) -> int:
        return sum(1 for role in self.roles.values() if role.key is None)

    @property
    def seats_taken(self) -> int:
        return len(self.members) + len(self.reserved)

    def read_only(self, now: datetime) -> bool:
        return read_only(self.state, self.read_only_from, now)


def built_in_roles(account_id: AccountId, defaults: Defaults) -> dict[RoleId, Role]:
    """The roles an account starts with."""
    return {
        built_in_role(account_id, role.key): Role(
            role.name, canonical(role.permissions), role.key, role.description
        )
        for role in BUILT_IN[defaults]
    }


K = TypeVar("K")
V = TypeVar("V")


def _with(items: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    return {**items, key: value}


def _without(items: Mapping[K, V], key: K) -> dict[K, V]:
    return {k: v for k, v in items.items() if k != key}


def evolve(account: Account | None, event: e.AccountEvent) -> Account | None:
    if isinstance(event, e.AccountOpened):
        reads = default_reads(event.account_id, event.owner_id, event.owner_role_id, event.defaults)
        return Account(
            account_id=event.account_id,
            display_name=event.display_name,
            defaults=event.defaults,
            language=event.language,
            zone=event.zone,
            members={event.owner_id: Member(event.owner_role_id, reads)},
            roles=built_in_roles(event.account_id, event.defaults),
            profile_type_ids=tuple(profile_type(key) for key in PROFILE_TYPES),
        )
    return None if account is None else _changed(account, event)


def _changed(account: Account, event: e.AccountEvent) -> Account:
    change = msgspec.structs.replace
    match event:
        case e.AccountOpened():
            return account
        case e.SubscriptionStarted() | e.SubscriptionChanged():
            return change(
                account,
                state="active" if event.trial_ends_at is None else "trialing",
                plan_id=event.plan_id,
                limits=event.limits,
                trial_ends_at=event.trial_ends_at,
                trialed=account.trialed or event.trial_ends_at is not None,
                paid_until=event.paid_until,
                voucher_id=event.voucher_id,
                read_only_from=None,
                suspended_by=None,
            )
        case e.PaymentMarkedOverdue(read_only_from=moment):
            return change(account, state="pastDue", read_only_from=moment)
        case e.AccountSuspended(reason=reason):
            return change(account, state="suspended", suspended_by=reason)
        case e.AccountReactivated(paid_until=paid_until):
            return change(
                account,
                state="active",
                trial_ends_at=None,
                paid_until=paid_until,
                read_only_from=None,
                suspended_by=None,
            )
        case e.AccountClosed(due_at=due_at):
            return change(account, state="closing", before_closing=account.state, due_at=due_at)
        case e.AccountReopened(state=state):
            return change(account, state=state, before_closing=None, due_at=None)
        case e.AccountErased():
            return change(account, state="erased", members={}, reserved={})
        case e.AccountRenamed(display_name=name):
            return change(account, display_name=name)
        case e.DateFormatChanged():
            dates = DateFormat(event.date_format, event.date_input_format, event.date_separator)
            return change(account, dates=dates)
        case e.LanguageChanged(language=language):
            return change(account, language=language)
        case e.ZoneChanged(zone=zone):
            return change(account, zone=zone)
        case e.DisclosureChanged(disclosure=disclosure):
            return change(account, disclosure=disclosure)
        case e.ExpiryPolicyChanged(stages=stages):
            return change(account, expiry_stages=stages)
        case e.SecurityPolicyChanged():
            return change(account, security=SecurityPolicy(event.two_step, event.key_grant))
        case e.ProfileTypesOrdered(type_ids=type_ids):
            return change(account, profile_type_ids=type_ids)
        case e.MemberJoined() | e.MemberRoleChanged() | e.MemberReadingChanged() | e.MemberRemoved():
            return _member_changed(account, event)
        case e.SeatReserved(invitation_id=invitation_id, role_id=role_id):
            return change(account, reserved=_with(account.reserved, invitation_id, role_id))
        case e.SeatReleased(invitation_id=invitation_id):
            return change(account, reserved=_without(account.reserved, invitation_id))
        case e.RoleDefined() | e.RoleChanged() | e.RoleRetired():
            return _role_changed(account, event)
        case _:
            assert_never(event)


def _member_changed(
    account: Account,
    event: e.MemberJoined | e.MemberRoleChanged | e.MemberReadingChanged | e.MemberRemoved,
) -> Account:
    change, members = msgspec.structs.replace, account.members
    match event:
        case e.MemberJoined(user_id=user, role_id=role, reads=reads, invitation_id=invitation):
            seats = account.reserved if invitation is None else _without(account.reserved, invitation)
            return change(account, members=_with(members, user, Member(role, reads)), reserved=seats)
        case e.MemberRoleChanged(user_id=user, to_role_id=role, reads=reads):
            return change(account, members=_with(members, user, Member(role, reads)))
        case e.MemberReadingChanged(user_id=user, reads=reads):
            member = members.get(user)
            return (
                account
                if member is None
                else change(account, members=_with(members, user, Member(member.role_id, reads)))
            )
        case e.MemberRemoved(user_id=user):
            return change(account, members=_without(members, user))


def _role_changed(account: Account, event: e.RoleDefined | e.RoleChanged | e.RoleRetired) -> Account:
    change, roles = msgspec.structs.replace, account.roles
    match event:
        case e.RoleDefined(role_id=role_id):
            role = Role(event.name, event.permissions, None, event.description)
            return change(account, roles=_with(roles, role_id, role))
        case e.RoleChanged(role_id=role_id):
            role = roles.get(role_id)
            if role is None:
                return account
            given = {
                name: value
                for name, value in (
                    ("name", event.name),
                    ("description", event.description),
                    ("permissions", event.permissions),
                )
                if value is not None
            }
            changed = change(role, **given, version=role.version + 1)
            return change(account, roles=_with(roles, role_id, changed))
        case e.RoleRetired(role_id=role_id, moved_to=moved_to):
            seats = {
                invitation: moved_to if role == role_id and moved_to is not None else role
                for invitation, role in account.reserved.items()
            }
            return change(account, roles=_without(roles, role_id), reserved=seats)
