"""What holds for every decider there is; a new one is covered as soon as it stands in the catalogue.

Each law is held against two kinds of lives. The walked ones are found without any luck and show every kind of
command and event; what they do not show fails by name. The drawn ones go anywhere, refusals included.
"""

from __future__ import annotations

from functools import cache
from typing import Any
from uuid import UUID

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from application.catalogue import DECIDERS
from domain.kernel import Claim, Event
from infrastructure.event_store.mapper import EventMapper
from tests.support.facts import REGISTRY
from tests.support.generated import values_of
from tests.support.lives import GENERATORS
from tests.support.lives.kinds import COMMANDS, kinds_of
from tests.support.lives.steps import AnyDecider, Ask, Step, decided, kinds_in, next_ask, walked

# Commands that say that something happened once more; each time is an event of its own.
EACH_TIME_AN_EVENT = {
    "SetPassword",
    "ConfirmSession",
    "ResendInvitation",
    "MarkDeferred",
    "CountMails",
    "RefreshSession",
    "UsePasskey",
}
MAPPER = EventMapper(REGISTRY)
RECORD_KEY = bytes(32)
EVENT_ID = UUID(int=1)

laws = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
each_decider = pytest.mark.parametrize("decider", DECIDERS, ids=lambda decider: decider.name)


@cache
def lives_of(name: str) -> tuple[tuple[Step, ...], ...]:
    """The walked lives of a decider."""
    decider, generator = REGISTRY.deciders[name], GENERATORS[name]
    return tuple(tuple(life) for life in walked(decider, generator, kinds_of(decider, generator)))


@cache
def events_of(name: str) -> tuple[Event, ...]:
    """Every event of the walked lives."""
    return tuple(event for life in lives_of(name) for event in life[-1].events)


def held(decider: AnyDecider, ask: Ask, state: Any, past: list[Event]) -> Any:
    """The state after one step, which all laws hold for; `past` grows by its events."""
    before = msgspec.json.encode((state, ask.command))
    events = decided(decider, ask, state)
    assert decided(decider, ask, state) == events, "the same question has the same answer"
    assert msgspec.json.encode((state, ask.command)) == before, "neither the past nor the command changes"
    if not events:
        return state
    for event in events:
        assert isinstance(event, decider.events)
        stored = MAPPER.to_stored(event, EVENT_ID, RECORD_KEY)
        read = MAPPER.to_event(stored, RECORD_KEY)
        assert read == event, "an event is read as it was written"
        names_held(past, event)
        past.append(event)
    after = decider.fold(events, state)
    if decider.versioned and type(ask.command).__name__ not in EACH_TIME_AN_EVENT:
        assert not decided(decider, ask, after), "asking twice changes nothing more"
    return after


def names_held(past: list[Event], event: Event) -> None:
    """Only a name that this stream holds is given back: nobody frees that of another."""
    held: set[Claim] = set()
    for before in past:
        held = held - set(before.releases()) | set(before.claims())
    assert held | set(event.claims()) >= set(event.releases())


def whole(decider: AnyDecider, past: list[Event], state: Any) -> None:
    """A life that is read again is the same: from its events, from a snapshot, and still after erasure."""
    stored = [MAPPER.to_stored(event, EVENT_ID, RECORD_KEY) for event in past]
    assert decider.fold(MAPPER.to_event(each, RECORD_KEY) for each in stored) == state
    decider.fold(MAPPER.to_event(each) for each in stored)  # what was erased is folded as well
    if state is not None:
        assert msgspec.json.decode(msgspec.json.encode(state), type=decider.state or type(state)) == state


@each_decider
def test_every_kind_of_command_is_accepted_and_every_kind_of_event_is_made(decider: AnyDecider) -> None:
    """Without a generator of its own a decider fails here, by its name."""
    generator = GENERATORS[decider.name]
    shown: set[str] = set()
    for life in lives_of(decider.name):
        state, past = None, list[Event]()
        for step in life:
            command = step.ask.command
            read = msgspec.json.decode(msgspec.json.encode(command), type=type(command))
            assert read == command, "a command is one that can be sent"
            state = held(decider, step.ask, state, past)
            shown |= kinds_in(generator, step)
        whole(decider, past, state)
        for ask in generator.offers(state, f"step {len(life)}"):
            held(decider, ask, state, list(past))
    assert kinds_of(decider, generator) - shown == frozenset()


@each_decider
@given(data=st.data())
@laws
def test_decisions_are_pure_made_once_and_read_as_they_were_written(
    decider: AnyDecider, data: st.DataObject
) -> None:
    generator, state, past = GENERATORS[decider.name], None, list[Event]()
    for number in range(data.draw(st.integers(1, 12))):
        ask = data.draw(next_ask(generator, COMMANDS[decider.name], state, f"step {number}"))
        state = held(decider, ask, state, past)
    whole(decider, past, state)


@each_decider
@given(data=st.data())
@laws
def test_every_event_can_be_added_to_every_past(decider: AnyDecider, data: st.DataObject) -> None:
    """Those of other lives too, in any order: a fold has no past that it cannot go on from."""
    lived = st.sampled_from(events_of(decider.name))
    anything = st.one_of([values_of(event) for event in decider.events])
    events = data.draw(st.lists(lived | lived | lived | anything, max_size=8))
    assert decider.fold(events[len(events) // 2 :], decider.fold(events[: len(events) // 2])) == (
        decider.fold(events)
    )


def test_every_decider_says_what_it_decides_over_and_has_a_generator() -> None:
    names = {decider.name for decider in DECIDERS}
    assert names - COMMANDS.keys() == set()
    assert GENERATORS.keys() == names
