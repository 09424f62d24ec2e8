"""Everything that can be done to what people keep: each command that changes something, in each state."""

from __future__ import annotations

from typing import Any

from domain.kernel import Decider
from domain.work.contacts import CONTACT
from domain.work.documents import DOCUMENT
from domain.work.profile_tree import PROFILE_TREE
from domain.work.profiles import PROFILE
from domain.work.saved_filters import SAVED_FILTER
from domain.work.statuses import STATUS_BOARD
from domain.work.tasks import TASK
from domain.work.topics import TOPIC_LIST
from domain.work.vendors import VENDOR
from tests.support.lives import GENERATORS
from tests.support.lives.kinds import kinds_of
from tests.support.lives.steps import Ask, decided, walked

KINDS: tuple[Decider[Any, Any, Any], ...] = (
    *(CONTACT, VENDOR, DOCUMENT, PROFILE, SAVED_FILTER, TASK),
    *(STATUS_BOARD, TOPIC_LIST, PROFILE_TREE),
)


def asked_of(decider: Decider[Any, Any, Any]) -> list[tuple[Any, Ask]]:
    """Everything that applies in any state of the walked lives, and changes something."""
    generator = GENERATORS[decider.name]
    found: list[tuple[Any, Ask]] = []
    for life in walked(decider, generator, kinds_of(decider, generator)):
        state = life[-1].after
        for ask in generator.offers(state, f"step {len(life)}"):
            if decided(decider, ask, state):
                found.append((state, ask))
    return found
