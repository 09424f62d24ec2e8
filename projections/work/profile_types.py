"""In which order an account shows the types of profiles, where it has chosen one."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from domain.accounts.accounts.events import ProfileTypesOrdered
from domain.kernel import Recorded
from projections.kernel import Projection, Reader, Rows, Table

ORDERS = Table("profile_type_orders", {"type_ids": "uuid[] not null"}, key=("account_id",))


def apply(rows: Rows, recorded: Recorded) -> None:
    assert isinstance(recorded.event, ProfileTypesOrdered)
    rows.put(ORDERS, {"account_id": recorded.account_id}, type_ids=list(recorded.event.type_ids))


PROFILE_TYPE_ORDERS = Projection("profile_type_orders", 1, (ORDERS,), apply, (ProfileTypesOrdered,))

_ORDER = "select type_ids from read.profile_type_orders where account_id = %(account_id)s"


async def chosen_order(reader: Reader, account_id: UUID) -> Sequence[UUID]:
    """The types as the account has ordered them; empty when it has not."""
    row = await reader.one(_ORDER, {"account_id": account_id}, account_id=account_id)
    return row[0] if row else ()
