"""Addresses that get no mail, to tell beforehand; whether one gets some is decided by its own stream."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from domain.kernel import Recorded
from domain.messaging.suppressions import SUPPRESSION, AddressReleased, AddressSuppressed
from projections.kernel import Projection, Reader, Rows, Table

SUPPRESSIONS = Table(
    "suppressions",
    {
        "id": "uuid not null",
        "email_index": "text not null",
        "of_account_id": "uuid",
        "reason": "text not null",
    },
    account=False,
    indexes=("email_index",),
)

_SUPPRESSED = """
select distinct email_index from read.suppressions
where email_index = any(%(indexes)s::text[]) and (of_account_id is null or of_account_id = %(account_id)s)
"""


def apply(rows: Rows, recorded: Recorded) -> None:
    match recorded.event:
        case AddressSuppressed(email_index=index, account_id=account_id, reason=reason):
            row = {"email_index": index, "of_account_id": account_id, "reason": reason}
            rows.put(SUPPRESSIONS, recorded.entity_id, **row)
        case AddressReleased():
            rows.delete(SUPPRESSIONS, recorded.entity_id)
        case _:
            pass


async def suppressed_among(reader: Reader, account_id: UUID, indexes: Sequence[str]) -> set[str]:
    """Those of these addresses, by their blind indexes, that get no mail of this account's members."""
    rows = await reader.all(_SUPPRESSED, {"account_id": account_id, "indexes": list(indexes)})
    return {index for (index,) in rows}


PROJECTION = Projection("suppressions", 1, (SUPPRESSIONS,), apply, SUPPRESSION.events)
