"""The facts of one kind of plain item, by what they say."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from uuid import UUID

from domain.sealed import Sealed, Signed, Wrap
from domain.work.plain.facts import (
    Archived,
    AudienceChanged,
    Created,
    Deleted,
    Purged,
    Restored,
    Revised,
    Shared,
    Unarchived,
)


class PlainFacts(NamedTuple):
    begun: Callable[[UUID, Sealed, tuple[UUID, ...]], Created]
    """Makes the first one; each kind has its own name for the id."""
    revised: Callable[[Sealed], Revised]
    audience_changed: Callable[[Sealed, tuple[UUID, ...]], AudienceChanged]
    shared: Callable[[tuple[UUID, ...], tuple[Wrap, ...], Signed], Shared]
    archived: Callable[[], Archived]
    unarchived: Callable[[], Unarchived]
    deleted: Callable[[Signed], Deleted]
    restored: Callable[[], Restored]
    purged: Callable[[], Purged]
