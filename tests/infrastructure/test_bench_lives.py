"""What a bench writes is what the product writes: decided, signed in a chain, and readable from its bytes."""

from __future__ import annotations

import itertools
from collections import defaultdict
from uuid import uuid4

from application.catalogue import DECIDERS
from bench.lives import Writer
from client.crypto.statements import NO_HASH, parse
from infrastructure.event_store.mapper import EventMapper
from infrastructure.event_store.registry import EventRegistry, name_of
from projections.vault.facts import statements_of

MAPPER = EventMapper(EventRegistry(DECIDERS))
KEY = b"k" * 32


def test_each_life_is_read_back_and_its_statements_follow_one_another() -> None:
    previous: defaultdict[object, bytes] = defaultdict(lambda: NO_HASH)
    seen: set[str] = set()
    for append in itertools.islice(Writer().appends(), 18):
        (stream,) = append.streams
        for event in stream.events:
            seen.add(name_of(type(event)))
            event_id = uuid4()
            assert MAPPER.to_event(MAPPER.to_stored(event, event_id, KEY), KEY) == event
            for statement in statements_of(event):
                written = parse(statement.raw)
                assert written.prev_hash == previous[stream.entity_id]
                previous[stream.entity_id] = written.hash
    assert len(seen) == 9
