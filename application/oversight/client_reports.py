"""Reports of browsers about answers that failed their checks, recorded as events."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from application.ports import Context, EventStore
from application.unit_of_work import Work
from domain.identity.access_log import ACCESS_LOG, ClientReported, day_of

Kind = Literal["decryptFailed", "rollback", "signature"]


class ClientReports:
    """Notes reports in the day's log of the account."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def note(
        self, context: Context, kind: Kind, resource: str, item_id: UUID, content_revision: int
    ) -> None:
        """`resource`, item and revision are what the browser says they are: claims, noted as such."""
        work = Work(self._store, context)
        detail = f"{resource} {item_id} {content_revision}"
        await work.record(ACCESS_LOG, day_of(context.now), ClientReported(kind, detail))
        await work.commit()
