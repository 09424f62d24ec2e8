"""A stream that moves at the last moment: after a unit of work has read it, before it is appended."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from application.ports import Append
from domain.errors import Stale
from infrastructure.event_store.store import PostgresEventStore

Move = Callable[[], Awaitable[Any]]


@dataclass
class Moved:
    """What the store said to the units that came after the move."""

    outcomes: list[str] = field(default_factory=list[str])
    moving: bool = False


def move_before(monkeypatch: pytest.MonkeyPatch, event: str, move: Move) -> Moved:
    """Let a stream move once, right before the first unit with this event is appended."""
    append, seen = PostgresEventStore.append, Moved()

    async def held_up(store: PostgresEventStore, unit: Append) -> Any:
        names = {type(fact).__name__ for stream in unit.streams for fact in stream.events}
        if event not in names or seen.moving:
            return await append(store, unit)
        if not seen.outcomes:
            seen.moving = True
            await move()
            seen.moving = False
        try:
            done = await append(store, unit)
        except Stale as conflict:
            seen.outcomes.append(conflict.reason)
            raise
        seen.outcomes.append("appended")
        return done

    monkeypatch.setattr(PostgresEventStore, "append", held_up)
    return seen
