"""When a topic may be added, changed, moved, shared and removed: a tree of three levels, without circles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never
from uuid import UUID

from msgspec import UNSET

from domain.errors import InvalidArgument, Refused
from domain.ids import RoleId, TopicId
from domain.kernel import Moment
from domain.records import check_attributes
from domain.work.attributes import stated
from domain.work.entries.places import ranks_at
from domain.work.entries.rules import (
    check_addition,
    found,
    has_left,
    is_known,
    moves,
    next_content,
    shared_audience,
)
from domain.work.ranks import Rank
from domain.work.topics.facts import (
    AddTopic,
    ChangeTopic,
    RemoveTopic,
    ShareTopic,
    TopicAdded,
    TopicCommand,
    TopicEvent,
    TopicMoved,
    TopicRemoved,
    TopicRevised,
    TopicShared,
)
from domain.work.topics.state import Topic, TopicList

MOST = 500
LEVELS = 3


def decide(command: TopicCommand, topics: TopicList | None, moment: Moment) -> list[TopicEvent]:
    topics = topics or TopicList()
    match command:
        case AddTopic():
            return _add(command, topics, moment)
        case ChangeTopic():
            return _change(command, topics, moment)
        case ShareTopic():
            topic = found(topics.topic(command.id), moment)
            audience = shared_audience(topic, command, moment)
            if audience is None:
                return []
            wraps, signed = command.wraps, command.signed
            return [TopicShared(topic_id=topic.id, audience=audience, wraps=wraps, signed=signed)]
        case RemoveTopic(signed=signed):
            if has_left(topics.topic(command.id), moment.actor.reads):
                return []
            topic = found(topics.topic(command.id), moment)
            if topics.under(topic.id):
                raise Refused("Delete or move its sub-topics first.", reason="not_empty")
            return [TopicRemoved(topic_id=topic.id, deleted=signed)]
        case _:
            assert_never(command)


def _add(command: AddTopic, topics: TopicList, moment: Moment) -> list[TopicEvent]:
    if is_known(topics.topic(command.id), command):
        return []
    check_addition(command, topics.topics.values(), MOST, moment)
    _check_parent(topics, command.parent_id, moment.actor.reads)
    if topics.depth_of(command.parent_id) + 1 > LEVELS:
        raise Refused(f"Topics have at most {LEVELS} levels.", reason="depth")
    id = TopicId(command.id)
    ranks = ranks_at(command.place, id, topics.under(command.parent_id))
    added = TopicAdded(
        topic_id=id,
        parent_id=command.parent_id,
        sealed=command.sealed,
        audience=command.audience,
        rank=ranks[id],
    )
    check_attributes(command.sealed.attrs, {"parentId": command.parent_id})
    return [added, *_moved(topics, {other: rank for other, rank in ranks.items() if other != id})]


def _change(command: ChangeTopic, topics: TopicList, moment: Moment) -> list[TopicEvent]:
    topic = found(topics.topic(command.id), moment)
    audience = next_content(topic, command, moment)
    parent_id = topic.parent_id if command.parent_id is UNSET else command.parent_id
    elsewhere = parent_id != topic.parent_id
    if elsewhere and command.sealed is None and command.attested is None:
        raise InvalidArgument("The parent topic must be signed.", reason="statement")
    if elsewhere:
        _check_parent(topics, parent_id, moment.actor.reads)
        if topics.is_within(parent_id, topic.id):
            raise Refused("A topic cannot be its own parent.", reason="cycle")
        if topics.depth_of(parent_id) + topics.height_of(topic.id) > LEVELS:
            raise Refused(f"Topics have at most {LEVELS} levels.", reason="depth")
        ranks = ranks_at(command.place, topic.id, topics.under(parent_id))
    else:
        ranks = moves(command.place, topic, topics.under(parent_id))
    return _changed(command, topics, topic, parent_id, audience, ranks)


def _changed(
    command: ChangeTopic,
    topics: TopicList,
    topic: Topic,
    parent_id: TopicId | None,
    audience: tuple[UUID, ...] | None,
    ranks: Mapping[UUID, Rank],
) -> list[TopicEvent]:
    """The facts, of which that about the topic's own place comes first among the moves."""
    content: list[TopicEvent] = []
    if command.sealed is not None and audience is not None:
        content.append(TopicRevised(topic_id=topic.id, sealed=command.sealed, audience=audience))
    here = {topic.id: ranks[topic.id]} if topic.id in ranks else {}
    moved = _moved(topics, {**here, **ranks})
    if parent_id != topic.parent_id:
        moved[0] = TopicMoved(topic_id=topic.id, parent_id=parent_id, rank=ranks[topic.id])
    signed = command.attested.attrs if command.attested else command.sealed.attrs if command.sealed else None
    if signed is not None:
        check_attributes(signed, {"parentId": parent_id})
    if command.attested is not None and parent_id != topic.parent_id:
        return stated(moved, command.attested)
    return [*content, *moved]


def _check_parent(topics: TopicList, parent_id: TopicId | None, reads: frozenset[RoleId]) -> None:
    parent = topics.topic(parent_id) if parent_id else None
    if parent_id is not None and (
        parent is None or parent.state == "deleted" or not parent.is_open_to(reads)
    ):
        raise Refused("The parent topic does not exist.", reason="parent")


def _moved(topics: TopicList, ranks: Mapping[UUID, Rank]) -> list[TopicEvent]:
    return [
        TopicMoved(topic_id=topic.id, parent_id=topic.parent_id, rank=rank)
        for id, rank in ranks.items()
        if (topic := topics.topic(id)) is not None
    ]
