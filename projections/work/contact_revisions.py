"""The contents a contact has had: who wrote which of them and when, and nothing of what it said."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from domain.kernel import Recorded
from domain.work.contacts import (
    ContactAudienceChanged,
    ContactCreated,
    ContactPurged,
    ContactRevised,
)
from projections.kernel import Projection, Reader, Rows, Table

REVISIONS = Table(
    "contact_revisions",
    {
        "id": "uuid not null",
        "content_revision": "integer not null",
        "at": "timestamptz not null",
        "by": "uuid",
    },
    key=("id", "content_revision"),
)


def apply(rows: Rows, recorded: Recorded) -> None:
    contact_id = recorded.entity_id
    match recorded.event:
        case (
            ContactCreated(sealed=sealed)
            | ContactRevised(sealed=sealed)
            | ContactAudienceChanged(sealed=sealed)
        ):
            place = {"id": contact_id, "content_revision": sealed.content_revision}
            rows.put(REVISIONS, place, at=recorded.occurred_at, by=recorded.actor_id)
        case ContactPurged():
            for row in rows.select(REVISIONS, id=contact_id):
                rows.delete(REVISIONS, {"id": contact_id, "content_revision": row["content_revision"]})
        case _:
            pass


CONTACT_REVISIONS = Projection(
    "contact_revisions",
    1,
    (REVISIONS,),
    apply,
    (ContactCreated, ContactRevised, ContactAudienceChanged, ContactPurged),
)


class Revision(NamedTuple):
    """One content of a contact."""

    content_revision: int
    at: datetime
    by: UUID | None


_HISTORY = """
select content_revision, at, by from read.contact_revisions
where account_id = %(account_id)s and id = %(id)s order by content_revision
"""


async def contact_history(reader: Reader, account_id: UUID, contact_id: UUID) -> list[Revision]:
    """Revisions, oldest first, without an audience check: the caller checks access to the contact first."""
    parameters = {"account_id": account_id, "id": contact_id}
    return [Revision(*row) for row in await reader.all(_HISTORY, parameters, account_id=account_id)]
