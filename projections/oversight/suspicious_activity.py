"""Findings of the detectors: each user's own, and those of an account for its security readers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, NamedTuple
from uuid import UUID

from domain.ids import AccountId, UserId
from domain.kernel import Recorded, wire_time
from domain.oversight.suspicion.activities import (
    ACTIVITY,
    ActivityAcknowledged,
    ActivityDetected,
    ActivityRepeated,
    ActivityResolved,
)
from projections.kernel import Projection, Reader, Rows, Table

State = Literal["open", "acknowledged", "resolved"]

_COLUMNS = {
    "id": "uuid not null",
    "user_id": "uuid",
    "state": "text not null",
    "severity": "smallint not null",
    "dedup_key": "text not null",
    "detector": "text not null",
    "first_at": "timestamptz not null",
    "last_at": "timestamptz not null",
    "resolved_at": "timestamptz",
    "json": "jsonb not null",
}
# Also what is about nobody who is known here: an address without a person, a network.
ACTIVITIES = Table(
    "activities",
    {**_COLUMNS, "account_ids": "uuid[] not null"},
    account=False,
    indexes=("user_id, last_at, id", "user_id, state, last_at, id"),
    own_rows="user_id",
)
SUSPICIOUS_ACTIVITY = Table(
    "suspicious_activity", _COLUMNS, indexes=("account_id, last_at, id", "account_id, state, last_at, id")
)

# The sentence of each detector; its values are the params.
SUMMARIES: Mapping[str, str] = {
    "D01": "otpBruteForce",
    "D02": "passwordBruteForce",
    "D03": "passwordSpray",
    "D04": "credentialStuffing",
    "D05": "successAfterFailures",
    "D06": "newDevice",
    "D07": "impossibleTravel",
    "D08": "clonedPasskey",
    "D09": "sessionReuse",
    "D14": "dormantReturn",
    "D21": "impersonation",
}


def apply(rows: Rows, fact: Recorded) -> None:
    match fact.event:
        case ActivityDetected() as event:
            _put(rows, event.account_ids, _first(event))
        case ActivityRepeated() as event:
            row = rows.get(ACTIVITIES, event.activity_id)
            if row is not None:
                json = {
                    **row["json"],
                    "severity": event.severity,
                    "lastAt": wire_time(event.at),
                    "count": event.count,
                    "params": event.params,
                    "evidence": list(event.positions),
                    "response": _said(row["json"]["response"], [r.kind for r in event.response]),
                }
                _put(rows, row["account_ids"], _changed(row, json, last_at=event.at))
        case ActivityAcknowledged(activity_id=activity_id):
            _judge(rows, activity_id, {"state": "acknowledged"}, None)
        case ActivityResolved(activity_id=activity_id, verdict=verdict):
            _judge(rows, activity_id, {"state": "resolved", "verdict": verdict}, fact.occurred_at)
        case _:
            pass


def _first(event: ActivityDetected) -> dict[str, Any]:
    json = {
        "id": str(event.activity_id),
        "detector": event.detector,
        "severity": event.severity,
        "state": "open",
        "verdict": None,
        "subject": {"kind": event.subject.kind, "id": event.subject.id},
        "userId": None if event.user_id is None else str(event.user_id),
        "firstAt": wire_time(event.at),
        "lastAt": wire_time(event.at),
        "count": 1,
        "summaryKey": SUMMARIES[event.detector],
        "params": event.params,
        "evidence": list(event.positions),
        "response": [response.kind for response in event.response],
    }
    return {
        "id": event.activity_id,
        "user_id": event.user_id,
        "state": "open",
        "severity": event.severity,
        "dedup_key": event.dedup_key,
        "detector": event.detector,
        "first_at": event.at,
        "last_at": event.at,
        "json": json,
    }


def _judge(rows: Rows, activity_id: UUID, said: dict[str, str], resolved_at: datetime | None) -> None:
    row = rows.get(ACTIVITIES, activity_id)
    if row is not None:
        changed = _changed(row, {**row["json"], **said}, last_at=row["last_at"])
        _put(rows, row["account_ids"], {**changed, "resolved_at": resolved_at})


def _changed(row: Mapping[str, Any], json: dict[str, Any], *, last_at: datetime) -> dict[str, Any]:
    kept = {name: row[name] for name in ("id", "user_id", "dedup_key", "detector", "first_at")}
    return {
        **kept,
        "state": json["state"],
        "severity": json["severity"],
        "last_at": last_at,
        "json": json,
    }


def _put(rows: Rows, account_ids: Any, values: dict[str, Any]) -> None:
    id, rest = values["id"], {name: value for name, value in values.items() if name != "id"}
    rows.put(ACTIVITIES, id, **rest, account_ids=list(account_ids))
    for account_id in account_ids:
        rows.put(SUSPICIOUS_ACTIVITY, {"account_id": account_id, "id": id}, **rest)


def _said(before: list[str], more: list[str]) -> list[str]:
    return list(dict.fromkeys([*before, *more]))


PROJECTION = Projection("suspicious_activity", 3, (ACTIVITIES, SUSPICIOUS_ACTIVITY), apply, ACTIVITY.events)

_ON_PAGE = """
(%(state)s::text is null or state = %(state)s)
    and (%(before)s::timestamptz is null or (last_at, id) < (%(before)s, %(before_id)s::uuid))
order by last_at desc, id desc limit %(limit)s
"""
# A page of each, and of both together a page: what is in both is shown once.
_LIST = f"""
select id, last_at, json::text from (
    (select id, last_at, json from read.activities where user_id = %(user_id)s and {_ON_PAGE})
    union
    (select id, last_at, json from read.suspicious_activity where account_id = %(account_id)s and {_ON_PAGE})
) as found order by last_at desc, id desc limit %(limit)s
"""  # noqa: S608 - constants
_VISIBLE = """
select id, dedup_key, severity, user_id from read.activities
where id = %(id)s and user_id = %(user_id)s
union
select id, dedup_key, severity, user_id from read.suspicious_activity
where id = %(id)s and account_id = %(account_id)s
"""
_OPEN = """
select id, dedup_key, severity, user_id from read.activities
where user_id = %(user_id)s and state <> 'resolved' order by last_at desc limit 100
"""


class Listed(NamedTuple):
    id: UUID
    last_at: datetime
    json: str


async def activities_of(
    reader: Reader,
    user_id: UserId,
    account_id: AccountId | None,
    *,
    state: State | None,
    before: tuple[datetime, UUID] | None,
    limit: int,
) -> list[Listed]:
    """A person's own, and those of the account where one is named; the newest first."""
    asked = {
        "user_id": user_id,
        "account_id": account_id,
        "state": state,
        "before": None if before is None else before[0],
        "before_id": None if before is None else before[1],
        "limit": limit,
    }
    rows = await reader.all(_LIST, asked, account_id=account_id, user_id=user_id)
    return [Listed(*row) for row in rows]


async def visible_activity(
    reader: Reader, activity_id: UUID, user_id: UserId, account_id: AccountId | None
) -> tuple[Any, ...] | None:
    """Id, dedup key, severity and person of one that this person may see."""
    asked = {"id": activity_id, "user_id": user_id, "account_id": account_id}
    return await reader.one(_VISIBLE, asked, account_id=account_id, user_id=user_id)


async def open_activities(reader: Reader, user_id: UserId) -> list[tuple[Any, ...]]:
    """The user's own open activities."""
    return await reader.all(_OPEN, {"user_id": user_id}, user_id=user_id)
