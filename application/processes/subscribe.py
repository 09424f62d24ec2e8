"""Opening accounts and choosing plans: the account, what pays for it, and the session that enters it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from application.accounts.answers import account_answer
from application.accounts.ports import Directory, Payment, Plans, Terms
from application.accounts.zones import require_zone
from application.commands import Route
from application.identity.ports import Limits, Rule
from application.unit_of_work import Work
from domain.accounts.accounts import ACCOUNT, Account
from domain.accounts.accounts.commands import ChangePlan, OpenAccount, RenameAccount, StartSubscription
from domain.accounts.accounts.plans import Plan, PlanLimits
from domain.accounts.accounts.settings import DisplayName, Language, Zone
from domain.accounts.vouchers import VOUCHER
from domain.errors import AlreadyExists, InvalidArgument, LimitReached, NotFound, NotSignedIn, Refused
from domain.identity.sessions import SESSION, SwitchAccount
from domain.ids import AccountId, UserId
from domain.kernel import Value

OWNED_ACCOUNTS = 10
CODE_BUDGET = (Rule(10, 3600),)


class OpenFurther(Value, frozen=True, kw_only=True):
    """Open an account that still needs a plan, in the language and the time zone of who opens it."""

    account_id: AccountId
    display_name: DisplayName
    language: Language | None = None
    zone: Zone | None = None


class Subscribe(Value, frozen=True, kw_only=True):
    """Choose a plan. `new_account_id` names the account that is opened where there is none yet.

    Language and time zone are for the account that is opened; one that exists already keeps its own.
    """

    plan_id: str
    display_name: DisplayName
    code: str | None = None
    account_id: AccountId | None = None
    new_account_id: AccountId
    language: Language | None = None
    zone: Zone | None = None


@dataclass(frozen=True)
class Subscriptions:
    """What subscribing needs beside the unit of work."""

    directory: Directory
    plans: Plans
    payment: Payment
    limits: Limits

    async def open_further(self, work: Work, command: OpenFurther) -> dict[str, Any]:
        require_zone(command.zone)
        await self._open(work, command.account_id, command)
        return await self._answer(work, command.account_id)

    async def subscribe(self, work: Work, command: Subscribe) -> dict[str, Any]:
        await self.registered(work)
        require_zone(command.zone)
        plan = self.plans.get(command.plan_id)
        if plan is None:
            raise InvalidArgument("There is no such plan.", reason="plan")
        current = work.context.actor.account_id
        if current is not None and command.account_id in (None, current):
            return await self._change(work, current, plan, command.code)
        return await self._start(work, command, plan)

    async def _start(self, work: Work, command: Subscribe, plan: Plan) -> dict[str, Any]:
        account_id = command.account_id or command.new_account_id
        if command.account_id is None:
            await self._open(work, account_id, command)
        account = await self._mine(work, account_id)
        if account.state != "incomplete":
            raise AlreadyExists("This account already has a plan.", reason="already_subscribed")
        terms = await self._terms(work, plan, command.code, account_id, None)
        if account.display_name != command.display_name:
            order = RenameAccount(command.display_name)
            await work.decide(ACCOUNT, account_id, order, account_id=account_id)
        start = StartSubscription(
            plan.id, granted(plan, terms), terms.trial_ends_at, terms.paid_until, terms.voucher_id
        )
        await work.decide(ACCOUNT, account_id, start, account_id=account_id)
        if (session_id := work.context.actor.session_id) is not None:
            await work.decide(SESSION, session_id, SwitchAccount(account_id))
        return await self._answer(work, account_id)

    async def _change(
        self, work: Work, account_id: AccountId, plan: Plan, code: str | None
    ) -> dict[str, Any]:
        work.permit("billing.manage")
        account = await self._mine(work, account_id)
        terms = await self._terms(work, plan, code, account_id, account)
        usage = await self.directory.usage(account_id)
        change = ChangePlan(
            plan.id, granted(plan, terms), usage, terms.trial_ends_at, terms.paid_until, terms.voucher_id
        )
        await work.decide(ACCOUNT, account_id, change)
        return await self._answer(work, account_id)

    async def _open(self, work: Work, account_id: AccountId, wish: OpenFurther | Subscribe) -> None:
        user_id = await self.registered(work)
        if await self.directory.owned_accounts(user_id) >= OWNED_ACCOUNTS:
            raise Refused(f"You own {OWNED_ACCOUNTS} accounts already.", reason="account_limit")
        order = OpenAccount(account_id, wish.display_name, user_id, wish.language or "en", wish.zone or "UTC")
        await work.decide(ACCOUNT, account_id, order, account_id=account_id)

    async def _mine(self, work: Work, account_id: AccountId) -> Account:
        account = await work.load(ACCOUNT, account_id, account_id=account_id)
        if account is None or work.context.actor.user_id not in account.members:
            raise NotFound("There is no such account.")
        return account

    async def _terms(
        self, work: Work, plan: Plan, code: str | None, account_id: AccountId, account: Account | None
    ) -> Terms:
        if code:
            subject = f"voucher:{work.context.actor.user_id}"
            verdict = await self.limits.take(subject, CODE_BUDGET, work.context.now)
            if verdict.wait:
                raise LimitReached(
                    "Too many codes were tried. Wait a while.",
                    reason="code_limit",
                    retry_after=verdict.wait,
                )
        return await self.payment.terms(work, plan, code or None, account_id, account)

    async def _answer(self, work: Work, account_id: AccountId) -> dict[str, Any]:
        account = await self._mine(work, account_id)
        work.version = await work.version_of(ACCOUNT, account_id, account_id=account_id)
        return await account_answer(self.directory, account, work.version, work.context.actor.user_id)

    async def registered(self, work: Work) -> UserId:
        """Who asks, as long as they have proven their mailbox."""
        user_id = work.context.actor.user_id
        if user_id is None:
            raise NotSignedIn()
        person = (await self.directory.people([user_id])).get(user_id)
        if person is None or not person.proven:
            raise Refused("Prove your e-mail address first.", reason="email_unverified")
        return user_id


def granted(plan: Plan, terms: Terms) -> PlanLimits:
    """The plan's limits with what the voucher adds."""
    return msgspec.structs.replace(plan.limits, seats=plan.limits.seats + terms.seats_bonus)


def routes(subscriptions: Subscriptions) -> dict[type, Route]:
    return {
        OpenFurther: Route(None, subscriptions.open_further, (ACCOUNT,)),
        Subscribe: Route(None, subscriptions.subscribe, (ACCOUNT, SESSION, VOUCHER)),
    }
