"""One fact as an entry of the audit log: who did what to which things, and what changed in the clear."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from domain.kernel import Event, Recorded, camel
from domain.sealed import Sealed
from projections.oversight.actions import ACTIONS
from projections.wire import person, shape

# Ciphertext, signatures, hashes and references say nothing to a reader; the payload has a line of its own.
_UNSAID = (
    "sealed",
    "signed",
    "wraps",
    "wrap",
    "added_wraps",
    "attrs",
    "manifest",
    "pairing",
    "recovery",
    "note",
    *("digests", "left_out", "kept_from"),
)
_UNSAID_ENDINGS = ("_b64u", "_hash", "_ref", "_index", "hash", "header")
_KINDS = (
    *("user", "role", "document", "contact", "vendor", "file", "invitation", "voucher", "device"),
    *("session", "passkey", "status", "topic", "task"),
)
# By the member that names it: mostly the kind says how that is called.
_NAMED: Mapping[str, str] = {
    **{f"{kind}_id": kind for kind in _KINDS},
    "group_id": "profile_group",
    "sub_group_id": "profile_sub_group",
}


def name_of(event: Event) -> str:
    return str(type(event).__struct_config__.tag)


def entry_of(fact: Recorded, account_id: UUID | None) -> dict[str, Any]:
    """The entry as it is answered; personal values stand as their places."""
    name = name_of(fact.event)
    action = ACTIONS[name]
    entry: dict[str, Any] = {
        "id": fact.event_id,
        "seq": fact.position,
        "accountId": account_id,
        "at": _time(fact.occurred_at),
        "recordedAt": _time(fact.recorded_at),
        "category": action.category,
        "action": name,
        "outcome": action.outcome,
        "severity": action.severity,
        "actor": {"type": fact.actor_kind, "id": fact.actor_id, "impersonatorId": fact.impersonator_id},
        "targets": list(targets_of(fact)),
        "changes": list(_changes(fact.event)),
        "context": {
            "sessionId": fact.session_id,
            "deviceId": fact.device_id,
            "ip": person(fact.ip_ref),
            "agent": person(fact.agent_ref),
            "requestId": fact.request_id,
            "correlationId": fact.correlation_id,
        },
        "reason": _reason(fact.event),
        "class": {"uid": action.uid, "activity": action.activity},
        "position": fact.position,
        "leafHashB64u": msgspec.to_builtins(fact.leaf_hash).rstrip("=").replace("+", "-").replace("/", "_"),
        "schemaVersion": fact.event.schema_version,
    }
    return shape(entry)


def targets_of(fact: Recorded) -> Iterator[dict[str, Any]]:
    """What it was done to: the thing the fact is about first, the one it belongs to after it."""
    own = {"kind": fact.kind, "id": fact.entity_id, "version": fact.stream_version}
    entity = name_of(fact.event).partition(".")[0]
    named = [
        {"kind": kind, "id": value}
        for member, kind in _naming(type(fact.event))
        if isinstance(value := getattr(fact.event, member), UUID) and value != fact.entity_id
    ]
    about = [target for target in named if target["kind"] == entity]
    yield from about
    yield own
    yield from (target for target in named if target not in about)


def _changes(event: Event) -> Iterator[dict[str, Any]]:
    for name, field, before in _members(type(event)):
        value: object = getattr(event, name)
        if isinstance(value, Sealed):
            revision = value.content_revision
            yield {"field": "payload", "from": revision - 1 if revision > 1 else None, "to": revision}
        elif before is not None:
            yield {"field": field, "from": shape(getattr(event, before)), "to": shape(value)}
        elif field is not None:
            yield {"field": field, "to": shape(value)}


class _Member(NamedTuple):
    """Of a kind of event. Without a `field` nothing is said of it, unless it is a payload; `before` names the
    member that holds what it was."""

    name: str
    field: str | None
    before: str | None = None


@cache
def _naming(kind: type[Event]) -> tuple[tuple[str, str], ...]:
    """The members that may name a thing, each with what kind of thing."""
    members = set(kind.__struct_fields__)
    return tuple((member, named) for member, named in _NAMED.items() if member in members)


@cache
def _members(kind: type[Event]) -> tuple[_Member, ...]:
    return tuple(_member(kind, name) for name in kind.__struct_fields__)


def _member(kind: type[Event], name: str) -> _Member:
    changed = name.removeprefix("to_")
    for before, now in ((f"from_{changed}", f"to_{changed}"), (f"previous_{name}", name)):
        if now == name and before in kind.__struct_fields__:
            return _Member(name, camel(changed), before)
    return _Member(name, None if _is_unsaid(kind, name) else camel(name))


def _is_unsaid(kind: type[Event], name: str) -> bool:
    members = kind.__struct_fields__
    if name.startswith("from_") and f"to_{name[5:]}" in members:
        return True
    if name.startswith("previous_") and name.removeprefix("previous_") in members:
        return True
    if name in _UNSAID or name.endswith(_UNSAID_ENDINGS) or name in ("reason", "cause"):
        return True
    return name not in _OWN_WORDS and camel(name) in {path.partition(".")[0] for path in kind.erasable}


# An account's own words for itself and its roles: its log says them for as long as there is the account.
_OWN_WORDS = ("display_name", "name", "description")


def _reason(event: Event) -> str | None:
    reason = getattr(event, "reason", None) or getattr(event, "cause", None)
    return reason if isinstance(reason, str) else None


def _time(at: datetime) -> str:
    """With the three digits that every time on the wire has."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
