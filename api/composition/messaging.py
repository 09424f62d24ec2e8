"""Mail: queued by other contexts, delivered by the worker."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from api.composition.foundation import Foundation
from application.commands import Route
from application.jobs import Job
from application.messaging import delivery
from application.messaging.notices import Notices
from application.messaging.outbox import Outbox
from application.messaging.reactions import TOPIC
from application.ports import Context
from domain.kernel import Actor
from infrastructure.heartbeat import NotedCarrier
from infrastructure.identity.tokens import RandomTokens
from infrastructure.mail.bodies import StoredBodies
from infrastructure.mail.rendering import FileTemplates
from infrastructure.mail.smtp import SmtpCarrier
from infrastructure.sealing import KeySealing
from infrastructure.vault.read_models import VaultReads

# In production the start refuses to go on without one; in development this one takes nothing.
_NOBODY = "smtp://127.0.0.1:25"


def outbox_of(base: Foundation) -> Outbox:
    """Where every context queues its mail."""
    return Outbox(
        base.personal, KeySealing(base.settings.kek), base.blind.email_in_log, RandomTokens().new_id
    )


def notices_of(base: Foundation) -> Notices:
    """Notifications and mail to members of an account."""
    return Notices(VaultReads(base.reader), base.personal, outbox_of(base), base.settings.public_url)


def routes() -> Mapping[type[Any], Route]:
    return delivery.ROUTES


class MailWork:
    """What the worker does about mail."""

    def __init__(self, base: Foundation) -> None:
        self._clock = base.clock
        self._bodies = StoredBodies(base.pool)
        self._delivery = delivery.Delivery(
            base.commands,
            self._bodies,
            KeySealing(base.settings.kek),
            FileTemplates(),
            NotedCarrier(
                SmtpCarrier(base.settings.smtp_url or _NOBODY, base.settings.mail_from),
                base.settings.redis_url,
            ),
        )
        self.jobs: Mapping[str, Job] = {TOPIC: self._send}
        self.hourly: tuple[Callable[[], Awaitable[None]], ...] = (self._bodies.drop_what_is_due,)

    async def _send(self, payload: Mapping[str, Any]) -> datetime | None:
        message_id, request_id = UUID(payload["messageId"]), uuid4()
        context = Context(Actor(), self._clock(), request_id, correlation_id=request_id)
        return await self._delivery.send(message_id, context)
