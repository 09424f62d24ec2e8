"""A stream of observations, and what the detectors say to it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from domain.ids import PasskeyId, SessionId, UserId
from domain.kernel import Value
from domain.oversight.suspicion import observations as o
from domain.oversight.suspicion.detectors import StateKey, watch
from domain.oversight.suspicion.findings import Finding
from domain.oversight.suspicion.thresholds import Thresholds

NOON = datetime(2031, 5, 6, 12, tzinfo=UTC)
ANN, BEN = UserId(UUID(int=0xA)), UserId(UUID(int=0xB))
PHONE, LAPTOP = SessionId(UUID(int=0x51)), SessionId(UUID(int=0x52))
KEY = PasskeyId(UUID(int=0xC))
HOME = o.Where(network="home", family="Firefox on Linux")
HOTEL = o.Where(network="hotel", family="Chrome on Windows")
LONDON = o.Where("n1", "GB", 51.5, -0.1, "Firefox on Linux")
NEW_YORK = o.Where("n2", "US", 40.7, -74.0, "Chrome on Windows")
PARIS = o.Where("n3", "FR", 48.9, 2.4, "Chrome on Windows")

Seen = TypeVar("Seen", bound=o.Observation)
_places = itertools.count(1)


def seen(kind: type[Seen], *, minutes: float = 0, where: o.Where = HOTEL, **members: Any) -> Seen:
    """An observation so many minutes after noon."""
    position = next(_places)
    at = NOON + timedelta(minutes=minutes)
    return kind(position=position, id=UUID(int=position), at=at, where=where, **members)


def wrong_code(minutes: float = 0, **members: Any) -> o.CodeRejected:
    return seen(o.CodeRejected, minutes=minutes, **{"address": "ann", "user_id": ANN, **members})


def wrong_password(minutes: float = 0, **members: Any) -> o.SignInFailed:
    usual = {"address": "ann", "user_id": ANN, "method": "password"}
    return seen(o.SignInFailed, minutes=minutes, **{**usual, **members})


def sign_in(minutes: float = 0, **members: Any) -> o.SignedIn:
    usual = {"user_id": ANN, "session_id": LAPTOP, "new_device": True}
    return seen(o.SignedIn, minutes=minutes, **{**usual, **members})


def findings(
    *stream: o.Observation | Iterable[o.Observation],
    of: str | None = None,
    thresholds: Thresholds | None = None,
    states: dict[StateKey, Value] | None = None,
) -> list[Finding]:
    """What is found in a stream, of one detector or of all."""
    known: dict[StateKey, Value] = {} if states is None else states
    flat: list[o.Observation] = []
    for one in stream:
        flat.extend([one] if isinstance(one, o.Observation) else one)
    found = [f for one in flat for f in watch(known, one, thresholds or Thresholds())]
    return [finding for finding in found if of is None or finding.detector == of]


def said(found: Sequence[Finding]) -> list[tuple[str, int]]:
    return [(finding.detector, finding.severity) for finding in found]


def responses(finding: Finding) -> dict[str, str]:
    return {response.kind: response.subject for response in finding.responses}
