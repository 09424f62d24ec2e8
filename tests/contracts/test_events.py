"""What is stored stays readable: every event, every version, with its key and without."""

from __future__ import annotations

import os
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from application.catalogue import DECIDERS
from domain.kernel import Decider, Event
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.reference import event_reference
from infrastructure.event_store.registry import EventRegistry
from infrastructure.local.places import CHECKOUT
from tests.contracts.event_samples import (
    SAMPLES,
    NeedsVersion,
    check_readable,
    path_of,
    read,
    schema_hash,
    write_missing_samples,
)
from tests.support.generated import values_of

REGISTRY = EventRegistry(DECIDERS)
MAPPER = EventMapper(REGISTRY)
NAMES = sorted(REGISTRY.classes)
ADVICE = "run `./coffer dev events` and look at what it changed"


@pytest.mark.parametrize("name", NAMES)
def test_every_event_has_a_sample_of_its_present_shape(name: str) -> None:
    event = REGISTRY.classes[name]
    path = path_of(name, event.schema_version)
    assert path.exists(), f"{name} v{event.schema_version} has no stored sample: {ADVICE}"
    assert schema_hash(event) in read(path).schemas, f"the shape of {name} has changed: {ADVICE}"


def test_every_sample_ever_stored_is_read() -> None:
    for path in sorted(SAMPLES.glob("*.json")):
        sample = read(path)
        assert path == path_of(sample.name, sample.version)
        for event in check_readable(sample, MAPPER):
            assert type(event) is REGISTRY.classes[sample.name]


def of_event(name: str) -> st.SearchStrategy[Event]:
    return values_of(REGISTRY.classes[name])


@pytest.mark.parametrize("name", NAMES)
def test_an_event_is_read_as_it_was_written(name: str) -> None:
    @settings(max_examples=15, database=None, suppress_health_check=list(HealthCheck))
    @given(of_event(name))
    def round_trip(event: Event) -> None:
        event_id, key = uuid4(), os.urandom(32)
        stored = MAPPER.to_stored(event, event_id, key)
        assert MAPPER.to_event(stored, key) == event
        later = stored._replace(state=stored.state[:-1] + b',"unheardOf":[1]}')
        assert MAPPER.to_event(later, key) == event

    round_trip()


def test_the_reference_of_events_is_up_to_date() -> None:
    text = (CHECKOUT / "docs" / "events.md").read_text(encoding="utf-8")
    assert text == event_reference(REGISTRY), f"docs/events.md is out of date: {ADVICE}"


class Before(Event, frozen=True, tag="thing.done"):
    a: int


class Added(Event, frozen=True, tag="thing.done"):
    a: int
    b: int = 0


class Renamed(Event, frozen=True, tag="thing.done"):
    c: int


def thing(event: type[Event]) -> EventRegistry:
    return EventRegistry([Decider("thing", (event,), lambda *_: [], lambda state, _: state)])


def test_an_optional_member_may_be_added_and_anything_else_needs_a_version(tmp_path) -> None:
    folder = tmp_path / "events"
    assert write_missing_samples(thing(Before), folder) == ["thing.done.v1.json"]
    assert write_missing_samples(thing(Before), folder) == []
    assert write_missing_samples(thing(Added), folder) == ["thing.done.v1.json"]
    assert len(read(folder / "thing.done.v1.json").states) == 2
    with pytest.raises(NeedsVersion):
        write_missing_samples(thing(Renamed), folder)
