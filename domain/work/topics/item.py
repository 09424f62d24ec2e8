"""A topic as its readers get it."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar
from uuid import UUID

from domain.ids import UserId
from domain.work.answers import Item, RankedItem
from domain.work.entries.item import shown_as
from domain.work.topics.state import Topic


class ShownTopic(Topic, frozen=True, kw_only=True):
    """`seq` is the position that last changed it; `owed` are the roles still without a wrap."""

    answered: ClassVar[type[Item]] = RankedItem

    owed: tuple[UUID, ...] = ()
    created_at: str
    created_by: UserId | None
    updated_at: str
    updated_by: UserId | None
    seq: int = 0


def shown(
    topic: Topic, *, before: ShownTopic | None, at: datetime, by: UserId | None, seq: int = 0
) -> ShownTopic:
    """The topic after a change by this person at this moment; `before` is what was shown until then."""
    return shown_as(ShownTopic, topic, before=before, at=at, by=by, seq=seq)
