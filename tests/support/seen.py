"""What a client may take an item for: facts out of its signed bytes, and beside them the server's word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import httpx

from client.crypto import base64url
from client.crypto.statements import Statement, parse

LISTS = ("profileIds", "topicIds", "documentIds", "assigneeIds", "fileIds", "mentionIds", "versions")
IDS = ("statusId", "parentId", "typeId", "groupId", "subGroupId", "movedTo", "taskId")
TEXTS = ("state", "expiresOn", "startOn", "dueOn", "dueTime", "recurrence", "reminders")
WORDS = (*TEXTS, "category", "outcome", "entity", "scope")
FLAGS = ("noteOnly", "default", "pinned")


def seen(answer: httpx.Response) -> Any:
    """The item or the items of an answer."""
    return whole(answer)["data"]


def whole(answer: httpx.Response) -> Any:
    """The answer, with every item in it as it is seen."""
    return _seen_in(answer.json())


def _seen_in(value: Any) -> Any:
    if isinstance(value, list):
        return [_seen_in(part) for part in value]  # type: ignore[reportUnknownVariableType]
    if not isinstance(value, dict):
        return value
    members: dict[str, Any] = value
    if "word" in members:
        return facts(members)
    return {name: _seen_in(part) for name, part in members.items()}


def facts(item: dict[str, Any]) -> dict[str, Any]:
    """The item as it was answered, with everything that its statements and attributes say."""
    known = {**item, **item.get("word", {})}
    if "sealed" not in item:
        return known
    chain = [statement_of(said) for said in (item["sealed"], *item["later"])]
    readers = [said.roles("audience") for said in chain if "audience" in said.fields][-1]
    put, newest = chain[0], chain[-1]
    wrapped = {wrap["roleId"] for said in (item["sealed"], *item["later"]) for wrap in said.get("wraps", ())}
    known |= _attributes(item["sealed"].get("attrs", {}))
    known |= {
        "kind": put.fields["kind"],
        "revision": newest.seq,
        "contentRevision": put.number("contentRevision"),
        "schema": put.number("schema"),
        "audience": [str(role) for role in readers],
        "owed": [str(role) for role in readers if str(role) not in wrapped],
        "createdBy": str(put.author_user) if put.seq == 1 else None,
        "updatedBy": str(newest.author_user),
    }
    if newest.type == "record.delete":
        known["state"] = "deleted" if "dataB64u" in item["sealed"] else "purged"
    return known


def statement_of(said: Mapping[str, Any]) -> Statement:
    return parse(base64url.decode(said["statementB64u"]))


def _attributes(attrs: Mapping[str, str]) -> dict[str, Any]:
    values = {name: base64url.decode(text) for name, text in attrs.items()}
    told: dict[str, Any] = dict.fromkeys((*IDS, *WORDS)) | dict.fromkeys(FLAGS, False)
    told |= {name: _ids(values.get(name, b"")) for name in LISTS}
    days = values.get("remindDays", b"")
    told["remindDays"] = [int.from_bytes(days[at : at + 8], "big") for at in range(0, len(days), 8)]
    told |= {name: str(UUID(bytes=values[name])) for name in IDS if name in values}
    told |= {name: values[name].decode() for name in WORDS if name in values}
    told |= {name: values[name] == b"\x01" for name in FLAGS if name in values}
    return told


def _ids(data: bytes) -> list[str]:
    return [str(UUID(bytes=data[at : at + 16])) for at in range(0, len(data), 16)]
