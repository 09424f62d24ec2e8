"""How fast one caller may go on: so many at once, and so many more with every second."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Pace(NamedTuple):
    """A bucket of `burst` calls that fills up again by `per_second`."""

    name: str
    per_second: float
    burst: int


class Allowance(NamedTuple):
    """What came of asking. `wait` is 0 when it was allowed, else the whole seconds until it will be.

    `limit`, `left` and `full_in` (seconds) describe the pace that is nearest to its end. `first` marks the
    first refusal in a minute.
    """

    wait: int
    limit: int
    left: int
    full_in: int
    first: bool


class Paces(Protocol):
    """Keeps the pace of every caller, over all processes and by one clock."""

    async def keep_to(self, subject: str, paces: Sequence[Pace]) -> Allowance:
        """Count one if every pace allows it; if not, nothing is counted."""
        ...
