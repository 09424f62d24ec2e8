"""How facts are kept: names, versions, sealed members, snapshots, and what destroying a key does."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar
from uuid import uuid4

import msgspec
import psycopg
import pytest

from domain.kernel import Decider, Event, Value
from infrastructure.event_store.mapper import EventMapper, StoredFact
from infrastructure.event_store.registry import EventRegistry
from tests.support.notes import ACME, LONG, NOTE, REGISTRY, NoteWritten, noted, open_store, write


class Inner(Value, frozen=True):
    wraps: tuple[str, ...] = ()
    kept: str = ""


class BoxSealed(Event, frozen=True, tag="box.sealed"):
    inner: Inner
    note: str | None = None
    erasable = ("inner.wraps", "note")


class BoxMoved(Event, frozen=True, tag="box.moved"):
    schema_version = 3
    upcasts: ClassVar[dict[int, Any]] = {
        1: lambda old: {"event": old["event"], "place": old["where"]},
        2: lambda old: {**old, "floor": 0},
    }
    place: str
    floor: int


def decider(*events: type[Event], name: str = "box") -> Decider[Any, Any, Any]:
    return Decider(name, events, lambda *_: [], lambda state, _: state)


BOXES = EventMapper(EventRegistry([decider(BoxSealed, BoxMoved)]))


def test_erasable_members_need_their_key_and_are_empty_without_it() -> None:
    event, key, event_id = BoxSealed(Inner(("wrap of one", "wrap of two"), "k"), "n"), b"1" * 32, uuid4()
    stored = BOXES.to_stored(event, event_id, key)
    assert b"wrap of" not in stored.state
    assert BOXES.to_event(stored, key) == event
    erased = BoxSealed(Inner((), "k"), None)
    assert BOXES.to_event(stored) == erased
    assert BOXES.to_event(stored, b"2" * 32) == erased
    assert BOXES.to_event(stored._replace(event_id=uuid4()), key) == erased
    with pytest.raises(ValueError, match="without the record's key"):
        BOXES.to_stored(event, event_id)


def test_older_facts_are_lifted_step_by_step() -> None:
    for version, state in (
        (1, {"where": "attic"}),
        (2, {"place": "attic"}),
        (3, {"place": "attic", "floor": 0}),
    ):
        stored = StoredFact(
            "box.moved", version, msgspec.json.encode({"event": "box.moved", **state}), uuid4()
        )
        assert BOXES.to_event(stored) == BoxMoved("attic", 0)


def test_a_reader_ignores_members_it_does_not_know() -> None:
    state = b'{"event":"box.moved","place":"attic","floor":0,"new":1}'
    assert BOXES.to_event(StoredFact("box.moved", 3, state, uuid4())) == BoxMoved("attic", 0)


class Misnamed(Event, frozen=True, tag="Misnamed"):
    pass


class Twin(Event, frozen=True, tag="box.moved"):
    pass


class Gapped(Event, frozen=True, tag="box.gapped"):
    schema_version = 2


class Unerasable(Event, frozen=True, tag="box.unerasable"):
    count: int
    erasable = ("count",)


class Nowhere(Event, frozen=True, tag="box.nowhere"):
    erasable = ("gone",)


@pytest.mark.parametrize(
    ("events", "complaint"),
    [
        ((Misnamed,), "entity.past_tense"),
        ((BoxMoved, Twin), "Two events are called"),
        ((Gapped,), "one upcast from every version"),
        ((Unerasable,), "cannot be empty"),
        ((Nowhere,), "has no member"),
    ],
)
def test_a_wrong_event_stops_the_start(events: tuple[type[Event], ...], complaint: str) -> None:
    with pytest.raises(TypeError, match=complaint):
        EventRegistry([decider(*events)])


def test_one_event_stands_in_one_kind_of_stream() -> None:
    with pytest.raises(TypeError, match="stands in streams of"):
        EventRegistry([decider(BoxMoved), decider(BoxMoved, name="crate")])


def test_an_event_that_is_not_registered_is_not_stored() -> None:
    with pytest.raises(TypeError, match="not registered"):
        EventMapper(REGISTRY).to_stored(BoxMoved("x", 1), uuid4())


async def test_forgetting_a_record_erases_its_members_in_every_process(
    database_url: str, app_database_url: str
) -> None:
    page = uuid4()
    async with open_store(app_database_url) as (store, keys):
        await store.append(noted(page, 0, NoteWritten("kept", secrets=("canary-secret",))))
        state, _ = await store.load(NOTE, ACME, page)
        assert state.secrets == ("canary-secret",)
        await keys.forget(NOTE.stream(ACME, page))
        state, version = await store.load(NOTE, ACME, page)
        assert (state.texts, state.secrets, version) == (("kept",), (), 1)
    with psycopg.connect(database_url) as owner:
        assert owner.execute("select count(*) from es.subject_key").fetchone() == (0,)
        row = owner.execute("select convert_from(state, 'UTF8') from es.event").fetchone()
        assert row is not None
        assert "canary" not in row[0]


async def test_long_streams_are_loaded_from_their_snapshot(database_url: str, app_database_url: str) -> None:
    page = uuid4()
    async with open_store(app_database_url) as (store, _):
        for number in range(25):
            unit = noted(page, number, NoteWritten(str(number)))
            streams = tuple(append._replace(decider=LONG) for append in unit.streams)
            await store.append(type(unit)(unit.context, streams))
        with psycopg.connect(database_url, autocommit=True) as owner:
            for _ in range(100):
                kept = owner.execute("select stream_version, shape from es.snapshot").fetchall()
                if kept and kept[0][0] >= 20:
                    break
                await asyncio.sleep(0.02)
            # The task runs beside the appends and keeps what it finds: at least the version it was made for.
            assert 20 <= kept[0][0] <= 25
            whole, _ = await store.load(NOTE, ACME, page)
            assert await store.load(LONG, ACME, page) == (whole, 25)
            owner.execute("update es.snapshot set state = convert_to('{\"texts\":[\"kept\"]}', 'UTF8')")
            state, _ = await store.load(LONG, ACME, page)
            assert state.texts[0] == "kept"
            owner.execute("update es.snapshot set shape = 0")
            assert await store.load(LONG, ACME, page) == (whole, 25)


async def test_a_second_open_of_the_store_finds_everything(app_database_url: str) -> None:
    page = uuid4()
    async with open_store(app_database_url) as (store, _):
        await write(store, page, "one")
    async with open_store(app_database_url) as (store, _):
        assert (await store.load(NOTE, ACME, page))[1] == 1
