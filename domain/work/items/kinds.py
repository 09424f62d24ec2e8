"""The facts of one kind of sealed item, by what they say."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from uuid import UUID

from domain.sealed import Sealed, Signed, Wrap
from domain.work.items.facts import AudienceChanged, Deleted, Purged, Restored, Revised, Shared


class ContentFacts(NamedTuple):
    """Of every kind."""

    revised: Callable[[Sealed], Revised]
    audience_changed: Callable[[Sealed, tuple[UUID, ...]], AudienceChanged]
    shared: Callable[[tuple[UUID, ...], tuple[Wrap, ...], Signed], Shared]


class BinFacts(NamedTuple):
    """Of those that go through the bin."""

    deleted: Callable[[Signed], Deleted]
    restored: Callable[[], Restored]
    purged: Callable[[], Purged]
