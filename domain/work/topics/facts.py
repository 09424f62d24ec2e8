"""What can be asked of the topics of an account, and the facts that come of it."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from domain.ids import TopicId
from domain.kernel import Value
from domain.sealed import Signed
from domain.work.attributes import AttributesSigned
from domain.work.entries import facts
from domain.work.ranks import Rank


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
    """A topic begins, at the top or under another one."""

    topic_id: TopicId
    parent_id: TopicId | None = None


class TopicRevised(facts.Revised, frozen=True, kw_only=True, tag="topic.revised"):
    """It has a new content."""

    topic_id: TopicId


class TopicShared(facts.Shared, frozen=True, kw_only=True, tag="topic.shared"):
    """Further roles open it."""

    topic_id: TopicId


class TopicMoved(AttributesSigned, frozen=True, kw_only=True, tag="topic.moved"):
    """It stands elsewhere: among others, or under another one, which is signed."""

    topic_id: TopicId
    parent_id: TopicId | None = None
    rank: Rank


class TopicRemoved(facts.Removed, frozen=True, kw_only=True, tag="topic.removed"):
    """It is gone, and whatever had it has it no more."""

    topic_id: TopicId


TopicEvent = TopicAdded | TopicRevised | TopicShared | TopicMoved | TopicRemoved
