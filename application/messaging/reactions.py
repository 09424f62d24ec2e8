"""Hands queued messages to the delivery job."""

from __future__ import annotations

from collections.abc import Iterable

from application.reactions import Message, Reaction
from domain.kernel import Recorded
from domain.messaging.email import EmailQueued

TOPIC = "mail"


def react(recorded: Recorded) -> Iterable[Message]:
    yield Message(TOPIC, {"messageId": str(recorded.entity_id)}, str(recorded.event_id))


MAIL = Reaction("mail", (EmailQueued,), react)

REACTIONS: tuple[Reaction, ...] = (MAIL,)
