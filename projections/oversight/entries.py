"""One fact as an entry of the audit log: who did what to which things, and what changed in the clear."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any
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
        for member, kind in _NAMED.items()
        if isinstance(value := getattr(fact.event, member, None), UUID) and value != fact.entity_id
    ]
    about = [target for target in named if target["kind"] == entity]
    yield from about
    yield own
    yield from (target for target in named if target not in about)


def _changes(event: Event) -> Iterator[dict[str, Any]]:
    for name in event.__struct_fields__:
        value: object = getattr(event, name)
        if isinstance(value, Sealed):
            revision = value.content_revision
            yield {"field": "payload", "from": revision - 1 if revision > 1 else None, "to": revision}
        elif name.startswith("to_") and hasattr(event, f"from_{name[3:]}"):
            yield {
                "field": camel(name[3:]),
                "from": shape(getattr(event, f"from_{name[3:]}")),
                "to": shape(value),
            }
        elif hasattr(event, f"previous_{name}"):
            yield {
                "field": camel(name),
                "from": shape(getattr(event, f"previous_{name}")),
                "to": shape(value),
            }
        elif not _is_unsaid(event, name):
            yield {"field": camel(name), "to": shape(value)}


def _is_unsaid(event: Event, name: str) -> bool:
    if name.startswith("from_") and hasattr(event, f"to_{name[5:]}"):
        return True
    if name.startswith("previous_") and hasattr(event, name.removeprefix("previous_")):
        return True
    if name in _UNSAID or name.endswith(_UNSAID_ENDINGS) or name in ("reason", "cause"):
        return True
    return name not in _OWN_WORDS and camel(name) in {path.partition(".")[0] for path in event.erasable}


# An account's own words for itself and its roles: its log says them for as long as there is the account.
_OWN_WORDS = ("display_name", "name", "description")


def _reason(event: Event) -> str | None:
    reason = getattr(event, "reason", None) or getattr(event, "cause", None)
    return reason if isinstance(reason, str) else None


def _time(at: datetime) -> str:
    """With the three digits that every time on the wire has."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
