"""One stored sample of every event in every version, for ever: what was written must stay readable."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, cast
from uuid import UUID

import msgspec

from domain.kernel import Event, Value
from infrastructure.event_store.mapper import EventMapper, StoredFact
from infrastructure.event_store.registry import EventRegistry
from tests.support.shapes_of import all_members

SAMPLES = Path(__file__).parent / "events"
# Samples are fixtures and no secrets: this key is written down so that they can be opened.
KEY = bytes(range(32))
EVENT_ID = UUID("00000000-0000-4000-8000-000000000001")


class Sample(Value, frozen=True, kw_only=True):
    """`schemas` are the hashes of the shapes this version has had: an optional member may be added."""

    name: str
    version: int
    schemas: tuple[str, ...]
    states: tuple[str, ...]


class NeedsVersion(Exception):
    """An event's shape has changed in a way that its stored samples do not survive."""


def path_of(name: str, version: int) -> Path:
    return SAMPLES / f"{name}.v{version}.json"


def schema_hash(event: type[Event]) -> str:
    """The hash of the shape, whatever its words."""
    schema = _without_words(msgspec.json.schema(event))
    return hashlib.sha256(msgspec.json.encode(schema, order="sorted")).hexdigest()


def write_missing_samples(registry: EventRegistry, folder: Path = SAMPLES) -> list[str]:
    """Add the samples of new events, new versions and new optional members; the names of files written."""
    folder.mkdir(exist_ok=True)
    written: list[str] = []
    mapper = EventMapper(registry)
    for name, event in sorted(registry.classes.items()):
        path = folder / path_of(name, event.schema_version).name
        known = read(path) if path.exists() else None
        shape = schema_hash(event)
        if known is not None and shape in known.schemas:
            continue
        if known is not None:
            check_readable(known, mapper)
        state = mapper.to_stored(all_members(event), EVENT_ID, KEY).state.decode()
        sample = Sample(
            name=name,
            version=event.schema_version,
            schemas=(*(known.schemas if known else ()), shape),
            states=(*(known.states if known else ()), state),
        )
        path.write_bytes(msgspec.json.format(msgspec.json.encode(sample), indent=2) + b"\n")
        written.append(path.name)
    return written


def read(path: Path) -> Sample:
    return msgspec.json.decode(path.read_bytes(), type=Sample)


def check_readable(sample: Sample, mapper: EventMapper) -> list[Event]:
    """Decode every stored state, with the record's key and without it."""
    decoded: list[Event] = []
    for state in sample.states:
        stored = StoredFact(sample.name, sample.version, state.encode(), EVENT_ID)
        try:
            decoded += [mapper.to_event(stored, KEY), mapper.to_event(stored)]
        except (msgspec.ValidationError, KeyError) as problem:
            raise NeedsVersion(
                f"{sample.name} v{sample.version} cannot be read any more ({problem}). "
                "Give the event a new schema_version and an upcast."
            ) from problem
    return decoded


def _without_words(schema: Any) -> Any:
    if isinstance(schema, dict):
        members = cast("dict[str, Any]", schema)
        return {
            name: _without_words(value)
            for name, value in members.items()
            if not (name in ("title", "description") and isinstance(value, str))
        }
    if isinstance(schema, list):
        return [_without_words(item) for item in cast("list[Any]", schema)]
    return schema
