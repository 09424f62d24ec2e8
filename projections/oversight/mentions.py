"""Streams of people, sessions and emails whose events name an account.

With its own events they are all that concerns it. Its own have an index by account; without this table a
replay of one account would have to read the sign-ins and emails of everybody besides.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, get_args, get_type_hints
from uuid import UUID

from domain.accounts.vouchers import VoucherRedeemed
from domain.identity.sessions import AccountSwitched, ImpersonationEnded, ImpersonationStarted
from domain.identity.users import UserErasureRequested
from domain.ids import AccountId
from domain.kernel import Event, Recorded
from domain.messaging.email import EmailQueued
from domain.messaging.suppressions import AddressSuppressed
from domain.oversight.suspicion.activities import ActivityDetected
from projections.kernel import Projection, Rows, Table

MENTIONS = Table("account_mentions", {"stream_id": "uuid not null"}, key=("stream_id",))


def accounts_named(event: Event) -> Iterator[UUID]:
    """The accounts in members of this type, alone or in a tuple."""
    for member in members_naming(type(event)):
        value = getattr(event, member)
        if isinstance(value, UUID):
            yield value
        elif value is not None:
            yield from value


@cache
def members_naming(event: type[Event]) -> tuple[str, ...]:
    hints = get_type_hints(event)
    return tuple(name for name in event.__struct_fields__ if _speaks_of_accounts(hints[name]))


def _speaks_of_accounts(hint: Any) -> bool:
    return hint is AccountId or any(_speaks_of_accounts(inner) for inner in get_args(hint))


def apply(rows: Rows, fact: Recorded) -> None:
    for account_id in accounts_named(fact.event):
        rows.put(MENTIONS, {"account_id": account_id, "stream_id": fact.stream_id})


PROJECTION = Projection(
    "account_mentions",
    1,
    (MENTIONS,),
    apply,
    (
        AccountSwitched,
        ImpersonationStarted,
        ImpersonationEnded,
        EmailQueued,
        AddressSuppressed,
        VoucherRedeemed,
        ActivityDetected,
        UserErasureRequested,
    ),
)
