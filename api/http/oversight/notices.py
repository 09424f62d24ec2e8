"""`/api/notifications`: what the bell says, what of it was seen or done, and what comes by mail."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from litestar import Controller, Response, get, post, put
from litestar.params import JSONBody, QueryParameter

from api.http.answers import Data, Sync, answer, listed
from api.http.given import Fresh, Given
from application.access import in_account, signed_in
from application.commands import Commands
from application.oversight.notices import (
    ChooseOwnDigest,
    DigestChoice,
    DoneAnswer,
    DoneNotices,
    ReadAnswer,
    ReadNotices,
)
from application.ports import Context
from domain.ids import RoleId
from domain.kernel import Value
from projections.kernel import Reader
from projections.oversight.expiry import digest_wanted
from projections.oversight.notices import About, Kind, notices_of


class NoticeShown(Value, frozen=True):
    """`about` says what happened; `targetId` is the device, invitation, task or document, `personId` whose
    it is."""

    id: UUID
    account_id: UUID
    kind: Kind
    about: About
    target_id: UUID
    person_id: UUID | None
    at: datetime
    read_at: datetime | None


class NoticeList(Value, frozen=True):
    """`unread` counts beyond those listed."""

    data: list[NoticeShown]
    unread: int
    sync: Sync


class NoticeController(Controller):
    path = "/api/notifications"
    tags = ("notices",)

    @get("/", operation_id="listNotices", opt={"any_account": True})
    async def mine(
        self,
        context: Given[Context],
        reader: Given[Reader],
        fresh: Given[Fresh],
        limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
    ) -> Response[NoticeList]:
        """List your notifications, of this account and of no account, newest first."""
        user_id = signed_in(context)
        actor = context.actor
        reads = actor.reads if "document.read" in actor.may else frozenset[RoleId]()
        shown = await notices_of(reader, user_id, actor.account_id, reads, context.now, limit)
        return listed(shown.json, fresh, limit=limit, extra={"unread": shown.unread})

    @post("/read", operation_id="readNotices", status_code=200, opt={"any_account": True})
    async def read(
        self, data: JSONBody[ReadNotices], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[ReadAnswer]]:
        """Mark notifications as read."""
        return answer(await commands.run(data, context))

    @post("/done", operation_id="finishNotices", status_code=200, opt={"any_account": True})
    async def done(
        self, data: JSONBody[DoneNotices], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[DoneAnswer]]:
        """Take notifications away that are dealt with: reminders, mentions and warnings of documents."""
        return answer(await commands.run(data, context))

    @get("/digest", operation_id="getDigestChoice")
    async def chosen(self, context: Given[Context], reader: Given[Reader]) -> Data[DigestChoice]:
        """Whether you get an email on mornings when documents of this account come near their expiry."""
        account_id, user_id = in_account(context), signed_in(context)
        return Data(DigestChoice(await digest_wanted(reader, account_id, user_id)))

    @put("/digest", operation_id="chooseDigest")
    async def choose(
        self, data: JSONBody[ChooseOwnDigest], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[DigestChoice]]:
        """Choose whether you get that email."""
        return answer(await commands.run(data, context))
