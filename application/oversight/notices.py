"""What a person has seen of what the bell says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Protocol
from uuid import UUID

from msgspec import Meta

from application.commands import Route
from application.unit_of_work import Work
from domain.errors import NotSignedIn
from domain.kernel import Value
from domain.oversight.notices import NOTICE_READING, NoticesRead


class OwnNotices(Protocol):
    async def unread(self, user_id: UUID, ids: Sequence[UUID]) -> Sequence[UUID]:
        """Those of them that are this person's and were not read before."""
        ...


class ReadNotices(Value, frozen=True):
    ids: Annotated[tuple[UUID, ...], Meta(min_length=1, max_length=100)]


class ReadAnswer(Value, frozen=True):
    """How many were unread until now."""

    read: int


def routes(own: OwnNotices) -> dict[type, Route]:
    async def read(work: Work, command: ReadNotices) -> ReadAnswer:
        user_id = work.context.actor.user_id
        if user_id is None:
            raise NotSignedIn()
        unread = await own.unread(user_id, command.ids)
        if unread:
            await work.record(NOTICE_READING, user_id, NoticesRead(tuple(sorted(unread))))
        return ReadAnswer(len(unread))

    return {ReadNotices: Route(None, read, (NOTICE_READING,))}
