"""Hands queued messages to the delivery job."""

from __future__ import annotations

from collections.abc import Iterable

from application.reactions import Message, Reaction
from domain.kernel import Recorded
from domain.messaging.batches import BatchAccepted, BatchCancelled
from domain.messaging.email import EmailQueued

TOPIC = "mail"
# Somebody waits for a mail about signing in; these wait for what is left over.
TOPIC_AT_LEISURE = "mail_at_leisure"
BATCH_TOPIC = "mail_batch"


def react(recorded: Recorded) -> Iterable[Message]:
    match recorded.event:
        case EmailQueued(class_=class_):
            topic = TOPIC if class_ == "auth" else TOPIC_AT_LEISURE
            yield Message(topic, {"messageId": str(recorded.entity_id)}, str(recorded.event_id))
        case BatchAccepted() | BatchCancelled():
            payload = {"batchId": str(recorded.entity_id), "accountId": str(recorded.account_id)}
            yield Message(BATCH_TOPIC, payload, str(recorded.event_id))
        case _:
            pass


MAIL = Reaction("mail", (EmailQueued, BatchAccepted, BatchCancelled), react)

REACTIONS: tuple[Reaction, ...] = (MAIL,)
