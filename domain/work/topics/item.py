"""A topic as its readers get it."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from domain.ids import UserId
from domain.work.entries.item import shown_as
from domain.work.topics.state import Topic
from domain.work.words import RankedWord


class ShownTopic(Topic, frozen=True, kw_only=True):
    """`seq` is the position that last changed it; `owed` are the roles still without a wrap."""

    owed: tuple[UUID, ...] = ()
    created_at: str
    created_by: UserId | None
    updated_at: str
    updated_by: UserId | None
    seq: int = 0
    word: RankedWord


def shown(
    topic: Topic, *, before: ShownTopic | None, at: datetime, by: UserId | None, seq: int = 0
) -> ShownTopic:
    """The topic after a change by this person at this moment; `before` is what was shown until then."""
    return shown_as(ShownTopic, topic, before=before, at=at, by=by, seq=seq)
