"""Payment states of accounts: overdue, suspended by the clock, and reactivated after payment."""

from __future__ import annotations

from datetime import datetime

from application.commands import Route
from application.unit_of_work import Work
from domain.accounts.accounts import ACCOUNT
from domain.accounts.accounts.commands import MarkPaymentOverdue, ReactivateAccount, SuspendAccount
from domain.ids import AccountId
from domain.kernel import Value


class MarkOverdue(Value, frozen=True):
    """The trial or the paid time is over."""

    account_id: AccountId


class SuspendUnpaid(Value, frozen=True):
    """The grace period of two weeks has ended without a payment."""

    account_id: AccountId


class Reactivate(Value, frozen=True):
    """The operator confirms a payment, up to a day or without an end."""

    account_id: AccountId
    paid_until: datetime | None = None


async def _mark_overdue(work: Work, command: MarkOverdue) -> None:
    owner = command.account_id
    await work.decide(ACCOUNT, owner, MarkPaymentOverdue(), account_id=owner)


async def _suspend(work: Work, command: SuspendUnpaid) -> None:
    owner = command.account_id
    await work.decide(ACCOUNT, owner, SuspendAccount("unpaid"), account_id=owner)


async def _reactivate(work: Work, command: Reactivate) -> None:
    owner = command.account_id
    await work.decide(ACCOUNT, owner, ReactivateAccount(command.paid_until), account_id=owner)


ROUTES: dict[type, Route] = {
    MarkOverdue: Route(None, _mark_overdue, (ACCOUNT,)),
    SuspendUnpaid: Route(None, _suspend, (ACCOUNT,)),
    Reactivate: Route(None, _reactivate, (ACCOUNT,)),
}
