"""Every event by its stored name, and the kind of stream it may stand in."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from domain.kernel import Decider, Event

AnyDecider = Decider[Any, Any, Any]

_NAME = re.compile(r"[a-z][a-z_]*\.[a-z][a-z_]*")
_EMPTY: dict[type[msgspec.inspect.Type], Any] = {
    msgspec.inspect.ListType: [],
    msgspec.inspect.VarTupleType: [],
    msgspec.inspect.SetType: [],
    msgspec.inspect.FrozenSetType: [],
    msgspec.inspect.DictType: {},
    msgspec.inspect.StrType: "",
}


def name_of(event: type[Event]) -> str:
    """The stored name, as the class declares it."""
    tag = event.__struct_config__.tag
    if not isinstance(tag, str) or _NAME.fullmatch(tag) is None:
        raise TypeError(f"{event.__qualname__} needs tag='entity.past_tense' and has {tag!r}.")
    return tag


class EventRegistry:
    """The events of all deciders. Building it fails when two classes claim one name."""

    def __init__(self, deciders: Iterable[AnyDecider]) -> None:
        self.deciders: dict[str, AnyDecider] = {}
        self.classes: dict[str, type[Event]] = {}
        self.kinds: dict[str, str] = {}
        self.erasable: dict[str, Mapping[str, Any]] = {}
        for decider in deciders:
            if self.deciders.setdefault(decider.name, decider) is not decider:
                raise TypeError(f"Two deciders are called {decider.name!r}.")
            for event in decider.events:
                self._add(decider, event)

    def _add(self, decider: AnyDecider, event: type[Event]) -> None:
        name = name_of(event)
        if self.classes.setdefault(name, event) is not event:
            raise TypeError(f"Two events are called {name!r}.")
        if self.kinds.setdefault(name, decider.name) != decider.name:
            raise TypeError(f"{name!r} stands in streams of {self.kinds[name]!r} and of {decider.name!r}.")
        if set(event.upcasts) != set(range(1, event.schema_version)):
            raise TypeError(f"{name!r} needs one upcast from every version below {event.schema_version}.")
        if event.erasable:
            self.erasable[name] = {path: _emptiness(event, path) for path in event.erasable}


# Looking into a class takes milliseconds, and it says the same every time.
_looked_into = functools.cache(msgspec.inspect.type_info)


def _emptiness(event: type[Event], path: str) -> Any:
    """What stands in a member whose key was destroyed."""
    kind: msgspec.inspect.Type = _looked_into(event)
    for step in path.split("."):
        kind = kind.type if isinstance(kind, msgspec.inspect.Metadata) else kind
        if isinstance(kind, msgspec.inspect.UnionType):
            kind = next(k for k in kind.types if isinstance(k, msgspec.inspect.StructType))
        if not isinstance(kind, msgspec.inspect.StructType):
            raise TypeError(f"{event.__qualname__}: {path!r} leads through something that has no members.")
        found = [field.type for field in kind.fields if field.encode_name == step]
        if not found:
            raise TypeError(f"{event.__qualname__} has no member {path!r}.")
        kind = found[0]
    kind = kind.type if isinstance(kind, msgspec.inspect.Metadata) else kind
    if isinstance(kind, msgspec.inspect.UnionType) and kind.includes_none:
        return None
    empty = _EMPTY.get(type(kind))
    if empty is None or getattr(kind, "pattern", None) or getattr(kind, "min_length", None):
        raise TypeError(f"{event.__qualname__}: {path!r} cannot be empty, so it cannot be erased.")
    return empty
