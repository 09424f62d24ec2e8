"""What can be asked of the topics of an account, and the facts that come of it."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from domain.ids import TopicId
from domain.kernel import Value
from domain.sealed import Signed
from domain.work.attributes import AttributesSigned
from domain.work.entries import facts
from domain.work.ranks import Rank


class TopicAttributes(Value, frozen=True, kw_only=True):
    """What is signed in the clear about a topic: the one that it is part of, None at the top."""

    parent_id: TopicId | None = None


class AddTopic(facts.AddEntry, frozen=True, kw_only=True):
    parent_id: TopicId | None = None


class ChangeTopic(facts.ChangeEntry, frozen=True, kw_only=True):
    """`parent_id` is signed, so it comes with a content or with attributes; None is the top."""

    parent_id: TopicId | UnsetType | None = UNSET


class ShareTopic(facts.ShareEntry, frozen=True): ...


class RemoveTopic(Value, frozen=True):
    id: TopicId
    signed: Signed


TopicCommand = AddTopic | ChangeTopic | ShareTopic | RemoveTopic


class TopicAdded(facts.Added, frozen=True, kw_only=True, tag="topic.added"):
    """A topic was added, at the top level or with a parent topic."""

    topic_id: TopicId
    parent_id: TopicId | None = None


class TopicRevised(facts.Revised, frozen=True, kw_only=True, tag="topic.revised"):
    """The content changed."""

    topic_id: TopicId


class TopicShared(facts.Shared, frozen=True, kw_only=True, tag="topic.shared"):
    """More roles got access."""

    topic_id: TopicId


class TopicMoved(AttributesSigned, frozen=True, kw_only=True, tag="topic.moved"):
    """Moved within its parent, or to another parent topic, which is signed."""

    topic_id: TopicId
    parent_id: TopicId | None = None
    rank: Rank


class TopicRemoved(facts.Removed, frozen=True, kw_only=True, tag="topic.removed"):
    """Deleted. Documents and tasks lose this topic."""

    topic_id: TopicId


TopicEvent = TopicAdded | TopicRevised | TopicShared | TopicMoved | TopicRemoved
