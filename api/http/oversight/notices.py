"""`/api/notifications`: what the bell says, and what of it was seen."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from litestar import Controller, Response, get, post
from litestar.params import JSONBody, QueryParameter

from api.http.answers import Data, Sync, answer, listed
from api.http.given import Fresh, Given
from application.access import signed_in
from application.commands import Commands
from application.oversight.notices import ReadAnswer, ReadNotices
from application.ports import Context
from domain.kernel import Value
from projections.kernel import Reader
from projections.oversight.notices import About, Kind, notices_of


class NoticeShown(Value, frozen=True):
    """`about` says what happened; `targetId` is the device, invitation or task, `personId` whose it is."""

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
        shown = await notices_of(reader, user_id, context.actor.account_id, context.now, limit)
        return listed(shown.json, fresh, limit=limit, extra={"unread": shown.unread})

    @post("/read", operation_id="readNotices", status_code=200, opt={"any_account": True})
    async def read(
        self, data: JSONBody[ReadNotices], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[ReadAnswer]]:
        """Mark notifications as read."""
        return answer(await commands.run(data, context))
