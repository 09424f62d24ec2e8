"""Which accounts are closed or being erased, and how far each is: what the clock and the operator ask."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from domain.accounts.accounts.events import AccountClosed, AccountErased, AccountReopened
from domain.kernel import Recorded
from domain.oversight.erasure import STEPS, ErasureStarted, ErasureStepDone
from projections.kernel import Projection, Reader, Rows, Table

# The clock looks over all accounts, so these rows belong to none: ids, times and numbers, nothing else.
ERASURES = Table(
    "account_erasures",
    {
        "account_id": "uuid not null",
        "due_at": "timestamptz not null",
        "started_at": "timestamptz",
        "steps": "integer not null default 0",
        "erased_at": "timestamptz",
        "proof": "text",
    },
    account=False,
    key=("account_id",),
    indexes=("due_at, account_id where erased_at is null",),
)


def apply(rows: Rows, recorded: Recorded) -> None:
    key, at = {"account_id": recorded.account_id}, recorded.occurred_at
    match recorded.event:
        case AccountClosed(due_at=due_at):
            rows.put(ERASURES, key, due_at=due_at)
        case AccountReopened():
            rows.delete(ERASURES, key)
        case ErasureStarted():
            rows.patch(ERASURES, key, started_at=at)
        case ErasureStepDone(step=step):
            rows.patch(ERASURES, key, steps=STEPS.index(step) + 1)
        case AccountErased(proof_hash=proof):
            rows.patch(ERASURES, key, erased_at=at, proof=proof)
        case _:
            pass


PROJECTION = Projection(
    "account_erasures",
    1,
    (ERASURES,),
    apply,
    (AccountClosed, AccountReopened, ErasureStarted, ErasureStepDone, AccountErased),
)


class ErasureRow(NamedTuple):
    account_id: UUID
    due_at: datetime
    started_at: datetime | None
    steps: int
    erased_at: datetime | None
    proof: str | None


_ALL = "select account_id, due_at, started_at, steps, erased_at, proof from read.account_erasures"


async def erasures(reader: Reader) -> list[ErasureRow]:
    """Every account that is being closed, being erased, or erased."""
    return [ErasureRow(*row) for row in await reader.all(f"{_ALL} order by due_at, account_id")]


async def erasures_due(reader: Reader, now: datetime, limit: int) -> list[UUID]:
    """Accounts whose days are over and that are not erased yet, the longest due first."""
    rows = await reader.all(
        "select account_id from read.account_erasures where erased_at is null and due_at <= %(now)s "
        "order by due_at, account_id limit %(limit)s",
        {"now": now, "limit": limit},
    )
    return [account_id for (account_id,) in rows]
