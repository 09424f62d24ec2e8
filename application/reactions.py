"""Reactions: the outbox messages that an event leads to. Delivery is left to the jobs of the outbox."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from domain.kernel import Event, Recorded


class Message(NamedTuple):
    """Work for a job outside the database.

    The same `dedup` is stored once, however often an event is read. The payload holds ids only; the worker
    decrypts what it needs.
    """

    topic: str
    payload: Mapping[str, Any]
    dedup: str


@dataclass(frozen=True)
class Reaction:
    """Reads the log from the day it was added on, and notes messages in the transaction of its place."""

    name: str
    events: tuple[type[Event], ...]
    react: Callable[[Recorded], Iterable[Message]]
