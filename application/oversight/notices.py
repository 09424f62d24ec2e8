"""What a person has seen of what the bell says, what is dealt with, and whether it also comes by mail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Protocol
from uuid import UUID

from msgspec import Meta

from application.access import in_account, signed_in
from application.commands import Route
from application.unit_of_work import Work
from domain.kernel import Value
from domain.messaging.digests import DIGEST, ChooseDigest, digest_id
from domain.oversight.notices import NOTICE_READING, NoticesDone, NoticesRead


class OwnNotices(Protocol):
    async def unread(self, user_id: UUID, ids: Sequence[UUID]) -> Sequence[UUID]:
        """Those of them that are this person's and were not read before."""
        ...

    async def may_be_done(self, user_id: UUID, ids: Sequence[UUID]) -> Sequence[UUID]:
        """Those of them that are this person's, and theirs to say that they are dealt with."""
        ...


class ReadNotices(Value, frozen=True):
    ids: Annotated[tuple[UUID, ...], Meta(min_length=1, max_length=100)]


class DoneNotices(Value, frozen=True):
    ids: Annotated[tuple[UUID, ...], Meta(min_length=1, max_length=100)]


class ChooseOwnDigest(Value, frozen=True):
    """Whether the mail of the morning is wanted, in the account of the session."""

    wanted: bool


class ReadAnswer(Value, frozen=True):
    """How many were unread until now."""

    read: int


class DoneAnswer(Value, frozen=True):
    """How many are shown no more."""

    done: int


class DigestChoice(Value, frozen=True):
    """Whether the person gets a mail on mornings after there was a warning."""

    wanted: bool


def routes(own: OwnNotices) -> dict[type, Route]:
    async def read(work: Work, command: ReadNotices) -> ReadAnswer:
        user_id = signed_in(work.context)
        unread = await own.unread(user_id, command.ids)
        if unread:
            await work.record(NOTICE_READING, user_id, NoticesRead(tuple(sorted(unread))))
        return ReadAnswer(len(unread))

    async def done(work: Work, command: DoneNotices) -> DoneAnswer:
        user_id = signed_in(work.context)
        ids = await own.may_be_done(user_id, command.ids)
        if ids:
            await work.record(NOTICE_READING, user_id, NoticesDone(tuple(sorted(ids))))
        return DoneAnswer(len(ids))

    async def choose(work: Work, command: ChooseOwnDigest) -> DigestChoice:
        account_id, user_id = in_account(work.context), signed_in(work.context)
        chosen = ChooseDigest(user_id, command.wanted)
        await work.decide(DIGEST, digest_id(account_id, user_id), chosen)
        return DigestChoice(command.wanted)

    return {
        ReadNotices: Route(None, read, (NOTICE_READING,)),
        DoneNotices: Route(None, done, (NOTICE_READING,)),
        ChooseOwnDigest: Route(None, choose, (DIGEST,)),
    }
