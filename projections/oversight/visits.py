"""Reads of role keys, rolled up by visit.

A browser that is unlocked fetches one bundle per role; people ask who was there, and when.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from domain.identity.access_log import RoleBundleRead
from domain.kernel import Recorded, wire_time
from projections.kernel import Rows, Table

# A visit is over when nothing was read for so long.
PAUSE = timedelta(minutes=30)
_NONE = UUID(int=0)

VISITS = Table(
    "audit_visits",
    {
        "actor_id": "uuid not null",
        "session_id": "uuid not null",
        "device_id": "uuid not null",
        "position": "bigint not null",
        "until": "timestamptz not null",
        "entry": "jsonb not null",
    },
    key=("account_id", "actor_id", "session_id", "device_id"),
)


def by_visit(rows: Rows, fact: Recorded, entry: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """Where the entry of this fact stands, and what it says: a read of keys goes into that of its visit."""
    if not isinstance(fact.event, RoleBundleRead):
        return fact.position, entry
    visit = {
        "account_id": fact.account_id,
        "actor_id": fact.actor_id or _NONE,
        "session_id": fact.session_id or _NONE,
        "device_id": fact.device_id or _NONE,
    }
    row = rows.get(VISITS, visit)
    goes_on = row is not None and fact.occurred_at - row["until"] < PAUSE
    position = row["position"] if row is not None and goes_on else fact.position
    whole = _joined(row["entry"] if row is not None and goes_on else None, entry)
    whole["folded"]["until"] = wire_time(fact.occurred_at)
    rows.put(VISITS, visit, position=position, until=fact.occurred_at, entry=whole)
    return position, whole


def _joined(before: dict[str, Any] | None, entry: dict[str, Any]) -> dict[str, Any]:
    """The first entry, with each role once."""
    if before is None:
        return {**entry, "changes": [], "folded": {"count": 1}}
    known = {target["id"] for target in before["targets"]}
    new = [target for target in entry["targets"] if target["kind"] == "role" and target["id"] not in known]
    return {
        **before,
        "targets": [*before["targets"], *new],
        "folded": {"count": before["folded"]["count"] + 1},
    }
