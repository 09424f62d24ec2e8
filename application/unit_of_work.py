"""One unit of work: streams are loaded, deciders asked, and everything is appended at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, cast
from uuid import UUID

from application.ports import (
    Append,
    Appended,
    Context,
    EventStore,
    Guard,
    RowChange,
    StreamAppend,
    Written,
)
from domain.errors import NotAllowed, NotSignedIn
from domain.kernel import Decider, Event, Moment

C = TypeVar("C")
S = TypeVar("S")
E = TypeVar("E", bound=Event)


class _Stream:
    """What this unit has read of a stream and decided about it."""

    def __init__(
        self,
        decider: Decider[Any, Any, Any],
        account_id: UUID | None,
        entity_id: UUID,
        state: Any,
        version: int,
    ) -> None:
        self.decider = decider
        self.account_id = account_id
        self.entity_id = entity_id
        self.state = state
        self.version = version
        self.events: list[Event] = []


class Work:
    """A unit of work in one context. Used once; a conflict starts another one from the beginning."""

    def __init__(self, store: EventStore, context: Context) -> None:
        self.context = context
        self._store = store
        self._streams: dict[UUID, _Stream] = {}
        self._guards: dict[UUID, Guard] = {}
        self._rows: list[RowChange] = []
        self.version: int | None = None
        """The version of the stream that the answer is about (its ETag), when a process names one."""

    @property
    def moment(self) -> Moment:
        return Moment(self.context.actor, self.context.now)

    @property
    def facts(self) -> tuple[Event, ...]:
        """Everything decided so far, in order of decision within each stream."""
        return tuple(event for stream in self._streams.values() for event in stream.events)

    def permit(self, permission: str) -> None:
        """Refuse unless the actor may do this in the account of the session."""
        actor = self.context.actor
        if actor.user_id is None:
            raise NotSignedIn()
        if permission not in actor.may:
            resource = permission.partition(".")[0]
            raise NotAllowed(
                f"You are not allowed to access resource: {resource}",
                reason="not_allowed",
                permission=permission,
            )

    async def load(
        self, decider: Decider[C, S, E], entity_id: UUID, *, account_id: UUID | None = None
    ) -> S | None:
        """The state of an aggregate as this unit sees it: stored facts and those decided since."""
        return cast("S | None", (await self._stream(decider, entity_id, account_id)).state)

    def begin(
        self, decider: Decider[Any, Any, Any], entity_id: UUID, *, account_id: UUID | None = None
    ) -> None:
        """Begin a stream under an id that was drawn for it: there is nothing to read.

        If the stream exists after all, the append fails with a version conflict.
        """
        owner = self._owner(decider, account_id)
        key = decider.stream(owner, entity_id)
        self._streams.setdefault(key, _Stream(decider, owner, entity_id, None, 0))

    async def decide(
        self, decider: Decider[C, S, E], entity_id: UUID, command: C, *, account_id: UUID | None = None
    ) -> Sequence[E]:
        """Ask the decider and keep its answer for the append."""
        stream = await self._stream(decider, entity_id, account_id)
        events = decider.decide(command, stream.state, self.moment)
        self._keep(stream, events)
        return events

    async def record(
        self, decider: Decider[C, S, E], entity_id: UUID, *events: E, account_id: UUID | None = None
    ) -> None:
        """Append events without a decider (the security log)."""
        if decider.versioned:
            self._keep(await self._stream(decider, entity_id, account_id), events)
            return
        account_id = self._owner(decider, account_id)
        key = decider.stream(account_id, entity_id)
        stream = self._streams.setdefault(key, _Stream(decider, account_id, entity_id, None, 0))
        stream.events.extend(events)

    async def guard(
        self, decider: Decider[C, S, E], entity_id: UUID, *, account_id: UUID | None = None
    ) -> S | None:
        """Load a stream on whose version the append depends although nothing is added to it."""
        stream = await self._stream(decider, entity_id, account_id)
        key = decider.stream(stream.account_id, entity_id)
        self._guards[key] = Guard(key, stream.version, stream.account_id)
        return cast("S | None", stream.state)

    def write(self, *changes: RowChange) -> None:
        """Rows outside the log that belong to the same transaction."""
        self._rows.extend(changes)

    async def version_of(
        self, decider: Decider[C, S, E], entity_id: UUID, *, account_id: UUID | None = None
    ) -> int:
        """The version the stream will have once this unit is committed."""
        stream = await self._stream(decider, entity_id, account_id)
        return stream.version + len(stream.events)

    async def newest(self, decider: Decider[Any, Any, Any], entity_id: UUID) -> Written:
        """Who wrote the newest stored event of a stream that is there, and when."""
        return await self._store.newest(decider, self._owner(decider, None), entity_id)

    async def commit(self, response: bytes | None = None) -> Appended | None:
        """Append what was decided. None when there was nothing to append."""
        appends = tuple(
            StreamAppend(
                stream.decider,
                stream.account_id,
                stream.entity_id,
                stream.version if stream.decider.versioned else None,
                tuple(stream.events),
            )
            for stream in self._streams.values()
            if stream.events
        )
        if not appends and not self._rows and self.context.idempotency is None:
            return None
        written = {a.decider.stream(a.account_id, a.entity_id) for a in appends}
        guards = tuple(guard for key, guard in self._guards.items() if key not in written)
        return await self._store.append(Append(self.context, appends, guards, tuple(self._rows), response))

    def _owner(self, decider: Decider[Any, Any, Any], account_id: UUID | None) -> UUID | None:
        if decider.scope == "global":
            return None
        owner = account_id or self.context.actor.account_id
        if owner is None:
            raise NotAllowed("Choose an account first.", reason="no_account")
        return owner

    async def _stream(
        self, decider: Decider[Any, Any, Any], entity_id: UUID, account_id: UUID | None
    ) -> _Stream:
        owner = self._owner(decider, account_id)
        key = decider.stream(owner, entity_id)
        if key not in self._streams:
            state, version = await self._store.load(decider, owner, entity_id)
            self._streams[key] = _Stream(decider, owner, entity_id, state, version)
        return self._streams[key]

    @staticmethod
    def _keep(stream: _Stream, events: Sequence[Event]) -> None:
        stream.events.extend(events)
        stream.state = stream.decider.fold(events, stream.state)
