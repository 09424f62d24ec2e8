"""When a record is purged, the answers that repeated requests would get about it go, too.

They hold what the record was, as the client got it. Whoever repeats such a request is refused by the record
itself, which cannot be made a second time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol
from uuid import UUID

from application.jobs import Job
from application.reactions import Message, Reaction
from domain.kernel import Event, Recorded
from domain.work.contacts import CONTACT
from domain.work.documents import DOCUMENT
from domain.work.files import FILE
from domain.work.profiles import PROFILE
from domain.work.saved_filters import SAVED_FILTER
from domain.work.tasks import TASK
from domain.work.vendors import VENDOR

TOPIC = "answers.forget"

_KINDS = (CONTACT, VENDOR, TASK, PROFILE, DOCUMENT, FILE, SAVED_FILTER)
PURGES: tuple[type[Event], ...] = tuple(
    event for kind in _KINDS for event in kind.events if event.destroys_key
)


class Answers(Protocol):
    """What was answered to requests that came with a key of their own."""

    async def forget(self, account_id: UUID, record_id: UUID) -> None:
        """All that name this record."""
        ...


def react(recorded: Recorded) -> Iterable[Message]:
    payload = {"accountId": str(recorded.account_id), "id": str(recorded.entity_id)}
    yield Message(TOPIC, payload, f"{TOPIC}:{recorded.event_id}")


FORGET_ANSWERS = Reaction("forget_answers", PURGES, react)


def forget_job(answers: Answers) -> Job:
    """Build the job of `TOPIC`. It may run any number of times."""

    async def forget(payload: Mapping[str, Any]) -> None:
        await answers.forget(UUID(payload["accountId"]), UUID(payload["id"]))

    return forget
