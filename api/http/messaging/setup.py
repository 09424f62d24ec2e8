"""`/api/email`: whether mail can leave."""

from __future__ import annotations

from litestar import Controller, Response, get, post
from litestar.params import JSONBody

from api.http.answers import Data, answer
from api.http.given import Given
from api.http.messaging.shapes import CheckShape, SetupShape
from application.ports import Context
from application.processes.mail_setup import MailSetup, SendTest
from application.processes.send_mail import QueuedMessage
from domain.kernel import wire_time


class MailSetupController(Controller):
    path = "/api/email"
    tags = ["email"]  # noqa: RUF012

    @get("/check-config", operation_id="getEmailSetup")
    async def check(self, context: Given[Context], mail_setup: Given[MailSetup]) -> Data[SetupShape]:
        """Check whether emails can be sent: the server, its encryption and sign-in, the sender's domain."""
        found = await mail_setup.look(context)
        last = found.last_success_at
        return Data(
            SetupShape(
                found.provider,
                found.configured,
                tuple(CheckShape(*check) for check in found.checks),
                None if last is None else wire_time(last),
            )
        )

    @post("/test-graph-mail", operation_id="sendTestEmail", status_code=202)
    async def test(
        self, data: JSONBody[SendTest], context: Given[Context], mail_setup: Given[MailSetup]
    ) -> Response[Data[QueuedMessage]]:
        """Send a test email by Microsoft Graph, to you or to another address."""
        return answer(await mail_setup.test(data, context), status=202)
