"""What lies in the bin of any account, and until when: what the clock asks."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from domain.kernel import Recorded
from domain.work.documents import DOCUMENT
from domain.work.documents.facts import DocumentDeleted, DocumentPurged, DocumentRestored
from projections.kernel import Projection, Reader, Rows, Table

DAYS_IN_BIN = timedelta(days=30)  # domain.md section 12

# The clock looks over all accounts, so these rows belong to none: ids, a number and a time, nothing else.
BINNED = Table(
    "binned_documents",
    {
        "account_id": "uuid not null",
        "id": "uuid not null",
        # Of the newest fact about it: whoever purges knows whether anything has happened since.
        "version": "integer not null",
        "keep_until": "timestamptz not null",
    },
    account=False,
    key=("account_id", "id"),
    indexes=("keep_until",),
)


def apply(rows: Rows, recorded: Recorded) -> None:
    place = {"account_id": recorded.account_id, "id": recorded.entity_id}
    match recorded.event:
        case DocumentDeleted():
            until = recorded.occurred_at + DAYS_IN_BIN
            rows.put(BINNED, place, version=recorded.stream_version, keep_until=until)
        case DocumentRestored() | DocumentPurged():
            rows.delete(BINNED, place)
        case _:
            if (row := rows.get(BINNED, place)) is not None:
                rows.put(BINNED, place, version=recorded.stream_version, keep_until=row["keep_until"])


DOCUMENT_BIN = Projection("document_bin", 1, (BINNED,), apply, DOCUMENT.events)


class Binned(NamedTuple):
    """A document whose days in the bin are over."""

    account_id: UUID
    id: UUID
    version: int


_DUE = """
select account_id, id, version from read.binned_documents
where keep_until <= %(now)s order by keep_until, id limit %(limit)s
"""


async def documents_to_purge(reader: Reader, now: datetime, limit: int) -> list[Binned]:
    rows = await reader.all(_DUE, {"now": now, "limit": limit})
    return [Binned(*row) for row in rows]
