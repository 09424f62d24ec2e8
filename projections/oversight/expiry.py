"""Documents of all accounts that are still to be warned of, by their moment; and whom to mail of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Literal, NamedTuple, get_args
from uuid import UUID

import msgspec
from msgspec.structs import replace

from domain.accounts.accounts import events as accounts
from domain.accounts.accounts.settings import EXPIRY_STAGES
from domain.kernel import Recorded, Value
from domain.messaging.digests import DigestChosen, DigestGiven
from domain.oversight.due import DueWarned
from domain.oversight.expiry import ExpiryWarned
from domain.work.documents import facts as d
from domain.work.documents.expiry import STILL_NEW, begins_at, morning_of, reached, stages_of
from domain.work.recurrence import day_in
from projections.kernel import Projection, Reader, Rows, Table, named_as_the_entity

# The clock looks over all accounts, so these rows belong to none: ids, days and numbers, nothing else.
DUES = Table(
    "expiry_dues",
    {
        "account_id": "uuid not null",
        "document_id": "uuid not null",
        "stage": "integer not null",
        "warn_at": "timestamptz not null",
        "author_id": "uuid",
    },
    account=False,
    key=("account_id", "document_id"),
    indexes=("warn_at, document_id", "account_id, warn_at"),
)
DIGESTS = Table(
    "digests",
    {
        "account_id": "uuid not null",
        "user_id": "uuid not null",
        "wanted": "boolean not null default true",
        # Warnings that no mail has told of, and the position of the newest.
        "documents": "integer not null default 0",
        "tasks": "integer not null default 0",
        "through": "bigint not null default 0",
        "given_on": "date",
        "send_at": "timestamptz",
    },
    account=False,
    key=("account_id", "user_id"),
    indexes=("send_at, user_id, account_id where send_at is not null",),
)
# What their moments follow from.
EXPIRING = Table("expiring_documents", {"id": "uuid not null", "json": "jsonb not null"})
POLICIES = Table("expiry_policies", {"id": "uuid not null", "json": "jsonb not null"})


_Counted = Literal["documents", "tasks"]
_COUNTED: tuple[_Counted, ...] = get_args(_Counted)


class Policy(Value, frozen=True):
    """How an account has its documents warned of."""

    zone: str
    stages: tuple[int, ...]
    disclosed: bool = True


class Expiring(Value, frozen=True, kw_only=True):
    """`skipped` is the narrowest stage that had begun when date or stages were set: nobody hears of it or of
    wider ones. `warned` has the narrowest stage that somebody heard of, by date."""

    expires_on: date | None
    own: tuple[int, ...]
    skipped: int | None = None
    warned: Mapping[str, int] = msgspec.field(default_factory=dict[str, int])
    author_id: UUID | None = None
    archived: bool = False
    deleted: bool = False


def apply(rows: Rows, fact: Recorded) -> None:
    event = fact.event
    match event:
        case accounts.AccountOpened(account_id=account_id, zone=zone):
            policy = Policy(zone, EXPIRY_STAGES)
            rows.put(POLICIES, account_id, json=msgspec.to_builtins(policy))
        case accounts.ZoneChanged(zone=zone):
            _change_policy(rows, fact, zone=zone)
        case accounts.ExpiryPolicyChanged(stages=stages):
            _change_policy(rows, fact, stages=stages)
        case accounts.DisclosureChanged(disclosure=disclosure):
            _change_policy(rows, fact, disclosed=disclosure.document_expiry)
        case accounts.AccountErased():
            _forget(rows, DUES, "document_id", account_id=fact.account_id)
            _forget(rows, DIGESTS, "user_id", account_id=fact.account_id)
        case accounts.MemberRemoved(user_id=user_id):
            # Whether they want it is kept: they may come back.
            none = {"documents": 0, "tasks": 0, "send_at": None}
            rows.patch(DIGESTS, {"account_id": fact.account_id, "user_id": user_id}, **none)
        case DigestGiven() | DigestChosen():
            _settle_digest(rows, fact, event)
        case ExpiryWarned(document_id=document_id):
            _change_document(rows, fact, document_id)
            _count(rows, fact, event.user_ids, "documents")
        case DueWarned(user_ids=user_ids):
            _count(rows, fact, user_ids, "tasks")
        case _:
            _change_document(rows, fact, fact.entity_id)


def _change_policy(rows: Rows, fact: Recorded, **changed: Any) -> None:
    before = _policy(rows, fact)
    after = replace(before, **changed)
    rows.put(POLICIES, fact.entity_id, json=msgspec.to_builtins(after))
    for row in rows.select(EXPIRING):
        document = msgspec.convert(row["json"], Expiring)
        if "stages" in changed:
            document = _passed_over(document, after, fact.occurred_at, before)
            rows.put(EXPIRING, row["id"], json=msgspec.to_builtins(document))
        _set(rows, fact, row["id"], document, after)


def _change_document(rows: Rows, fact: Recorded, document_id: UUID) -> None:
    row = rows.get(EXPIRING, document_id)
    before = None if row is None else msgspec.convert(row["json"], Expiring)
    if isinstance(fact.event, d.DocumentPurged):
        rows.delete(EXPIRING, document_id)
        rows.delete(DUES, _place(fact, document_id))
        return
    policy = _policy(rows, fact)
    after = _after(fact, before, policy)
    if after is not None and after != before:
        rows.put(EXPIRING, document_id, json=msgspec.to_builtins(after))
        _set(rows, fact, document_id, after, policy)


def _after(fact: Recorded, before: Expiring | None, policy: Policy) -> Expiring | None:
    match fact.event:
        case d.DocumentCreated(expires_on=expires_on, remind_days=own):
            document = Expiring(expires_on=expires_on, own=own, author_id=fact.actor_id)
            return _dated(document, policy, fact.occurred_at)
        case _ if before is None:
            return None
        case d.DocumentExpirySet(expires_on=expires_on, remind_days=own):
            if expires_on != before.expires_on:
                return _dated(replace(before, expires_on=expires_on, own=own), policy, fact.occurred_at)
            after = replace(before, own=own)
            return _passed_over(after, policy, fact.occurred_at, policy, own=before.own)
        case d.DocumentRenewed(expires_on=expires_on) if expires_on != before.expires_on:
            return _dated(replace(before, expires_on=expires_on), policy, fact.occurred_at)
        case ExpiryWarned(expires_on=expires_on, stage=stage):
            return replace(before, warned={**before.warned, expires_on.isoformat(): stage})
        case d.DocumentArchived():
            return replace(before, archived=True)
        case d.DocumentUnarchived():
            return replace(before, archived=False)
        case d.DocumentDeleted():
            return replace(before, deleted=True)
        case d.DocumentRestored():
            return replace(before, deleted=False)
        case _:
            return before


def _dated(document: Expiring, policy: Policy, at: datetime) -> Expiring:
    """With a new date: whoever set it knows what had begun by then."""
    if document.expires_on is None:
        return replace(document, skipped=None)
    stages = stages_of(policy.stages, document.own)
    return replace(document, skipped=reached(stages, document.expires_on, policy.zone, at - STILL_NEW))


def _passed_over(
    document: Expiring, policy: Policy, at: datetime, before: Policy, *, own: tuple[int, ...] | None = None
) -> Expiring:
    """With other stages: those that have begun are past, unless a warning of the former is still owed."""
    if document.expires_on is None:
        return document
    former = stages_of(before.stages, document.own if own is None else own)
    owed = _next(document, former)
    if owed is not None and begins_at(owed, document.expires_on, before.zone) <= at:
        return document
    stages = stages_of(policy.stages, document.own)
    return replace(document, skipped=reached(stages, document.expires_on, policy.zone, at))


def _next(document: Expiring, stages: tuple[int, ...]) -> int | None:
    """The widest stage that nobody has heard of, and that was not past already."""
    if document.expires_on is None:
        return None
    warned = document.warned.get(document.expires_on.isoformat())
    heard = [stage for stage in (document.skipped, warned) if stage is not None]
    return max((stage for stage in stages if all(stage < other for other in heard)), default=None)


def _set(rows: Rows, fact: Recorded, document_id: UUID, document: Expiring, policy: Policy) -> None:
    stage = _next(document, stages_of(policy.stages, document.own))
    shown = policy.disclosed and not document.archived and not document.deleted
    if stage is None or document.expires_on is None or not shown:
        rows.delete(DUES, _place(fact, document_id))
        return
    rows.put(
        DUES,
        _place(fact, document_id),
        stage=stage,
        warn_at=begins_at(stage, document.expires_on, policy.zone),
        author_id=document.author_id,
    )


def _count(rows: Rows, fact: Recorded, user_ids: Sequence[UUID], what: _Counted) -> None:
    zone = _policy(rows, fact).zone
    for user_id in user_ids:
        key = {"account_id": fact.account_id, "user_id": user_id}
        row = rows.get(DIGESTS, key)
        if row is not None and not row["wanted"]:
            continue
        counted = {name: row[name] if row else 0 for name in _COUNTED}
        counted[what] += 1
        given_on = row["given_on"] if row else None
        waits = row["send_at"] if row else None
        send_at = waits or _next_morning(zone, fact.occurred_at, given_on)
        told = {**counted, "through": fact.position}
        rows.put(DIGESTS, key, wanted=True, **told, given_on=given_on, send_at=send_at)


def _next_morning(zone: str, at: datetime, given_on: date | None) -> datetime:
    """Of that day, or of the day after when it has had its mail."""
    day = day_in(zone, at)
    return morning_of(day + timedelta(days=1) if day == given_on else day, zone)


def _settle_digest(rows: Rows, fact: Recorded, event: DigestGiven | DigestChosen) -> None:
    key = {"account_id": fact.account_id, "user_id": event.user_id}
    row = rows.get(DIGESTS, key)
    nothing = {"documents": 0, "tasks": 0, "through": row["through"] if row else 0, "send_at": None}
    given_on = row["given_on"] if row else None
    if isinstance(event, DigestChosen):
        rows.put(DIGESTS, key, wanted=event.wanted, **nothing, given_on=given_on)
        return
    left = {name: max(0, (row[name] if row else 0) - getattr(event, name)) for name in _COUNTED}
    if not any(left.values()):
        rows.put(DIGESTS, key, wanted=True, **nothing, given_on=event.day)
        return
    # Warned of while it was written: that is for the next one.
    send_at = morning_of(event.day + timedelta(days=1), _policy(rows, fact).zone)
    rows.put(DIGESTS, key, **{**nothing, **left, "send_at": send_at}, given_on=event.day)


def _policy(rows: Rows, fact: Recorded) -> Policy:
    row = rows.get(POLICIES, fact.account_id) if fact.account_id else None
    return Policy("UTC", EXPIRY_STAGES) if row is None else msgspec.convert(row["json"], Policy)


def _place(fact: Recorded, document_id: UUID) -> dict[str, Any]:
    return {"account_id": fact.account_id, "document_id": document_id}


def _forget(rows: Rows, table: Table, other: str, *, account_id: UUID | None) -> None:
    for row in rows.select(table, account_id=account_id):
        rows.delete(table, {"account_id": account_id, other: row[other]})


PROJECTION = Projection(
    "expiry",
    1,
    (DUES, DIGESTS, EXPIRING, POLICIES),
    apply,
    (
        accounts.AccountOpened,
        accounts.ZoneChanged,
        accounts.ExpiryPolicyChanged,
        accounts.DisclosureChanged,
        accounts.AccountErased,
        accounts.MemberRemoved,
        d.DocumentCreated,
        d.DocumentExpirySet,
        d.DocumentRenewed,
        d.DocumentArchived,
        d.DocumentUnarchived,
        d.DocumentDeleted,
        d.DocumentRestored,
        d.DocumentPurged,
        ExpiryWarned,
        DueWarned,
        DigestGiven,
        DigestChosen,
    ),
    needs=named_as_the_entity(EXPIRING),
)


class DueWarning(NamedTuple):
    """A document whose next stage has begun."""

    account_id: UUID
    document_id: UUID
    author_id: UUID | None
    warn_at: datetime


class DueDigest(NamedTuple):
    """A person who is to be mailed of this many warnings, the newest of them at this position."""

    account_id: UUID
    user_id: UUID
    documents: int
    tasks: int
    through: int
    send_at: datetime


_DUE = """
select account_id, document_id, author_id, warn_at from read.expiry_dues
where warn_at <= %(now)s and (warn_at, document_id) > (%(after)s::timestamptz, %(after_id)s)
order by warn_at, document_id limit %(limit)s
"""
_DIGESTS = """
select account_id, user_id, documents, tasks, through, send_at from read.digests
where send_at is not null and send_at <= %(now)s
    and (send_at, user_id, account_id) > (%(after)s::timestamptz, %(after_id)s, %(after_account)s)
order by send_at, user_id, account_id limit %(limit)s
"""
_BEHIND = """
select warn_at from read.expiry_dues
where account_id = %(account_id)s and warn_at <= %(now)s order by warn_at limit 1
"""
_BEHIND_WITH_TASKS = """
select warn_at from read.task_dues
where account_id = %(account_id)s and warn_at <= %(now)s order by warn_at limit 1
"""
_WANTED = """
select wanted from read.digests where account_id = %(account_id)s and user_id = %(user_id)s
"""
_FIRST = UUID(int=0)


async def warnings_due(
    reader: Reader, now: datetime, limit: int, after: DueWarning | None = None
) -> list[DueWarning]:
    asked = {
        "now": now,
        "limit": limit,
        "after": "-infinity" if after is None else after.warn_at,
        "after_id": _FIRST if after is None else after.document_id,
    }
    return [DueWarning(*row) for row in await reader.all(_DUE, asked)]


async def digests_due(
    reader: Reader, now: datetime, limit: int, after: DueDigest | None = None
) -> list[DueDigest]:
    asked = {
        "now": now,
        "limit": limit,
        "after": "-infinity" if after is None else after.send_at,
        "after_id": _FIRST if after is None else after.user_id,
        "after_account": _FIRST if after is None else after.account_id,
    }
    return [DueDigest(*row) for row in await reader.all(_DIGESTS, asked)]


async def is_behind(reader: Reader, now: datetime, account_id: UUID) -> bool:
    """Whether somebody in this account is still to be warned of something."""
    asked = {"now": now, "account_id": account_id}
    return bool(await reader.all(_BEHIND, asked)) or bool(await reader.all(_BEHIND_WITH_TASKS, asked))


async def digest_wanted(reader: Reader, account_id: UUID, user_id: UUID) -> bool:
    row = await reader.one(_WANTED, {"account_id": account_id, "user_id": user_id})
    return row is None or bool(row[0])
