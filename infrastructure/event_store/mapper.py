"""Between a fact and its stored bytes: msgspec JSON, older versions lifted, erasable members sealed."""

from __future__ import annotations

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any, NamedTuple, cast
from uuid import UUID

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from domain.kernel import Event
from infrastructure.canonical import canonical
from infrastructure.event_store.registry import EventRegistry, name_of

# The member that holds the sealed ones. No event can have a member of this name.
_SEALED = "~"
_MARK = b'"~"'
_LABEL = "coffer.v1.erasable.aad"


class StoredFact(NamedTuple):
    """The part of a row of the log that a fact is made from."""

    type: str
    schema_version: int
    state: bytes
    event_id: UUID


class EventMapper:
    """Turns events into bytes and back, by their registered names."""

    def __init__(self, registry: EventRegistry) -> None:
        self.registry = registry
        self._encoder = msgspec.json.Encoder()
        self._decoders = {name: msgspec.json.Decoder(cls) for name, cls in registry.classes.items()}
        self._raw = msgspec.json.Decoder(dict[str, Any])

    def is_erasable(self, name: str) -> bool:
        """Whether part of these events lies under a key of the record."""
        return name in self.registry.erasable

    def to_stored(self, event: Event, event_id: UUID, key: bytes | None = None) -> StoredFact:
        """The bytes to keep. `key` is the record's own, needed where members are erasable."""
        name = name_of(type(event))
        if self.registry.classes.get(name) is not type(event):
            raise TypeError(f"{type(event).__qualname__} is not registered.")
        paths = self.registry.erasable.get(name)
        if paths is None:
            return StoredFact(name, event.schema_version, self._encoder.encode(event), event_id)
        if key is None:
            raise ValueError(f"{name} has erasable members and came without the record's key.")
        members = cast("dict[str, Any]", msgspec.to_builtins(event))
        taken = {path: _exchange(members, path, empty) for path, empty in paths.items()}
        if all(value is None for value in taken.values()):
            # Nothing is said that could be erased (a key statement without a salt).
            return StoredFact(name, event.schema_version, self._encoder.encode(event), event_id)
        iv = os.urandom(12)
        sealed = AESGCM(key).encrypt(iv, self._encoder.encode(taken), _bound_to(name, event_id))
        members[_SEALED] = urlsafe_b64encode(iv + sealed).decode()
        return StoredFact(name, event.schema_version, self._encoder.encode(members), event_id)

    def to_event(self, stored: StoredFact, key: bytes | None = None) -> Event:
        """The fact again. Without the record's key its erasable members are empty."""
        name, version, state, event_id = stored
        cls = self.registry.classes[name]
        if version == cls.schema_version and (key is None or _MARK not in state):
            return self._decoders[name].decode(state)
        members = self._raw.decode(state)
        sealed = members.pop(_SEALED, None)
        if sealed is not None and key is not None:
            for path, value in self._opened(sealed, key, _bound_to(name, event_id)).items():
                _exchange(members, path, value)
        for older in range(version, cls.schema_version):
            members = cls.upcasts[older](members)
        return msgspec.convert(members, cls)

    def _opened(self, sealed: str, key: bytes, bound_to: bytes) -> dict[str, Any]:
        data = urlsafe_b64decode(sealed)
        try:
            return self._raw.decode(AESGCM(key).decrypt(data[:12], data[12:], bound_to))
        except InvalidTag:
            # A key made anew after the old one was destroyed: for this fact it is gone as well.
            return {}


def _bound_to(name: str, event_id: UUID) -> bytes:
    return canonical(_LABEL, name, event_id)


def _exchange(members: dict[str, Any], path: str, value: Any) -> Any:
    """Put a value at the end of a path and give back what stood there; a path that ends early stays."""
    *steps, last = path.split(".")
    place = members
    for step in steps:
        inner = place.get(step)
        if not isinstance(inner, dict):
            return None
        place = cast("dict[str, Any]", inner)
    before = place.get(last)
    place[last] = value
    return before
