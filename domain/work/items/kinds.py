"""The facts of one kind of sealed item, by what they say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar
from uuid import UUID

from domain.sealed import Sealed, Signed, Wrap
from domain.work.items.facts import AudienceChanged, Deleted, Purged, Restored, Revised, Shared

R = TypeVar("R", bound=Revised)
A = TypeVar("A", bound=AudienceChanged)
S = TypeVar("S", bound=Shared)
D = TypeVar("D", bound=Deleted)
B = TypeVar("B", bound=Restored)
P = TypeVar("P", bound=Purged)


class ContentFacts(NamedTuple, Generic[R, A, S]):
    """Of every kind."""

    revised: Callable[[Sealed], R]
    audience_changed: Callable[[Sealed, tuple[UUID, ...]], A]
    shared: Callable[[tuple[UUID, ...], tuple[Wrap, ...], Signed], S]


class BinFacts(NamedTuple, Generic[D, B, P]):
    """Of those that go through the bin."""

    deleted: Callable[[Signed], D]
    restored: Callable[[], B]
    purged: Callable[[], P]
