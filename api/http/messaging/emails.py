"""`/email.send` and its kin: what members send, and what became of it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import JSONBody, QueryParameter

from api.http.answers import Data, Page, answer, listed
from api.http.cursors import Cursors
from api.http.given import Fresh, Given
from api.http.messaging.shapes import CancelRequest, MessageShape, ParameterShape, TemplateShape
from application.access import permitted
from application.commands import Commands
from application.ports import Context, PersonalData
from application.processes.send_batch import AcceptedBatch, CancelMails, SendBatch
from application.processes.send_mail import (
    Cancel,
    Cancelled,
    QueuedMessage,
    SendCustom,
    SendEmail,
    SentMessage,
)
from domain.errors import InvalidArgument
from domain.kernel import wire_time
from domain.messaging.user_templates import USER_TEMPLATES
from projections.kernel import Reader
from projections.messaging.emails import MessageRow, messages_of

_NEWEST = (datetime.max.replace(tzinfo=UTC), UUID(int=2**128 - 1))
Limit = Annotated[int, QueryParameter(name="limit", ge=1, le=200)]


class EmailController(Controller):
    tags = ["email"]  # noqa: RUF012

    @post("/email.send", operation_id="sendEmail", status_code=202)
    async def send(
        self, data: JSONBody[SendEmail], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[QueuedMessage]]:
        """Send an email by a template to a member or an address."""
        return answer(await commands.run(data, context), status=202)

    @post("/email.sendCustom", operation_id="sendCustomEmail", status_code=202)
    async def send_custom(
        self, data: JSONBody[SendCustom], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[list[SentMessage]]]:
        """Send an email in your own words to up to ten members or addresses, and ten more as copies."""
        return answer(await commands.run(data, context), status=202)

    @post("/email.bulkSend", operation_id="sendBulkEmail", status_code=202)
    async def send_bulk(
        self, data: JSONBody[SendBatch], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[AcceptedBatch]]:
        """Send an email to as many as a thousand, each with words of their own; or see what would be sent."""
        return answer(await commands.run(data, context), status=202)

    @post("/api/email/cancel", operation_id="cancelEmail", status_code=200)
    async def cancel(
        self, data: JSONBody[CancelRequest], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[Cancelled]]:
        """Cancel an email that you sent, or a bulk email, as far as it has not left."""
        permitted(context, "email.send")
        if data.message_id is not None and data.batch_id is None:
            return answer(await commands.run(Cancel(data.message_id), context))
        if data.batch_id is not None and data.message_id is None:
            return answer(await commands.run(CancelMails(data.batch_id), context))
        raise InvalidArgument("Name a message or a batch.", reason="message_id")

    @get("/api/email/templates", operation_id="listEmailTemplates")
    async def templates(self, context: Given[Context]) -> Data[list[TemplateShape]]:
        """List the templates of emails, with the values that each needs."""
        permitted(context, "email.send")
        return Data(
            [
                TemplateShape(
                    name, tuple(ParameterShape(each, *parameter) for each, parameter in parameters.items())
                )
                for name, parameters in USER_TEMPLATES.items()
            ]
        )

    @get("/api/email/messages", operation_id="listEmails")
    async def messages(
        self,
        context: Given[Context],
        reader: Given[Reader],
        personal: Given[PersonalData],
        cursors: Given[Cursors],
        fresh: Given[Fresh],
        batch_id: Annotated[UUID | None, QueryParameter(name="batchId")] = None,
        limit: Limit = 50,
        cursor: Annotated[str | None, QueryParameter(name="cursor")] = None,
    ) -> Response[Page[MessageShape]]:
        """List the emails that you sent, newest first; those of all members if you configure email."""
        account_id = permitted(context, "email.send")
        own = None if "email.configure" in context.actor.may else context.actor.user_id
        scope = ["emails", account_id, own, batch_id]
        before = _NEWEST if cursor is None else cursors.open(scope, cursor, tuple[datetime, UUID])
        rows = await messages_of(
            reader, account_id, before=before, limit=limit + 1, sent_by=own, batch_id=batch_id
        )
        shown = rows[:limit]
        further = None
        if len(rows) > limit:
            further = cursors.seal(scope, (shown[-1].created_at, shown[-1].id))
        addresses = await personal.open([row.to_ref for row in shown])
        bodies = [msgspec.json.encode(_shape(row, to)) for row, to in zip(shown, addresses, strict=True)]
        return listed(bodies, fresh, limit=limit, next_cursor=further)


def _shape(row: MessageRow, to: str | None) -> MessageShape:
    members: dict[str, Any] = row._asdict() | {"to": to}
    del members["to_ref"]
    for name in ("next_attempt_at", "created_at", "updated_at"):
        members[name] = None if members[name] is None else wire_time(members[name])
    return MessageShape(**members)
