"""The reference of events, written from the code: what can be found in the log, and what it says."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import msgspec
from msgspec import inspect as shapes

from domain.kernel import Event
from infrastructure.event_store.registry import EventRegistry

_HEAD = """\
# Events

Every fact the log can hold, by the aggregate it belongs to. Written by `./coffer dev events`; do not edit.

A fact is stored as JSON under its name and schema version, beside its envelope: account, stream and version,
position, who acted (and for whom), session, device, request, correlation and causation, when it occurred and
when it was recorded. Members marked *erasable* lie under the key of the record and are empty once that key is
destroyed; a `PiiRef` is a personal value under the key of its person.
"""


def event_reference(registry: EventRegistry) -> str:
    """The whole reference as Markdown."""
    return "\n".join([_HEAD, *_aggregates(registry)])


def _aggregates(registry: EventRegistry) -> Iterator[str]:
    for name, decider in registry.deciders.items():
        yield f"## {name}\n"
        scope = "One stream per account and id" if decider.scope == "account" else "One stream per id"
        decided = "" if decider.versioned else ", appended to without a version"
        yield f"{scope}{decided}.\n"
        for event in decider.events:
            yield from _event(event)


def _event(event: type[Event]) -> Iterator[str]:
    yield f"### {event.__struct_config__.tag}\n"
    words = event.__dict__.get("__doc__")
    if words and not words.startswith(f"{event.__name__}("):
        yield f"{inspect.cleandoc(words)}\n"
    info = shapes.type_info(event)
    assert isinstance(info, shapes.StructType)
    if not info.fields:
        yield f"Version {event.schema_version}. No members.\n"
        return
    yield f"Version {event.schema_version}.\n"
    yield "| Member | Type | |"
    yield "|---|---|---|"
    for field in info.fields:
        notes = [] if field.required else ["optional"]
        notes += [
            "erasable" if path == field.encode_name else f"`{path}` erasable"
            for path in event.erasable
            if path.split(".")[0] == field.encode_name
        ]
        yield f"| `{field.encode_name}` | {_words(field.type, field.name)} | {', '.join(notes)} |"
    yield ""


def _words(kind: shapes.Type, name: str = "") -> str:
    match kind:
        case shapes.Metadata(type=inner):
            return _words(inner, name)
        case shapes.StructType(cls=cls):
            return cls.__name__
        case shapes.UnionType(types=types):
            return " or ".join(_words(t, name) for t in types)
        case shapes.NoneType():
            return "null"
        case shapes.LiteralType(values=values):
            return ", ".join(f"`{value}`" for value in values)
        case shapes.VarTupleType(item_type=item) | shapes.ListType(item_type=item):
            return f"list of {_words(item, name)}"
        case shapes.FrozenSetType(item_type=item):
            return f"set of {_words(item, name)}"
        case shapes.TupleType(item_types=items):
            return f"[{', '.join(_words(item) for item in items)}]"
        case shapes.DictType(key_type=key, value_type=value):
            return f"map of {_words(key)} to {_words(value)}"
        case shapes.StrType():
            return "PiiRef" if name.endswith("_ref") else "text"
        case _:
            return _PLAIN.get(type(kind), type(kind).__name__)


_PLAIN: dict[type[msgspec.inspect.Type], str] = {
    shapes.UUIDType: "UUID",
    shapes.DateTimeType: "time",
    shapes.DateType: "day",
    shapes.BoolType: "boolean",
    shapes.IntType: "integer",
    shapes.FloatType: "number",
}
