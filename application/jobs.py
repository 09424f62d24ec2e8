"""Work outside the request: queued by a name, done at least once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple, Protocol


class Later(NamedTuple):
    """A job is to be done again. What it `waits_for` may come sooner: whoever hears of it says so."""

    at: datetime
    waits_for: str | None = None


Job = Callable[[Mapping[str, Any]], Awaitable[Later | None]]
"""Does what the payload names; answers when to try again, or None when there is nothing more to do."""


class JobQueue(Protocol):
    async def enqueue(self, name: str, payload: Mapping[str, Any], *, key: str) -> None:
        """Have a job done soon. While one with this key waits or runs, another is not taken."""
        ...


class Waits(Protocol):
    """What jobs wait for."""

    async def over(self, waits_for: str) -> None:
        """It is there: exactly the jobs that wait for it are due."""
        ...
