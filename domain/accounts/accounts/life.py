"""The life of an account: opened, subscribed, overdue, suspended, closed, erased."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, assert_never

from domain.accounts.accounts import commands as c
from domain.accounts.accounts import events as e
from domain.accounts.accounts.authority import require, require_owner, require_system
from domain.accounts.accounts.permissions import DEFAULTS
from domain.accounts.accounts.plans import PlanLimits, Usage
from domain.accounts.accounts.state import Account
from domain.errors import AlreadyExists, NotFound, Refused
from domain.ids import built_in_role
from domain.kernel import Moment

GRACE = timedelta(days=14)
CLOSING = timedelta(days=30)


def open_account(command: c.OpenAccount, account: Account | None) -> list[e.AccountEvent]:
    if account is None:
        owner_role = built_in_role(command.account_id, "owner")
        return [
            e.AccountOpened(
                command.account_id,
                command.display_name,
                command.owner_id,
                owner_role,
                DEFAULTS,
                command.language,
                command.zone,
            )
        ]
    if account.display_name == command.display_name and command.owner_id in account.owners:
        return []
    raise AlreadyExists("This account already exists.")


def decide_life(command: c.LifeCommand, account: Account | None, moment: Moment) -> list[e.AccountEvent]:
    if isinstance(command, c.OpenAccount):
        return open_account(command, account)
    if account is None or account.state == "erased":
        if isinstance(command, c.EraseAccount) and account is not None:
            return []
        raise NotFound("There is no such account.")
    match command:
        case c.StartSubscription():
            return _start(command, account, moment)
        case c.ChangePlan():
            return _change_plan(command, account, moment)
        case c.MarkPaymentOverdue():
            require_system(moment)
            if account.state not in ("trialing", "active"):
                return []
            return [e.PaymentMarkedOverdue(moment.now + GRACE)]
        case c.SuspendAccount(reason=reason):
            require_system(moment)
            return _suspend(reason, account, moment.now)
        case c.ReactivateAccount(paid_until=paid_until):
            require_system(moment)
            if account.state not in ("pastDue", "suspended"):
                return []
            return [e.AccountReactivated(paid_until)]
        case c.CloseAccount(confirm=confirm):
            require(account, moment, "account.delete")
            if account.state == "closing":
                return []
            if confirm != account.display_name:
                raise Refused("Type the name of the account to close it.", reason="confirm")
            return [e.AccountClosed(moment.now + CLOSING)]
        case c.ReopenAccount():
            require_owner(account, moment)
            if account.state != "closing":
                return []
            if account.due_at is not None and moment.now >= account.due_at:
                raise Refused("It is too late: this account is being erased.", reason="erasing")
            return [e.AccountReopened(account.before_closing or "active")]
        case c.EraseAccount(proof_hash=proof_hash):
            require_system(moment)
            if account.state != "closing" or account.due_at is None or moment.now < account.due_at:
                raise Refused("This account is not due to be erased.", reason="not_due")
            return _erased(proof_hash, account)
        case _:
            assert_never(command)


def _erased(proof_hash: str, account: Account) -> list[e.AccountEvent]:
    """It has no members, and no role is left that its people have named."""
    members = [e.MemberRemoved(user_id, "erased") for user_id in account.members]
    named = [e.RoleRetired(role_id) for role_id, role in account.roles.items() if role.key is None]
    return [*members, *named, e.AccountErased(proof_hash)]


def _start(command: c.StartSubscription, account: Account, moment: Moment) -> list[e.AccountEvent]:
    require(account, moment, "billing.manage")
    if account.state != "incomplete":
        raise AlreadyExists("This account already has a plan.", reason="already_subscribed")
    return [
        e.SubscriptionStarted(
            command.plan_id,
            command.limits,
            command.trial_ends_at,
            command.paid_until,
            command.voucher_id,
        )
    ]


def _change_plan(command: c.ChangePlan, account: Account, moment: Moment) -> list[e.AccountEvent]:
    require(account, moment, "billing.manage")
    if account.state == "incomplete":
        raise Refused("Choose a plan for this account first.", reason="account_incomplete")
    if account.state == "closing":
        raise Refused("This account is being closed. Reopen it first.", reason="closing")
    if account.suspended_by == "operator":
        raise Refused("This account is suspended. Ask the operator.", reason="suspended")
    if exceeded := _over(command.limits, command.usage, account):
        raise Refused("The account uses more than this plan includes.", reason="over_limits", usage=exceeded)
    terms = (command.plan_id, command.limits, command.trial_ends_at, command.paid_until)
    same = terms == (account.plan_id, account.limits, account.trial_ends_at, account.paid_until)
    if same and command.voucher_id is None and account.state in ("trialing", "active"):
        return []
    return [e.SubscriptionChanged(*terms, command.voucher_id)]


def _over(limits: PlanLimits, usage: Usage, account: Account) -> dict[str, Any]:
    """What is used past the limits: name, with the amount used and the limit."""
    amounts: dict[str, tuple[int, int | None]] = {
        "seats": (account.seats_taken, limits.seats),
        "customRoles": (account.custom_roles, limits.custom_roles),
        "storageBytes": (usage.storage_bytes, limits.storage_bytes),
        "profiles": (usage.profiles, limits.profiles),
    }
    return {
        name: {"used": used, "limit": limit}
        for name, (used, limit) in amounts.items()
        if limit is not None and used > limit
    }


def _suspend(reason: Any, account: Account, now: datetime) -> list[e.AccountEvent]:
    if account.state == "suspended" or account.state in ("incomplete", "closing"):
        return []
    if reason == "unpaid" and not (account.state == "pastDue" and account.read_only(now)):
        raise Refused("There is still time to pay.", reason="not_due")
    return [e.AccountSuspended(reason)]
