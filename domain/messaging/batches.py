"""One message to many: accepted as a whole, sent one by one, and over when the last has come to its end."""

from __future__ import annotations

from typing import Literal, assert_never
from uuid import UUID, uuid5

from msgspec.structs import replace

from domain.errors import AlreadyExists, NotFound
from domain.ids import BatchId, MessageId
from domain.kernel import Decider, Event, Moment, Value

State = Literal["accepted", "cancelled", "finished"]


def message_of_batch(batch_id: UUID, number: int) -> MessageId:
    """The same whenever it is asked: what is queued twice is there once."""
    return MessageId(uuid5(batch_id, f"message:{number}"))


class BatchCounts(Value, frozen=True, kw_only=True):
    """How its messages have ended."""

    sent: int = 0
    failed: int = 0
    suppressed: int = 0
    cancelled: int = 0


class AcceptBatch(Value, frozen=True):
    batch_id: BatchId
    total: int


class FinishBatch(Value, frozen=True):
    counts: BatchCounts


class CancelBatch(Value, frozen=True):
    """What has not left yet does not leave."""


class BatchAccepted(Event, frozen=True, tag="email_batch.accepted"):
    batch_id: BatchId
    total: int


class BatchFinished(Event, frozen=True, tag="email_batch.finished"):
    counts: BatchCounts


class BatchCancelled(Event, frozen=True, tag="email_batch.cancelled"):
    pass


BatchCommand = AcceptBatch | FinishBatch | CancelBatch
BatchEvent = BatchAccepted | BatchFinished | BatchCancelled


class Batch(Value, frozen=True):
    total: int
    state: State = "accepted"


def decide(command: BatchCommand, batch: Batch | None, _moment: Moment) -> list[BatchEvent]:
    if isinstance(command, AcceptBatch):
        if batch is not None:
            raise AlreadyExists("These emails are accepted already.")
        return [BatchAccepted(command.batch_id, command.total)]
    if batch is None:
        raise NotFound("There are no such emails.")
    match command:
        case CancelBatch():
            return [BatchCancelled()] if batch.state == "accepted" else []
        case FinishBatch(counts=counts):
            return [] if batch.state == "finished" else [BatchFinished(counts)]
        case _:
            assert_never(command)


def evolve(batch: Batch | None, event: BatchEvent) -> Batch | None:
    if isinstance(event, BatchAccepted):
        return Batch(event.total)
    if batch is None:
        return None
    match event:
        case BatchCancelled():
            return replace(batch, state="cancelled")
        case BatchFinished():
            return replace(batch, state="finished")
        case _:
            assert_never(event)


EMAIL_BATCH: Decider[BatchCommand, Batch, BatchEvent] = Decider(
    "email_batch", (BatchAccepted, BatchFinished, BatchCancelled), decide, evolve
)
