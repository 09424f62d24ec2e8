"""What holds for every decider there is; a new one is covered as soon as it stands in the catalogue."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import domain
from application.catalogue import DECIDERS
from domain.errors import Refused
from domain.ids import AccountId, UserId
from domain.kernel import Actor, Decider, Event, Moment
from tests.support.generated import IDS, MOMENTS, values_of

# Commands that say that something happened once more; each time is a fact of its own.
EACH_TIME_A_FACT = {"SetPassword", "ConfirmSession", "ResendInvitation", "MarkDeferred", "RefreshSession"}

laws = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
each_decider = pytest.mark.parametrize("decider", DECIDERS, ids=lambda decider: decider.name)
actors = st.one_of(
    st.just(Actor("system")),
    st.builds(
        Actor,
        type=st.just("user"),
        user_id=st.sampled_from([UserId(id) for id in IDS]),
        account_id=st.just(AccountId(IDS[0])),
        reads=st.just(frozenset(IDS)),
    ),
)


def _types() -> dict[str, tuple[Any, Any, Any]]:
    """The command, the state and the event type of each decider, as its constant is annotated."""
    found: dict[str, tuple[Any, Any, Any]] = {}
    for module_info in pkgutil.walk_packages(domain.__path__, "domain."):
        module = importlib.import_module(module_info.name)
        annotated = [name for name in getattr(module, "__annotations__", {}) if name.isupper()]
        if any(isinstance(getattr(module, name, None), Decider) for name in annotated):
            hints = get_type_hints(module)
            for name in annotated:
                if isinstance(value := getattr(module, name), Decider):
                    found[value.name] = get_args(hints[name])
    return found


TYPES = _types()


def moments() -> st.SearchStrategy[Moment]:
    return st.builds(Moment, actors, st.sampled_from(MOMENTS))


def decided(
    decider: Decider[Any, Any, Any], command: Any, state: Any, moment: Moment
) -> tuple[Event, ...] | None:
    """The facts, or None for a refusal. Any other exception is a fault."""
    try:
        return tuple(decider.decide(command, state, moment))
    except Refused:
        return None


@cache
def lives(decider: Decider[Any, Any, Any]) -> st.SearchStrategy[list[tuple[Any, Moment]]]:
    commands = values_of(TYPES[decider.name][0])
    return st.lists(st.tuples(commands, moments()), min_size=1, max_size=8)


@cache
def pasts(decider: Decider[Any, Any, Any]) -> st.SearchStrategy[list[Event]]:
    return st.lists(st.one_of([values_of(event) for event in decider.events]), max_size=6)


def test_every_decider_says_what_it_decides_over() -> None:
    assert {decider.name for decider in DECIDERS} <= TYPES.keys()


@each_decider
@given(data=st.data())
@laws
def test_decisions_are_pure_made_once_and_read_as_they_were_written(
    decider: Decider[Any, Any, Any], data: st.DataObject
) -> None:
    """Making up a life costs most of the time, so each is held against all three laws."""
    state = None
    for command, moment in data.draw(lives(decider)):
        before = msgspec.json.encode((state, command))
        facts = decided(decider, command, state, moment)
        assert msgspec.json.encode((state, command)) == before, "neither the past nor the command changes"
        assert all(isinstance(fact, decider.events) for fact in facts or ())
        for fact in facts or ():
            assert msgspec.json.decode(msgspec.json.encode(fact), type=type(fact)) == fact
        state = decider.fold(facts or (), state)
        if decider.versioned and facts and type(command).__name__ not in EACH_TIME_A_FACT:
            assert not decided(decider, command, state, moment), "asking twice changes nothing more"
    if state is not None:
        assert msgspec.json.decode(msgspec.json.encode(state), type=type(state)) == state


@each_decider
@given(data=st.data())
@laws
def test_every_fact_can_be_added_to_every_past(decider: Decider[Any, Any, Any], data: st.DataObject) -> None:
    facts = data.draw(pasts(decider))
    state = None
    for fact in facts:
        state = decider.evolve(state, fact)
    assert decider.fold(facts) == state
