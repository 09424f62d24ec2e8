"""What is heard of a message after it has left: it arrived, came back, or is not wanted."""

from __future__ import annotations

import msgspec

from application.commands import Route
from application.messaging.outbox import Body, body_label
from application.messaging.ports import Bodies, Sealing
from application.ports import BlindIndex
from application.unit_of_work import Work
from domain.errors import NotAllowed
from domain.ids import MessageId
from domain.kernel import Value
from domain.messaging.email import EMAIL, MarkBounced, MarkComplained, Report
from domain.messaging.suppressions import (
    SUPPRESSION,
    Reason,
    ReleaseAddress,
    SuppressAddress,
    suppression_id,
)


class NoteReport(Value, frozen=True):
    """A report about a message. It concerns the address that the message went to, whatever it says itself."""

    message_id: MessageId
    result: Report


class Release(Value, frozen=True):
    """An address that was bounced or complained gets mail again."""

    address: str


def routes(bodies: Bodies, sealing: Sealing, blind: BlindIndex) -> dict[type, Route]:
    """What the operator asks, and the server that reports come to."""

    async def note(work: Work, command: NoteReport) -> None:
        _only_the_system(work)
        await work.decide(EMAIL, command.message_id, command.result)
        email = await work.load(EMAIL, command.message_id)
        reason = _reason(command.result)
        # Of what never left nobody can say anything.
        if email is None or email.state not in ("sent", "delivered", "bounced", "complained"):
            return
        sealed = None if reason is None else await bodies.read(command.message_id)
        if reason is None or sealed is None:
            return
        body = msgspec.json.decode(sealing.open(body_label(command.message_id), sealed), type=Body)
        index = blind.email(body.to)
        suppress = SuppressAddress(email_index=index, reason=reason)
        await work.decide(SUPPRESSION, suppression_id(None, index), suppress)

    async def release(work: Work, command: Release) -> None:
        _only_the_system(work)
        list_id = suppression_id(None, blind.email(command.address))
        await work.decide(SUPPRESSION, list_id, ReleaseAddress())

    return {
        NoteReport: Route(None, note, (EMAIL, SUPPRESSION)),
        Release: Route(None, release, (SUPPRESSION,)),
    }


def _reason(report: Report) -> Reason | None:
    match report:
        case MarkBounced(hard=True):
            return "bounced"
        case MarkComplained():
            return "complained"
        case _:
            return None


def _only_the_system(work: Work) -> None:
    if work.context.actor.type != "system":
        raise NotAllowed("Only the system does this.")
