"""Mail: queued by other contexts, delivered by the worker."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from uuid import UUID, uuid4

from api.composition.foundation import Foundation
from application.commands import Route
from application.jobs import Job, Later
from application.messaging import attempts, reports
from application.messaging.delivery import Delivery
from application.messaging.notices import Notices
from application.messaging.outbox import Outbox
from application.messaging.reactions import BATCH_TOPIC, TOPIC, TOPIC_AT_LEISURE
from application.ports import Context
from application.processes import send_batch
from application.processes.send_batch import BatchQueue
from domain.ids import MessageId
from domain.kernel import Actor
from infrastructure.heartbeat import NotedCarrier
from infrastructure.identity.tokens import RandomTokens
from infrastructure.mail.bodies import StoredBodies
from infrastructure.mail.carriers import carrier_of
from infrastructure.mail.chores import MailChores
from infrastructure.mail.lanes import ValkeyLanes
from infrastructure.mail.rendering import FileTemplates
from infrastructure.outbox import OutboxWaits
from infrastructure.sealing import KeySealing
from infrastructure.valkey import open_valkey
from infrastructure.vault.read_models import VaultReads


def outbox_of(base: Foundation) -> Outbox:
    """Where every context queues its mail."""
    return Outbox(
        base.personal,
        KeySealing(base.settings.kek),
        base.blind.email_in_log,
        RandomTokens().new_id,
        base.settings.mail_provider,
    )


def notices_of(base: Foundation) -> Notices:
    """Notifications and mail to members of an account."""
    return Notices(VaultReads(base.reader), base.personal, outbox_of(base), base.settings.public_url)


def routes(base: Foundation) -> Mapping[type[Any], Route]:
    """What the jobs ask, and the clock."""
    return {**attempts.ROUTES, **send_batch.queue_routes(outbox_of(base))}


def report_routes(base: Foundation) -> Mapping[type[Any], Route]:
    """What is heard of mail that has left."""
    return reports.routes(StoredBodies(base.pool), KeySealing(base.settings.kek), base.blind)


class MailWork:
    """What the worker does about mail."""

    def __init__(self, base: Foundation) -> None:
        self._clock = base.clock
        self._bodies = StoredBodies(base.pool)
        settings = base.settings
        self._delivery = Delivery(
            commands=base.commands,
            bodies=self._bodies,
            sealing=KeySealing(settings.kek),
            templates=FileTemplates(),
            carrier=NotedCarrier(carrier_of(settings), settings.redis_url),
            blind=base.blind,
            lanes=ValkeyLanes(open_valkey(settings.redis_url)),
            waits=OutboxWaits(base.pool),
        )
        batches = BatchQueue(base.commands, self._bodies, KeySealing(settings.kek), base.clock)
        self.jobs: Mapping[str, Job] = {
            TOPIC: self._send,
            TOPIC_AT_LEISURE: self._send,
            BATCH_TOPIC: batches.go_on,
        }
        self.at_leisure = (TOPIC_AT_LEISURE, BATCH_TOPIC)
        self.minutely = (MailChores(base.commands, base.reader, base.clock).do_what_is_due,)
        self.hourly: tuple[Callable[[], Awaitable[None]], ...] = (self._bodies.drop_what_is_due,)

    async def _send(self, payload: Mapping[str, Any]) -> Later | None:
        message_id, request_id = MessageId(UUID(payload["messageId"])), uuid4()
        context = Context(Actor(), self._clock(), request_id, correlation_id=request_id)
        return await self._delivery.send(message_id, context)
