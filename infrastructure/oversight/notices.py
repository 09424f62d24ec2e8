"""Whose notices they are."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from projections.kernel import Reader
from projections.oversight.notices import may_be_done, still_unread


class OwnNoticesByReader:
    """Implements `application.oversight.notices.OwnNotices`."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def unread(self, user_id: UUID, ids: Sequence[UUID]) -> Sequence[UUID]:
        return await still_unread(self._reader, user_id, ids)

    async def may_be_done(self, user_id: UUID, ids: Sequence[UUID]) -> Sequence[UUID]:
        return await may_be_done(self._reader, user_id, ids)
