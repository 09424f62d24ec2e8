"""The audit log: every fact of an account, and of every person what belongs to no account."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from domain.accounts.accounts.events import MemberRemoved
from domain.kernel import Event, Recorded
from domain.oversight.erasure import ErasureStarted
from projections.kernel import Projection, Reader, Rows, Table
from projections.oversight.before import SETTINGS, name_of_account, with_old_values
from projections.oversight.entries import entry_of, targets_of
from projections.oversight.visits import VISITS, by_visit

_ENTRY = {
    "position": "bigint not null",
    "at": "timestamptz not null",
    "category": "text not null",
    "action": "text not null",
    "outcome": "text not null",
    "severity": "smallint not null",
    "actor_id": "uuid",
    "target_id": "uuid",
    "json": "jsonb not null",
}
AUDIT_LOG = Table(
    "audit_log",
    _ENTRY,
    key=("position",),
    indexes=(
        "account_id, actor_id, position",
        "account_id, target_id, position",
        "account_id, action, position",
        "actor_id, position",
    ),
    own_rows="actor_id",
)
PERSONAL_LOG = Table(
    "personal_log",
    {"user_id": "uuid", **_ENTRY},
    key=("position",),
    account=False,
    indexes=("user_id, position",),
    own_rows="user_id",
)
# Whose a session is: the facts of a session that ends by itself do not name the person.
SESSION_OWNERS = Table("audit_sessions", {"id": "uuid not null", "user_id": "uuid not null"}, account=False)


def apply(rows: Rows, fact: Recorded) -> None:
    if isinstance(fact.event, ErasureStarted):
        _unname(rows, fact)
    account_id = _account_of(fact)
    entry = entry_of(fact, account_id)
    entry["changes"] = with_old_values(rows, fact, entry["changes"])
    position, entry = by_visit(rows, fact, entry)
    first = next(targets_of(fact))
    values = {
        **{name: entry[name] for name in ("at", "category", "action", "outcome", "severity")},
        "actor_id": fact.actor_id,
        "target_id": first["id"],
        "json": entry,
    }
    if account_id is not None:
        rows.put(AUDIT_LOG, {"account_id": account_id, "position": position}, **values)
        told = _told_of_removal(rows, fact)
    else:
        told = _person_of(rows, fact)
    if account_id is None or told is not None:
        own = {**values, "json": _as_told_to(told, rows, fact, entry)}
        rows.put(PERSONAL_LOG, {"position": fact.position}, user_id=told, **own)


def _unname(rows: Rows, fact: Recorded) -> None:
    """What an erased account was called goes from the logs of those who were removed from it."""
    for row in rows.select(AUDIT_LOG, action="member.removed"):
        own = rows.get(PERSONAL_LOG, {"position": row["position"]})
        if own is not None and "accountName" in own["json"]:
            rows.patch(PERSONAL_LOG, {"position": row["position"]}, json={**own["json"], "accountName": ""})


def _told_of_removal(rows: Rows, fact: Recorded) -> UUID | None:
    """Who was removed from an account by another person, and can read its log no more."""
    match fact.event:
        case MemberRemoved(user_id=user_id, reason="removed") if user_id != fact.actor_id:
            return user_id
        case _:
            return None


def _as_told_to(user_id: UUID | None, rows: Rows, fact: Recorded, entry: dict[str, Any]) -> dict[str, Any]:
    """What others did, without where they did it from; an account that was lost by it is named."""
    if fact.actor_id in (None, user_id):
        return entry
    told = {**entry, "context": {**entry["context"], "ip": None, "agent": None}}
    if isinstance(fact.event, MemberRemoved):
        told["accountName"] = name_of_account(rows, fact)
    return told


def _account_of(fact: Recorded) -> UUID | None:
    """The account of a fact; of a person's fact the account it speaks of."""
    if fact.account_id is not None:
        return fact.account_id
    for member in ("account_id", "to_id"):
        named = getattr(fact.event, member, None)
        if isinstance(named, UUID):
            return named
    return None


def _person_of(rows: Rows, fact: Recorded) -> UUID | None:
    """Whose log a fact of no account stands in."""
    if fact.kind == "user":
        return fact.entity_id
    if fact.kind != "session":
        # What strangers try at somebody's door stands in the log of whose door it is.
        return fact.actor_id or _named_person(fact.event)
    user_id = _named_person(fact.event)
    if user_id is not None:
        rows.put(SESSION_OWNERS, fact.entity_id, user_id=user_id)
        return user_id
    owner = rows.get(SESSION_OWNERS, fact.entity_id)
    return fact.actor_id if owner is None else owner["user_id"]


def _named_person(event: Event) -> UUID | None:
    named = getattr(event, "user_id", None) or getattr(event, "target_user_id", None)
    return named if isinstance(named, UUID) else None


PROJECTION = Projection("audit_log", 3, (AUDIT_LOG, PERSONAL_LOG, SESSION_OWNERS, SETTINGS, VISITS), apply)


class Entry(NamedTuple):
    position: int
    json: str


# The name of whoever acted is that of today, opened with the other personal values of the answer.
_JSON = """
case when person.id is null then l.json else
    jsonb_set(l.json, '{actor,name}', jsonb_build_object('pii', person.name_ref)) end::text
"""
_OF_ACCOUNT = f"""
select l.position, {_JSON} from read.audit_log as l
left join read.users as person on person.id = l.actor_id
where l.account_id = %(account_id)s and l.position >= %(first)s and l.position < %(before)s
    and (%(since)s::timestamptz is null or l.at >= %(since)s)
    and (%(until)s::timestamptz is null or l.at < %(until)s)
    and (cardinality(%(actions)s::text[]) = 0 or l.action = any(%(actions)s::text[]))
    and (%(actor_id)s::uuid is null or l.actor_id = %(actor_id)s)
    and (%(target_id)s::uuid is null or l.target_id = %(target_id)s)
    and (%(outcome)s::text is null or l.outcome = %(outcome)s)
order by l.position desc limit %(limit)s
"""  # noqa: S608 - constants
_OF_PERSON = f"""
select l.position, {_JSON} from (
    (select position, actor_id, json from read.audit_log
     where actor_id = %(user_id)s and position < %(before)s order by position desc limit %(limit)s)
    union all
    (select position, actor_id, json from read.personal_log
     where user_id = %(user_id)s and position < %(before)s order by position desc limit %(limit)s)
) as l left join read.users as person on person.id = l.actor_id
order by l.position desc limit %(limit)s
"""  # noqa: S608 - constants


# Positions are given out in the order of time, so it is searched by halves: what is too old is not read. Each
# half asks for its first entry in order, which leaves the planner nothing to arrange. Joined over the least
# position, 2,000 entries are read thousands of times while nothing is known about the size of an account.
FIRST_KEPT = """
with recursive kept as materialized (
    select
        %(now)s::timestamptz
            - make_interval(days => (a.json #>> '{plan,limits,auditDays}')::integer) as since,
        (select l.position from read.audit_log as l where l.account_id = %(account_id)s
            order by l.position desc fetch first row only) as newest
    from read.accounts as a where a.account_id = %(account_id)s
), search (low, high) as (
    select 0::bigint, newest + 1 from kept where since is not null and newest is not null
    union all
    select case when entry.at < since then middle + 1 else low end,
        case when entry.at < since then high else middle end
    from search, kept, lateral (select (low + high) / 2 as middle) as half, lateral (
        select l.at from read.audit_log as l
        where l.account_id = %(account_id)s and l.position >= middle
        order by l.position fetch first row only
    ) as entry
    where low < high
)
select low from search where low = high
"""


class Asked(NamedTuple):
    """What an auditor looks for; nothing narrows nothing."""

    since: datetime | None = None
    until: datetime | None = None
    actions: Sequence[str] = ()
    actor_id: UUID | None = None
    target_id: UUID | None = None
    outcome: str | None = None


async def first_kept(reader: Reader, account_id: UUID, now: datetime) -> int:
    """The first position that the plan of the account still lists. What is before it stays in the log."""
    row = await reader.one(FIRST_KEPT, {"account_id": account_id, "now": now}, account_id=account_id)
    return 0 if row is None else row[0]


async def entries_of_account(
    reader: Reader, account_id: UUID, asked: Asked, *, first: int = 0, before: int, limit: int
) -> list[Entry]:
    """The newest entries from one position on, and below another."""
    narrowed: dict[str, Any] = {**asked._asdict(), "actions": list(asked.actions)}
    parameters = {"account_id": account_id, "first": first, "before": before, "limit": limit, **narrowed}
    return [Entry(*row) for row in await reader.all(_OF_ACCOUNT, parameters, account_id=account_id)]


async def entries_of_person(reader: Reader, user_id: UUID, *, before: int, limit: int) -> list[Entry]:
    """What one person did in all accounts, and what belongs to that person alone."""
    parameters = {"user_id": user_id, "before": before, "limit": limit}
    return [Entry(*row) for row in await reader.all(_OF_PERSON, parameters, user_id=user_id)]
