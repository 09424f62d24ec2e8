"""Topics as lists show them."""

from __future__ import annotations

from domain.kernel import Recorded
from domain.work.topics import TOPIC_LIST
from domain.work.topics.facts import TopicEvent
from domain.work.topics.item import ShownTopic, shown
from domain.work.topics.state import topic_after
from projections.kernel import Projection, Rows
from projections.work.entry_lists import EntryList
from projections.work.entry_tables import EntryRows, entry_table

TOPICS = entry_table("topics", {"parent_id": "uuid"}, within="parent_id, ")
_ROWS = EntryRows(TOPICS, ShownTopic, shown, ("parent_id",))


def apply(rows: Rows, fact: Recorded) -> None:
    """Fold with the decider's own function, so that both sides tell the same story."""
    if isinstance(fact.event, TopicEvent):
        before = _ROWS.get(rows, fact.event.topic_id)
        _ROWS.put(rows, fact, before, topic_after(before, fact.event, fact.stream_version))


TOPICS_READ = Projection("topics", 4, (TOPICS,), apply, TOPIC_LIST.events)
STANDING_TOPICS = EntryList("topics", "state = 'active'")
