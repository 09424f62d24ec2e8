"""Digests of what an account had in its read models, for those who replay it later."""

from __future__ import annotations

from datetime import datetime

from domain.kernel import Decider, Event, Moment, Value


class ReadModelDigest(Value, frozen=True, kw_only=True):
    """Of one read model, as it was shown when it had followed the log up to a position."""

    name: str
    version: int
    position: int
    rows: int
    sha256_b64u: str


class ReadModelsDigested(Event, frozen=True, tag="read_models.digested", kw_only=True):
    """A replay to these positions has to end with these digests.

    `left_out` are the members that no digest covers, by their names; rows that are dropped by their age count
    from `kept_from` on.
    """

    digests: tuple[ReadModelDigest, ...]
    left_out: tuple[str, ...]
    kept_from: datetime


def decide(event: ReadModelsDigested, _known: None, _moment: Moment) -> list[ReadModelsDigested]:
    """Nothing is refused here: what was shown was shown."""
    return [event]


def evolve(_known: None, _event: ReadModelsDigested) -> None:
    return None


READ_MODELS: Decider[ReadModelsDigested, None, ReadModelsDigested] = Decider(
    "read_models", (ReadModelsDigested,), decide, evolve, versioned=False
)
