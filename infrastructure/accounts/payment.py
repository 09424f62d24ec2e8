"""Two ways in which plans are paid for, neither of which needs an outside service."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from application.accounts.ports import Terms
from application.accounts.vouchers import hash_of
from application.ports import BlindIndex
from application.unit_of_work import Work
from domain.accounts.accounts import Account
from domain.accounts.accounts.plans import Plan
from domain.accounts.vouchers import NOT_VALID, VOUCHER, RedeemVoucher, Voucher, voucher_id
from domain.errors import InvalidArgument, NotSignedIn
from domain.ids import AccountId, VoucherId

NEEDS_CODE = "This plan needs a code."


def months_after(start: datetime, months: int) -> datetime:
    """The same day so many months later, or the last day of a shorter month."""
    year, month = divmod(start.month - 1 + months, 12)
    for day in range(start.day, 27, -1):
        try:
            return start.replace(year=start.year + year, month=month + 1, day=day)
        except ValueError:
            continue
    return start.replace(year=start.year + year, month=month + 1)


@dataclass(frozen=True)
class VoucherPayment:
    """Implements `application.accounts.ports.Payment`: free plans, trials and vouchers."""

    blind: BlindIndex

    async def terms(
        self, work: Work, plan: Plan, code: str | None, account_id: AccountId, account: Account | None
    ) -> Terms:
        if code is None:
            return self._without_code(work, plan, account)
        voucher, redeemed = await self._redeem(work, code, account_id, plan)
        now, given = work.context.now, voucher.terms
        if given.kind == "activation":
            until = None if given.months is None else months_after(now, given.months)
            return Terms(paid_until=until, voucher_id=redeemed, seats_bonus=given.seats_bonus)
        if plan.requires_code:
            raise InvalidArgument(NOT_VALID, reason="code")
        terms = self._without_code(work, plan, account)
        ends = terms.trial_ends_at
        if given.kind == "extend" and given.months is not None:
            ends = months_after(max(ends or now, now), given.months)
        return terms._replace(trial_ends_at=ends, voucher_id=redeemed, seats_bonus=given.seats_bonus)

    def _without_code(self, work: Work, plan: Plan, account: Account | None) -> Terms:
        if plan.requires_code:
            raise InvalidArgument(NEEDS_CODE, reason="code")
        if plan.price_minor == 0:
            return Terms()
        now = work.context.now
        if account is None or not (account.trialed or account.paid_until):
            return Terms(trial_ends_at=now + timedelta(days=plan.trial_days))
        if account.plan_id == plan.id or (account.trial_ends_at and account.trial_ends_at > now):
            # What was granted before goes on: a change of plan is no second trial.
            return Terms(account.trial_ends_at, account.paid_until, account.voucher_id)
        raise InvalidArgument(NEEDS_CODE, reason="code")

    async def _redeem(
        self, work: Work, code: str, account_id: AccountId, plan: Plan
    ) -> tuple[Voucher, VoucherId]:
        user_id = work.context.actor.user_id
        if user_id is None:
            raise NotSignedIn()
        code_hash = hash_of(self.blind, code)
        if code_hash is None:
            raise InvalidArgument(NOT_VALID, reason="code")
        named = voucher_id(code_hash)
        voucher = await work.load(VOUCHER, named)
        await work.decide(VOUCHER, named, RedeemVoucher(account_id, user_id, plan.id))
        if voucher is None:
            raise InvalidArgument(NOT_VALID, reason="code")
        return voucher, named


@dataclass(frozen=True)
class InvoicePayment:
    """Implements `application.accounts.ports.Payment`: the operator sends invoices and marks what is overdue.

    Codes work as with vouchers; without one a priced plan is active at once.
    """

    vouchers: VoucherPayment

    async def terms(
        self, work: Work, plan: Plan, code: str | None, account_id: AccountId, account: Account | None
    ) -> Terms:
        if code is not None or plan.requires_code:
            return await self.vouchers.terms(work, plan, code, account_id, account)
        return Terms()
