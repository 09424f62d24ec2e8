"""What a listener needs of the bus between processes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, eq=False)
class Ear:
    """`heard` gets every message of a channel; `missed` is called when some may have been lost,
    once nothing more is."""

    heard: Callable[[bytes], None]
    missed: Callable[[], None]


@runtime_checkable
class Bus(Protocol):
    """Short messages between processes, delivered to the current subscribers only."""

    async def listen(self, channel: str, ear: Ear) -> None:
        """From the return on, nothing that is said on the channel is missed unnoticed."""
        ...

    async def leave(self, channel: str, ear: Ear) -> None: ...

    async def enter(self, room: str, visitor: str, *, most: int, seconds: int) -> bool:
        """Take or renew one of `most` places for a while; False when all are taken."""
        ...

    async def quit(self, room: str, visitor: str) -> None: ...
