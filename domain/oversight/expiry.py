"""Warnings that a document expires: who was told of which stage, each once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from uuid import UUID, uuid5

from domain.ids import DocumentId, UserId
from domain.kernel import Decider, Event, Moment, Value


class WarnOfExpiry(Value, frozen=True, kw_only=True):
    """The document is within `stage` days of its date; nobody is told where nobody is there to be told."""

    document_id: DocumentId
    expires_on: date
    stage: int
    user_ids: tuple[UserId, ...]


class ExpiryWarned(Event, frozen=True, tag="document.expiry_warned", kw_only=True):
    """These people were told that the document expires, at the stage of so many days before."""

    document_id: DocumentId
    expires_on: date
    stage: int
    user_ids: tuple[UserId, ...]


class Warned(Value, frozen=True):
    """How near each date was of which there was a warning: one that is changed back to is no news."""

    nearest: Mapping[date, int]


def expiry_id(document_id: UUID) -> UUID:
    """The stream of a document's warnings.

    It is not that of the document: a warning would move its version under the hands of those who are writing,
    and send its row to every browser again.
    """
    return uuid5(document_id, "expiry")


def decide(command: WarnOfExpiry, warned: Warned | None, _moment: Moment) -> list[ExpiryWarned]:
    """A narrower stage stands for those before it: after days without a worker one warning is enough."""
    nearest = None if warned is None else warned.nearest.get(command.expires_on)
    if nearest is not None and nearest <= command.stage:
        return []
    return [
        ExpiryWarned(
            document_id=command.document_id,
            expires_on=command.expires_on,
            stage=command.stage,
            user_ids=command.user_ids,
        )
    ]


def evolve(warned: Warned | None, event: ExpiryWarned) -> Warned:
    return Warned({**(warned.nearest if warned else {}), event.expires_on: event.stage})


EXPIRY: Decider[WarnOfExpiry, Warned, ExpiryWarned] = Decider("expiry", (ExpiryWarned,), decide, evolve)
