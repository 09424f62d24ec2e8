"""A status as its readers get it."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from domain.ids import UserId
from domain.work.entries.item import shown_as
from domain.work.statuses.state import Status
from domain.work.words import RankedWord


class ShownStatus(Status, frozen=True, kw_only=True):
    """`seq` is the position that last changed it; `owed` are the roles still without a wrap."""

    owed: tuple[UUID, ...] = ()
    created_at: str
    created_by: UserId | None
    updated_at: str
    updated_by: UserId | None
    seq: int = 0
    word: RankedWord


def shown(
    status: Status, *, before: ShownStatus | None, at: datetime, by: UserId | None, seq: int = 0
) -> ShownStatus:
    """The status after a change by this person at this moment; `before` is what was shown until then."""
    return shown_as(ShownStatus, status, before=before, at=at, by=by, seq=seq)
