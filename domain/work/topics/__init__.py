"""Topics that tasks and documents are filed under: one tree per account."""

from typing import get_args

from domain.kernel import Decider
from domain.work.topics.facts import TopicCommand, TopicEvent
from domain.work.topics.rules import decide
from domain.work.topics.state import TopicList, evolve

TOPIC_LIST: Decider[TopicCommand, TopicList, TopicEvent] = Decider(
    "topic_list", get_args(TopicEvent), decide, evolve, state=TopicList, snapshot_version=1
)
