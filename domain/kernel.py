"""The words every rule is written in: values, events, claims, actors, moments and deciders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar, Generic, Literal, NamedTuple, NewType, TypeVar
from uuid import UUID

import msgspec

from domain.ids import AccountId, DeviceId, RoleId, SessionId, UserId, stream_id


def camel(name: str) -> str:
    """The wire name of a field. msgspec's own "camel" would turn `iv_b64u` into `ivB64U`."""
    first, *rest = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


def wire_time(at: datetime) -> str:
    """A moment in ready JSON: RFC 3339 in UTC with exactly three fraction digits."""
    utc = at if at.tzinfo is UTC else at.astimezone(UTC)
    return utc.isoformat(timespec="milliseconds")[: -len("+00:00")] + "Z"


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename=camel):
    """An immutable value that crosses a border: a command, a state, a part of an event."""


class Claim(NamedTuple):
    """A name that one stream may hold at a time, taken in the transaction of the append.

    `value` is never the plain value when that is personal: it is its blind index.
    """

    scope: Literal["global", "account"]
    kind: str
    value: str


Upcast = Callable[[dict[str, Any]], dict[str, Any]]


class Event(msgspec.Struct, frozen=True, rename=camel, tag_field="event"):
    """A fact. Its tag is its stored name, `entity.past_tense`, chosen once and for ever.

    Readers ignore members they do not know. `schema_version` grows when a member is renamed or split.
    `upcasts` then turns the stored members of version n into those of n + 1, for every n below it.
    `erasable` names members (dotted wire paths) that are stored under the record's own key, so that
    destroying that key erases them; after that they decode to their empty value.
    `destroys_key` says that the key of the record goes in the append of this event.
    """

    schema_version: ClassVar[int] = 1
    upcasts: ClassVar[Mapping[int, Upcast]] = {}
    erasable: ClassVar[tuple[str, ...]] = ()
    destroys_key: ClassVar[bool] = False

    def claims(self) -> Iterable[Claim]:
        """The names that this fact takes for its stream."""
        return ()

    def releases(self) -> Iterable[Claim]:
        """The names that this fact gives back."""
        return ()


# A personal value, encrypted under the key of its person; the key lies outside the log.
PiiRef = NewType("PiiRef", str)


class Actor(Value, frozen=True):
    """Who acts, and what that person may do in the account they act in."""

    type: Literal["user", "system", "support"] = "system"
    user_id: UserId | None = None
    account_id: AccountId | None = None
    session_id: SessionId | None = None
    device_id: DeviceId | None = None
    impersonator_id: UserId | None = None
    role_id: RoleId | None = None
    reads: frozenset[RoleId] = frozenset()
    may: frozenset[str] = frozenset()
    confirmed_at: datetime | None = None
    asked_again: bool = False
    """Something about this session was suspicious: no keys before the person has confirmed it."""


class Moment(NamedTuple):
    """What a decision may know besides the command and the past."""

    actor: Actor
    now: datetime


C = TypeVar("C")
S = TypeVar("S")
E = TypeVar("E", bound=Event)


@dataclass(frozen=True)
class Decider(Generic[C, S, E]):
    """The rules of one kind of aggregate.

    `decide` answers a command with the facts it makes true, or raises `Refused`; `evolve` adds one fact
    to the state. Both are pure. `events` are the classes that its streams may hold.
    """

    name: str
    events: tuple[type[E], ...]
    decide: Callable[[C, S | None, Moment], list[E]]
    evolve: Callable[[S | None, E], S | None]
    scope: Literal["account", "global"] = "account"
    # A stream that nobody decides over is appended to without a version (the security log).
    versioned: bool = True
    # Long streams keep their state beside the log; the number grows with the shape of the state.
    state: type[Any] | None = None
    snapshot_version: int = 0
    snapshot_every: int = 100

    def stream(self, account_id: UUID | None, entity_id: UUID) -> UUID:
        return stream_id(account_id if self.scope == "account" else None, self.name, entity_id)

    def fold(self, history: Iterable[E], state: S | None = None) -> S | None:
        for event in history:
            state = self.evolve(state, event)
        return state


class Recorded(NamedTuple):
    """A stored fact with its envelope, as projections and processes see it."""

    position: int
    account_id: UUID | None
    kind: str
    entity_id: UUID
    stream_id: UUID
    stream_version: int
    event: Event
    event_id: UUID
    actor_kind: str
    actor_id: UUID | None
    impersonator_id: UUID | None
    session_id: UUID | None
    device_id: UUID | None
    correlation_id: UUID
    causation_id: UUID | None
    request_id: UUID
    origin: UUID | None
    occurred_at: datetime
    recorded_at: datetime
    ip_ref: PiiRef | None = None
    agent_ref: PiiRef | None = None
    leaf_hash: bytes = b""
