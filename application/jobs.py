"""Work outside the request: queued by a name, done at least once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any, Protocol

Job = Callable[[Mapping[str, Any]], Awaitable[datetime | None]]
"""Does what the payload names; answers when to try again, or None when there is nothing more to do."""


class JobQueue(Protocol):
    async def enqueue(self, name: str, payload: Mapping[str, Any], *, key: str) -> None:
        """Have a job done soon. While one with this key waits or runs, another is not taken."""
        ...
