"""The topics of an account at a moment: a tree of few levels, in an order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never
from uuid import UUID

from msgspec.structs import replace

from domain.ids import TopicId
from domain.kernel import Value
from domain.records import Attribute
from domain.sealed import Sealed
from domain.work.entries.state import Entry, evolved, roles
from domain.work.topics.facts import (
    TopicAdded,
    TopicEvent,
    TopicMoved,
    TopicRemoved,
    TopicRevised,
    TopicShared,
)


class Topic(Entry, frozen=True, kw_only=True):
    """Without a parent it stands at the top."""

    id: TopicId
    sealed: Sealed
    parent_id: TopicId | None = None

    @property
    def attributes(self) -> Mapping[str, Attribute]:
        return {"parentId": self.parent_id}


class TopicList(Value, frozen=True, kw_only=True):
    """All topics by id, removed ones too."""

    version: int = 0
    topics: Mapping[TopicId, Topic] = {}

    def topic(self, topic_id: UUID) -> Topic | None:
        return self.topics.get(TopicId(topic_id))

    def under(self, parent_id: UUID | None) -> list[Topic]:
        """Those that stand right under another one, or at the top."""
        return [one for one in self.topics.values() if one.parent_id == parent_id and one.state == "active"]

    def depth_of(self, topic_id: UUID | None) -> int:
        """How many levels there are from the top down to this one; 0 above the top."""
        depth, topic = 0, self.topic(topic_id) if topic_id else None
        while topic is not None and depth <= len(self.topics):
            depth, topic = depth + 1, self.topic(topic.parent_id) if topic.parent_id else None
        return depth

    def height_of(self, topic_id: UUID) -> int:
        """How many levels there are from this one down to the last under it."""
        return 1 + max((self.height_of(child.id) for child in self.under(topic_id)), default=0)

    def is_within(self, topic_id: UUID | None, above: UUID) -> bool:
        """Whether it is that topic, or stands anywhere under it."""
        seen: set[UUID] = set()
        while topic_id is not None and topic_id not in seen:
            if topic_id == above:
                return True
            seen.add(topic_id)
            topic = self.topic(topic_id)
            topic_id = topic.parent_id if topic else None
        return False


def evolve(topics: TopicList | None, event: TopicEvent) -> TopicList:
    topics = topics or TopicList()
    version = topics.version + 1
    topic = topic_after(topics.topic(event.topic_id), event, version)
    known = {**topics.topics, topic.id: topic} if topic else topics.topics
    return replace(topics, version=version, topics=known)


def topic_after(topic: Topic | None, event: TopicEvent, version: int) -> Topic | None:
    """The topic that a fact is about, after it."""
    match event:
        case TopicAdded():
            return Topic(
                id=event.topic_id,
                version=version,
                rank=event.rank,
                sealed=event.sealed,
                audience=roles(event.audience),
                parent_id=event.parent_id,
            )
        case TopicMoved(parent_id=parent_id, rank=rank):
            return topic and replace(evolved(topic, event, version), parent_id=parent_id, rank=rank)
        case TopicRevised() | TopicShared() | TopicRemoved():
            return topic and evolved(topic, event, version)
        case _:
            assert_never(event)
