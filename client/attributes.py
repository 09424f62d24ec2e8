"""The clear attributes of each kind of item, as they are signed: what its person sets and the server sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal
from uuid import UUID

from client.crypto.canonical import identifier, read_text, text
from client.crypto.errors import InvalidArgument
from client.crypto.hashes import FLAG, ids_value, integers_value

Is = Literal["id", "text", "flag", "ids", "ids in order", "integers"]

ATTRIBUTES: Final[Mapping[str, Mapping[str, Is]]] = {
    "document": {
        "profileIds": "ids",
        "topicIds": "ids",
        "state": "text",
        "expiresOn": "text",
        "remindDays": "integers",
        "versions": "ids in order",
        "fileIds": "ids in order",
        "noteOnly": "flag",
    },
    "task": {
        "statusId": "id",
        "profileIds": "ids",
        "topicIds": "ids",
        "documentIds": "ids",
        "assigneeIds": "ids",
        "startOn": "text",
        "dueOn": "text",
        "dueTime": "text",
        "recurrence": "text",
        "reminders": "text",
        "parentId": "id",
        "state": "text",
    },
    "profile": {"typeId": "id", "groupId": "id", "subGroupId": "id", "state": "text"},
    "contact": {"state": "text"},
    "vendor": {"state": "text"},
    "profile-group": {"typeId": "id", "movedTo": "id"},
    "profile-sub-group": {"groupId": "id", "movedTo": "id"},
    "topic": {"parentId": "id"},
    "status": {"category": "text", "outcome": "text", "default": "flag", "movedTo": "id"},
    "saved-filter": {"entity": "text", "scope": "text", "pinned": "flag"},
    "comment": {"taskId": "id", "mentionIds": "ids"},
    "file": {},
}


def attributes_of(kind: str, values: Mapping[str, Any]) -> dict[str, bytes]:
    """Their bytes by wire name. What has no value is left out, so equal attributes have one encoding."""
    known = ATTRIBUTES[kind]
    unknown = values.keys() - known.keys()
    if unknown:
        raise InvalidArgument(f"a {kind} has no attribute {min(unknown)}")
    encoded = {name: _bytes_of(known[name], value) for name, value in values.items() if value is not None}
    return {name: data for name, data in encoded.items() if data}


def values_of(kind: str, attrs: Mapping[str, bytes]) -> dict[str, Any]:
    """The reverse. A name that only a later version knows is passed over."""
    known = ATTRIBUTES[kind]
    return {name: _value_of(known[name], data) for name, data in attrs.items() if name in known}


def _bytes_of(is_: Is, value: Any) -> bytes:
    match is_:
        case "id":
            return identifier(value)
        case "text":
            return text(value)
        case "flag":
            return FLAG if value else b""
        case "ids":
            return ids_value(value)
        case "ids in order":
            return ids_value(value, in_order=True)
        case "integers":
            return integers_value(value)


def _value_of(is_: Is, data: bytes) -> Any:
    match is_:
        case "id":
            (one,) = _ids(data)
            return one
        case "text":
            return read_text(data)
        case "flag":
            return data == FLAG
        case "ids" | "ids in order":
            return _ids(data)
        case "integers":
            return [int.from_bytes(data[at : at + 8], "big") for at in range(0, len(data), 8)]


def _ids(data: bytes) -> list[UUID]:
    return [UUID(bytes=data[at : at + 16]) for at in range(0, len(data), 16)]
