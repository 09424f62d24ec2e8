"""Who cannot read an item cannot replace it, move it, throw it away or say anything about it."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel import Actor, Decider, Moment
from tests.support.lives import GENERATORS
from tests.support.lives.kinds import kinds_of
from tests.support.lives.steps import Ask, decided
from tests.support.lives.work import KINDS, asked_of
from tests.support.shapes import ACCOUNT, named

# Asked for the whole list by the clock or by who orders it, and without a look at any content.
OPENS_NOTHING = {"EmptyBin", "SpreadTask", "RankProfile", "FireReminder"}
BEGINS = {"CreateItem", "CreateDocument", "CreateProfile", "CreateTask", "SaveFilter"}
ADDS = {"AddStatus", "AddTopic", "AddGroup"}
# In the same account, allowed everything, and a reader of another role than those of the item.
STRANGER = Actor(
    "user",
    named("stranger"),  # pyright: ignore[reportArgumentType]
    ACCOUNT,
    reads=frozenset({named("another role")}),  # pyright: ignore[reportArgumentType]
    may=frozenset({"savedFilter.manage"}),
)


def about_nobodys(state: Any, command: Any) -> bool:
    """A status that the product brings along is everybody's, until a person names it."""
    statuses = getattr(state, "statuses", {})
    known = statuses.get(getattr(command, "id", None))
    return known is not None and known.sealed is None


@pytest.mark.parametrize("decider", KINDS, ids=lambda decider: decider.name)
def test_only_who_reads_an_item_writes_it(decider: Decider[Any, Any, Any]) -> None:
    tried: set[str] = set()
    for state, ask in asked_of(decider):
        name = type(ask.command).__name__
        if name in OPENS_NOTHING | BEGINS | ADDS or about_nobodys(state, ask.command):
            continue
        tried.add(name)
        stranger = Ask(ask.command, Moment(STRANGER, ask.moment.now))
        assert not decided(decider, stranger, state), f"{name} by one who cannot read"
    generator = GENERATORS[decider.name]
    commands = kinds_of(decider, generator) - {event.__name__ for event in decider.events}
    assert tried == commands - OPENS_NOTHING - BEGINS - ADDS
