"""The facts of one kind of plain item, by what they say."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from uuid import UUID

from domain.sealed import Sealed
from domain.work.items.facts import (
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
from domain.work.items.kinds import BinFacts, ContentFacts


class PlainFacts(NamedTuple):
    begun: Callable[[UUID, Sealed, tuple[UUID, ...]], Created]
    """Makes the first one; each kind has its own name for the id."""
    content: ContentFacts[Revised, AudienceChanged, Shared]
    archived: Callable[[], Archived]
    unarchived: Callable[[], Unarchived]
    bin: BinFacts[Deleted, Restored, Purged]
