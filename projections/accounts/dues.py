"""What the clock has to do about an account next: payments that fall due."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from domain.accounts.accounts import events as e
from domain.kernel import Recorded
from projections.kernel import Reader, Rows, Table

# The clock looks over all accounts, so these rows belong to none.
DUES = Table(
    "account_dues",
    {
        "account_id": "uuid not null",
        "what": "text not null",
        "due_at": "timestamptz not null",
        # While the account is being closed.
        "paused": "boolean not null default false",
    },
    account=False,
    key=("account_id",),
    indexes=("due_at",),
)


def apply(rows: Rows, recorded: Recorded) -> None:
    key = {"account_id": recorded.account_id}
    match recorded.event:
        case e.SubscriptionStarted() | e.SubscriptionChanged() as event:
            _overdue_at(rows, key, event.trial_ends_at or event.paid_until)
        case e.AccountReactivated(paid_until=paid_until):
            _overdue_at(rows, key, paid_until)
        case e.PaymentMarkedOverdue(read_only_from=moment):
            rows.put(DUES, key, what="suspend", due_at=moment)
        case e.AccountClosed():
            rows.patch(DUES, key, paused=True)
        case e.AccountReopened():
            rows.patch(DUES, key, paused=False)
        case e.AccountSuspended() | e.AccountErased():
            rows.delete(DUES, key)
        case _:
            pass


def _overdue_at(rows: Rows, key: dict[str, UUID | None], moment: datetime | None) -> None:
    if moment is None:
        rows.delete(DUES, key)
    else:
        rows.put(DUES, key, what="overdue", due_at=moment)


class Due(NamedTuple):
    account_id: UUID
    what: str


async def dues_at(reader: Reader, now: datetime) -> list[Due]:
    """What is due by now, the longest due first."""
    rows = await reader.all(
        "select account_id, what from read.account_dues "
        "where due_at <= %(now)s and not paused order by due_at limit 500",
        {"now": now},
    )
    return [Due(*row) for row in rows]
