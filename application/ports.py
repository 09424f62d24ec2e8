"""What the application asks of the world: the event store, time, keys of persons, blind indexes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, NamedTuple, Protocol, TypeVar, runtime_checkable
from uuid import UUID

from domain.kernel import Actor, Decider, Event, PiiRef

C = TypeVar("C")
S = TypeVar("S")
E = TypeVar("E", bound=Event)


class Idempotency(NamedTuple):
    """The client's key for one user action, and the hash of the route and body it came with."""

    key: str
    route: str
    fingerprint: bytes


class Context(NamedTuple):
    """The circumstances of one command: who, when, from where, in answer to what. Never a global."""

    actor: Actor
    now: datetime
    request_id: UUID
    correlation_id: UUID
    causation_id: UUID | None = None
    origin: UUID | None = None
    """`X-Tab-Id` of the writing tab, so that it can ignore its own echo."""
    ip: str | None = None
    agent: str | None = None
    idempotency: Idempotency | None = None


class StreamAppend(NamedTuple):
    """New facts of one stream. `expected` is the version they were decided on; None appends blindly."""

    decider: Decider[Any, Any, Any]
    account_id: UUID | None
    entity_id: UUID
    expected: int | None
    events: tuple[Event, ...]


class Guard(NamedTuple):
    """A stream that must still be at this version when the append commits, though nothing is added to it."""

    stream_id: UUID
    version: int
    account_id: UUID | None = None


class RowChange(NamedTuple):
    """A row outside the log that is written in the transaction of the append (secrets, one-time rows).

    `table` is schema-qualified. `put` inserts or replaces by primary key, `add` inserts and fails with
    `Stale` (reason `row_taken`) when the key is there, `patch` updates the row of `key`, and fails with
    `Stale` (reason `row_missing`) when there is none that matches, `delete` removes what matches.
    """

    op: Literal["put", "add", "patch", "delete"]
    table: str
    key: Mapping[str, Any]
    values: Mapping[str, Any] = {}


# The keys of persons and records: a unit of work may destroy one, and nothing else.
SUBJECT_KEYS = "es.subject_key"


@dataclass(frozen=True)
class Append:
    """One unit of work: all of it commits together, or none of it."""

    context: Context
    streams: tuple[StreamAppend, ...]
    guards: tuple[Guard, ...] = ()
    rows: tuple[RowChange, ...] = ()
    response: bytes | None = None
    """The answer kept with the idempotency key, as the client got it."""


class Appended(NamedTuple):
    """`position` is the log position of the newest fact, `replayed` the stored answer of an earlier,
    equal request (then nothing was appended), `versions` the new version of each stream by stream id."""

    position: int
    versions: Mapping[UUID, int]
    replayed: bytes | None = None


class Written(NamedTuple):
    """The circumstances of a stored event: its author (None for Coffer itself), time and position."""

    by: UUID | None
    at: datetime
    position: int


class EventStore(Protocol):
    """The log. Appending raises the refusals of `domain.errors` (see `Append`):

    `Stale` with reason `version_conflict` when a stream or guard moved, `AlreadyExists` with reason
    `claim_taken` and details `kind` when a claim is held by another stream, `Refused` with reason
    `idempotency_mismatch`, `LimitReached` with reason `busy` when the queue is full,
    `Unavailable` when the database does not answer.
    """

    async def load(
        self, decider: Decider[C, S, E], account_id: UUID | None, entity_id: UUID
    ) -> tuple[S | None, int]:
        """The folded state of a stream and its version (0: no such stream)."""
        ...

    async def newest(
        self, decider: Decider[Any, Any, Any], account_id: UUID | None, entity_id: UUID
    ) -> Written:
        """Who wrote the newest event of a stream, and when. Raises `LookupError` without such a stream."""
        ...

    async def append(self, unit: Append) -> Appended: ...

    async def replay(self, context: Context) -> Appended | None:
        """What was appended under this idempotency key, or None. Raises on another fingerprint."""
        ...


@runtime_checkable
@runtime_checkable
class PersonalData(Protocol):
    """Personal values under a key of their person, which lies outside the log and can be destroyed."""

    async def seal(self, subject: UUID, values: Mapping[str, str]) -> Mapping[str, PiiRef]:
        """Encrypt values of one person; makes the person's key when there is none."""
        ...

    async def open(self, refs: Sequence[PiiRef]) -> Sequence[str | None]:
        """The values again, in order; None where the key was destroyed."""
        ...

    async def forget(self, subject: UUID) -> None:
        """Destroy the key."""
        ...


class BlindIndex(Protocol):
    """Keyed hashes of guessable values, so that equality can be asked without the value."""

    def email(self, address: str) -> str:
        """HMAC-SHA-256 of the lower-case address, base64url: for claims, kept as long as the claim."""
        ...

    def token(self, purpose: str, token: str) -> str:
        """HMAC-SHA-256 of a secret that was handed out, base64url."""
        ...


class SignatureCheck(Protocol):
    """ECDSA P-256 with SHA-256, 64-byte r‖s with low s, over uncompressed points."""

    def verify(self, public_key: bytes, message: bytes, signature: bytes) -> bool: ...


@dataclass(frozen=True)
class Outcome:
    """What a command came to: the answer for the caller, and where it can be read from."""

    answer: Any
    position: int = 0
    version: int | None = None
    replayed: bytes | None = None
    facts: tuple[Event, ...] = field(default=())
