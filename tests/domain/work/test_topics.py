"""What is true of topics: a tree of three levels without circles, in an order."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from domain.errors import Full, InvalidArgument, NotFound, Refused
from domain.ids import TopicId
from domain.work.entries.facts import Place
from domain.work.entries.places import in_order
from domain.work.topics import TOPIC_LIST
from domain.work.topics.facts import AddTopic, ChangeTopic, RemoveTopic, ShareTopic, TopicMoved, TopicRevised
from domain.work.topics.rules import LEVELS, MOST
from domain.work.topics.state import Topic, TopicList
from tests.support.shapes import (
    EVERYBODY,
    MEMBER,
    OWNER,
    attested,
    attributes,
    moment,
    named,
    readers,
    sealed,
    signed,
    wrap,
)

TAX, INCOME, WAGES, RENT = (TopicId(named(word)) for word in ("tax", "income", "wages", "rent"))


def adds(id: TopicId = TAX, parent: TopicId | None = None, *roles: Any) -> AddTopic:
    record = sealed(id, *roles, attrs=attributes(parentId=parent))
    return AddTopic(id=id, sealed=record, audience=readers(record), parent_id=parent)


def puts(id: TopicId, parent: TopicId | None, place: Place | None = None) -> ChangeTopic:
    """It moves under another one, signed by a statement of its own."""
    signs = attested(f"{id} under {parent}", attributes(parentId=parent))
    return ChangeTopic(id=id, parent_id=parent, attested=signs, place=place or Place())


def after(*commands: Any, topics: TopicList | None = None) -> TopicList:
    """The topics that these commands lead to."""
    for command in commands:
        topics = TOPIC_LIST.fold(TOPIC_LIST.decide(command, topics, moment()), topics)
    return topics or TopicList()


def order(topics: TopicList, parent: TopicId | None = None) -> list[Any]:
    return [topic.id for topic in in_order(topics.under(parent))]


def refusal(*commands: Any, topics: TopicList | None = None) -> str:
    with pytest.raises(Refused) as refused:
        after(*commands, topics=topics)
    return refused.value.reason


def three_levels() -> TopicList:
    return after(adds(), adds(INCOME, TAX), adds(WAGES, INCOME), adds(RENT))


def test_topics_stand_under_one_another_in_three_levels() -> None:
    topics = three_levels()
    assert (order(topics), order(topics, TAX), order(topics, INCOME)) == ([TAX, RENT], [INCOME], [WAGES])
    too_deep = TopicId(named("too deep"))
    assert refusal(adds(too_deep, WAGES), topics=topics) == "depth"
    assert refusal(puts(RENT, WAGES), topics=topics) == "depth"
    assert refusal(puts(TAX, RENT), topics=topics) == "depth"
    assert refusal(puts(TAX, WAGES), topics=topics) == "cycle"
    assert refusal(puts(TAX, TAX), topics=topics) == "cycle"
    assert refusal(adds(too_deep, TopicId(named("nowhere"))), topics=topics) == "parent"


def test_what_a_topic_stands_under_is_signed() -> None:
    topics = three_levels()
    assert refusal(ChangeTopic(id=RENT, parent_id=TAX), topics=topics) == "statement"
    assert refusal(replace(puts(RENT, TAX), parent_id=INCOME), topics=topics) == "attrs"
    assert refusal(replace(adds(TopicId(named("new"))), parent_id=TAX), topics=topics) == "attrs"
    moved = after(puts(RENT, TAX, Place(before_id=INCOME)), topics=topics)
    assert order(moved, TAX) == [RENT, INCOME]
    assert moved.topics[RENT].revision == 2
    assert TOPIC_LIST.decide(puts(RENT, TAX), moved, moment()) == []


def test_a_new_content_may_bring_it_elsewhere() -> None:
    content = sealed(RENT, attrs=attributes(parentId=TAX), revision=2, content=2)
    change = ChangeTopic(id=RENT, sealed=content, parent_id=TAX)
    facts = TOPIC_LIST.decide(change, three_levels(), moment())
    assert [type(fact) for fact in facts] == [TopicRevised, TopicMoved]
    assert after(change, topics=three_levels()).topics[RENT].parent_id == TAX
    with pytest.raises(InvalidArgument):
        after(ChangeTopic(id=RENT, sealed=content), topics=three_levels())


def test_an_order_needs_no_statement() -> None:
    topics = after(ChangeTopic(id=RENT, place=Place(before_id=TAX)), topics=three_levels())
    assert order(topics) == [RENT, TAX]
    assert topics.topics[RENT].revision == 1
    assert refusal(ChangeTopic(id=RENT, place=Place(after_id=WAGES)), topics=topics) == "place"


def test_a_topic_is_removed_once_nothing_stands_under_it() -> None:
    topics = three_levels()
    assert refusal(RemoveTopic(INCOME, signed("gone")), topics=topics) == "not_empty"
    remove = RemoveTopic(WAGES, signed("gone"))
    topics = after(remove, RemoveTopic(INCOME, signed("gone too")), topics=topics)
    assert (order(topics, TAX), topics.topics[WAGES].revision) == ([], 2)
    assert TOPIC_LIST.decide(remove, topics, moment()) == []
    assert refusal(adds(WAGES), topics=topics) == "item_exists"
    assert refusal(puts(RENT, INCOME), topics=topics) == "parent"
    with pytest.raises(NotFound):
        after(puts(WAGES, TAX), topics=topics)


def test_they_are_for_roles() -> None:
    topics = after(adds(TAX, None, OWNER))
    with pytest.raises(NotFound):
        TOPIC_LIST.decide(ChangeTopic(id=TAX), topics, moment(MEMBER))
    share = ShareTopic(TAX, (wrap(MEMBER),), signed("shared"), EVERYBODY)
    assert after(share, share, topics=topics).topics[TAX].audience == EVERYBODY


def test_there_are_so_many_and_no_more() -> None:
    topics = after(*(adds(TopicId(named(str(number)))) for number in range(MOST)))
    with pytest.raises(Full):
        after(adds(), topics=topics)


class Topics(RuleBasedStateMachine):
    """Whatever is moved where, every topic is found from the top within three levels."""

    @initialize()
    def begin(self) -> None:
        self.topics = TopicList()
        self.number = 0

    def ask(self, command: Any) -> bool:
        try:
            events = TOPIC_LIST.decide(command, self.topics, moment())
        except Refused:
            return False
        self.topics = TOPIC_LIST.fold(events, self.topics) or self.topics
        return True

    def _any(self, data: st.DataObject) -> Topic:
        return data.draw(st.sampled_from(list(self.topics.topics.values())))

    @rule(data=st.data())
    def add(self, data: st.DataObject) -> None:
        self.number += 1
        parent = data.draw(st.sampled_from([None, *self.topics.topics]))
        self.ask(adds(TopicId(named(str(self.number))), parent))

    @precondition(lambda self: self.topics.topics)
    @rule(data=st.data(), beside=st.booleans())
    def move(self, data: st.DataObject, beside: bool) -> None:
        topic, parent, other = self._any(data), self._any(data), self._any(data)
        place = Place(after_id=other.id) if beside else Place()
        fits = self.ask(puts(topic.id, parent.id, place))
        if fits and beside and topic.parent_id != parent.id:
            ids = order(self.topics, parent.id)
            assert ids[ids.index(other.id) + 1] == topic.id

    @precondition(lambda self: self.topics.topics)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        topic = self._any(data)
        empty = not self.topics.under(topic.id)
        assert self.ask(RemoveTopic(topic.id, signed(f"{topic.id}"))) == (empty or topic.state == "deleted")

    @invariant()
    def all_are_found_from_the_top(self) -> None:
        found: list[Any] = []
        level = order(self.topics)
        for _ in range(LEVELS):
            found += level
            level = [child for topic in level for child in order(self.topics, topic)]
        standing = {id for id, topic in self.topics.topics.items() if topic.state == "active"}
        assert level == []
        assert (set(found), len(found)) == (standing, len(standing))


Topics.TestCase.settings = settings(max_examples=40, stateful_step_count=25)
test_topics = Topics.TestCase
