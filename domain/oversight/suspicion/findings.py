"""Findings: what a detector says, about whom, on which evidence, and what is to be done."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from msgspec import field

from domain.ids import UserId
from domain.kernel import Value

SubjectKind = Literal["user", "address", "network", "session", "passkey"]
ResponseKind = Literal[
    "codesOff",
    "delay",
    "throttle",
    "stepUp",
    "passkeyOff",
    "endSession",
    "mail",
    "tellOwners",
    "tellOperator",
]

# What the door has to know of as long as it holds.
RESTRAINING: frozenset[ResponseKind] = frozenset({"codesOff", "delay", "throttle", "stepUp", "passkeyOff"})
# Nobody needs more to judge a finding, however long it went on.
MOST_EVIDENCE = 100


class Subject(Value, frozen=True):
    """Whom it is about. Addresses and networks stand as hashes."""

    kind: SubjectKind
    id: str


class Response(Value, frozen=True):
    """What follows at once; `subject` is what it is done to, `until` when it is over by itself."""

    kind: ResponseKind
    subject: str = ""
    until: datetime | None = None


class Finding(Value, frozen=True, kw_only=True):
    """`cause` is the position of the fact that made it a finding: the same one is never two."""

    detector: str
    severity: int
    subject: Subject
    at: datetime
    cause: int
    evidence: tuple[UUID, ...]
    positions: tuple[int, ...]
    user_id: UserId | None = None
    params: dict[str, str] = field(default_factory=dict[str, str])
    responses: tuple[Response, ...] = ()

    @property
    def dedup_key(self) -> str:
        """Findings with the same key within a day are one that goes on."""
        return f"{self.detector}:{self.subject.kind}:{self.subject.id}"
