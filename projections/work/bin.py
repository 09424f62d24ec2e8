"""What lies in the bin of any account, of every kind, and until when: what the clock asks."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from domain.kernel import Recorded
from domain.work.contacts import CONTACT
from domain.work.documents import DOCUMENT
from domain.work.documents.facts import DocumentDeleted, DocumentPurged, DocumentRestored
from domain.work.items import facts as items
from domain.work.profiles import PROFILE
from domain.work.tasks import TASK
from domain.work.vendors import VENDOR
from projections.kernel import Needed, Projection, Reader, Rows, Table

DAYS_IN_BIN = timedelta(days=30)  # domain.md section 12

# The clock looks over all accounts, so these rows belong to none: ids, a number and a time, nothing else.
BINNED = Table(
    "binned",
    {
        "account_id": "uuid not null",
        "kind": "text not null",
        "id": "uuid not null",
        # Of the newest fact about it: whoever purges knows whether anything has happened since.
        "version": "integer not null",
        "keep_until": "timestamptz not null",
    },
    account=False,
    key=("account_id", "kind", "id"),
    indexes=("keep_until, id",),
)


def apply(rows: Rows, recorded: Recorded) -> None:
    place = {"account_id": recorded.account_id, "kind": recorded.kind, "id": recorded.entity_id}
    match recorded.event:
        case DocumentDeleted() | items.Deleted():
            until = recorded.occurred_at + DAYS_IN_BIN
            rows.put(BINNED, place, version=recorded.stream_version, keep_until=until)
        case DocumentRestored() | DocumentPurged() | items.Restored() | items.Purged():
            rows.delete(BINNED, place)
        case _:
            if (row := rows.get(BINNED, place)) is not None:
                rows.put(BINNED, place, version=recorded.stream_version, keep_until=row["keep_until"])


_DECIDERS = (DOCUMENT, CONTACT, VENDOR, TASK, PROFILE)


def _needs(recorded: Recorded) -> tuple[Needed, ...]:
    place = {"account_id": recorded.account_id, "kind": recorded.kind, "id": recorded.entity_id}
    return (Needed(BINNED, place),)


BIN = Projection(
    "bin", 2, (BINNED,), apply, tuple(event for kind in _DECIDERS for event in kind.events), needs=_needs
)


class Binned(NamedTuple):
    """An item whose days in the bin are over; `kind` is the word for the aggregate that it is."""

    account_id: UUID
    kind: str
    id: UUID
    version: int


_DUE = """
select account_id, kind, id, version from read.binned
where keep_until <= %(now)s order by keep_until, id limit %(limit)s
"""


async def items_to_purge(reader: Reader, now: datetime, limit: int) -> list[Binned]:
    rows = await reader.all(_DUE, {"now": now, "limit": limit})
    return [Binned(*row) for row in rows]
