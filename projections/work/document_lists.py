"""Lists of documents: pages in one order, what changed since a position, and what expires soon."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Literal, NamedTuple
from uuid import UUID

from msgspec import Meta

from domain.kernel import Value
from domain.records import Ids
from domain.work.documents.facts import Lifecycle
from projections.kernel import Reader

ItemState = Literal["active", "archived", "deleted"]
SortField = Literal["createdAt", "updatedAt", "expiresOn"]


class Sort(Value, frozen=True):
    field: SortField
    dir: Literal["asc", "desc"] = "asc"


class DocumentFilter(Value, frozen=True, kw_only=True):
    """Which documents; members that are left out do not narrow. Without `states`: all but the bin."""

    ids: Annotated[tuple[UUID, ...], Meta(max_length=500)] | None = None
    states: tuple[ItemState, ...] | None = None
    lifecycle: tuple[Lifecycle, ...] | None = None
    created_by: UUID | None = None
    updated_from: datetime | None = None
    updated_to: datetime | None = None
    profile_ids: Ids | None = None
    topic_ids: Ids | None = None
    expires_from: date | None = None
    expires_to: date | None = None


class Place(Value, frozen=True):
    """Where a page ended: the sorted value as text, and the id that breaks ties."""

    value: str
    id: UUID


class Listed(NamedTuple):
    """A row of a page: its ready JSON, and its place."""

    json: str
    place: Place


class Changed(NamedTuple):
    """A row of what changed: its JSON, or None where it is not in the list any more."""

    seq: int
    id: UUID
    json: str | None


class Expiring(NamedTuple):
    """Whether the server may know about expiry at all, and a page of what it knows."""

    disclosed: bool
    rows: list[Listed]


# What is sorted by, and the type its text is read back with. A document without expiry comes last.
_SORTS: Mapping[tuple[str, str], tuple[str, str]] = {
    ("createdAt", "asc"): ("created_at", "timestamptz"),
    ("createdAt", "desc"): ("created_at", "timestamptz"),
    ("updatedAt", "asc"): ("updated_at", "timestamptz"),
    ("updatedAt", "desc"): ("updated_at", "timestamptz"),
    ("expiresOn", "asc"): ("coalesce(expires_on, 'infinity'::date)", "date"),
    ("expiresOn", "desc"): ("coalesce(expires_on, '-infinity'::date)", "date"),
}
_CONDITIONS = {
    "ids": "id = any(%(ids)s::uuid[])",
    "states": "state = any(%(states)s::text[])",
    "lifecycle": "lifecycle = any(%(lifecycle)s::text[])",
    "created_by": "created_by = %(created_by)s::uuid",
    "updated_from": "updated_at >= %(updated_from)s::timestamptz",
    "updated_to": "updated_at < %(updated_to)s::timestamptz",
    "profile_ids": "profile_ids && %(profile_ids)s::uuid[]",
    "topic_ids": "topic_ids && %(topic_ids)s::uuid[]",
    "expires_from": "expires_on >= %(expires_from)s::date",
    "expires_to": "expires_on <= %(expires_to)s::date",
}


def _narrowed(wanted: DocumentFilter) -> tuple[str, dict[str, Any]]:
    """The condition of a filter, of fixed fragments only, and its values."""
    values: dict[str, Any] = {
        name: list(value) if isinstance(value := getattr(wanted, name), tuple) else value  # type: ignore[arg-type]
        for name in _CONDITIONS
        if getattr(wanted, name) is not None
    }
    fragments = [_CONDITIONS[name] for name in values]
    fragments.append("audience && %(reads)s::uuid[]")
    fragments.append("state <> 'purged'" if "states" in values else "state in ('active', 'archived')")
    return " and ".join(fragments), values


async def page_of(
    reader: Reader,
    account_id: UUID,
    reads: frozenset[Any],
    wanted: DocumentFilter,
    sort: Sort,
    *,
    limit: int,
    after: Place | None,
) -> list[Listed]:
    """At most `limit` documents after a place, in a total order."""
    condition, values = _narrowed(wanted)
    column, kind = _SORTS[sort.field, sort.dir]
    beyond = ""
    if after is not None:
        sign = ">" if sort.dir == "asc" else "<"
        beyond = f" and ({column}, id) {sign} (%(after)s::{kind}, %(after_id)s::uuid)"
        values |= {"after": after.value, "after_id": after.id}
    statement = (
        f"select json::text, ({column})::text, id from read.documents "  # noqa: S608 - fixed fragments
        f"where account_id = %(account_id)s and {condition}{beyond} "
        f"order by {column} {sort.dir}, id {sort.dir} limit %(limit)s"
    )
    values |= {"account_id": account_id, "reads": list(reads), "limit": limit}
    rows = await reader.all(statement, values, account_id=account_id)
    return [Listed(row[0], Place(row[1], row[2])) for row in rows]


async def changed_since(
    reader: Reader,
    account_id: UUID,
    reads: frozenset[Any],
    wanted: DocumentFilter,
    *,
    since: int,
    limit: int,
) -> list[Changed]:
    """What changed after a position, oldest first. What left the list, or the reader's sight, comes
    without its JSON; what this reader could never open does not come at all."""
    condition, values = _narrowed(wanted)
    statement = (
        f"select seq, id, case when {condition} then json::text end from read.documents "  # noqa: S608
        "where account_id = %(account_id)s and seq > %(since)s and ever_for && %(reads)s::uuid[] "
        "order by seq limit %(limit)s"
    )
    values |= {"account_id": account_id, "reads": list(reads), "since": since, "limit": limit}
    return [Changed(*row) for row in await reader.all(statement, values, account_id=account_id)]


_EXPIRING = """
select a.disclosed, d.json, d.expires_on, d.id
from (
    select coalesce((json #>> '{{disclosure,documentExpiry}}')::boolean, true) as disclosed,
        (%(now)s::timestamptz at time zone (json ->> 'zone'))::date as today
    from read.accounts where account_id = %(account_id)s
) as a
left join lateral (
    select json::text as json, expires_on::text as expires_on, id from read.documents
    where account_id = %(account_id)s and state = 'active' and audience && %(reads)s::uuid[]
        and expires_on <= a.today + %(within_days)s::integer
        and (%(include_expired)s or expires_on >= a.today){narrowed}
    order by documents.expires_on, id limit %(limit)s
) as d on a.disclosed
order by d.expires_on, d.id
"""


async def expiring_documents(
    reader: Reader,
    account_id: UUID,
    reads: frozenset[Any],
    *,
    now: datetime,
    within_days: int,
    include_expired: bool,
    profile_ids: tuple[UUID, ...] | None,
    limit: int,
    after: Place | None,
) -> Expiring:
    """What expires within so many days of today, by the account's own calendar."""
    narrowed = ""
    values: dict[str, Any] = {
        "account_id": account_id,
        "reads": list(reads),
        "now": now,
        "within_days": within_days,
        "include_expired": include_expired,
        "limit": limit,
    }
    if profile_ids is not None:
        narrowed += " and " + _CONDITIONS["profile_ids"]
        values["profile_ids"] = list(profile_ids)
    if after is not None:
        narrowed += " and (expires_on, id) > (%(after)s::date, %(after_id)s::uuid)"
        values |= {"after": after.value, "after_id": after.id}
    rows = await reader.all(_EXPIRING.format(narrowed=narrowed), values, account_id=account_id)
    disclosed = bool(rows and rows[0][0])
    listed = [Listed(row[1], Place(row[2], row[3])) for row in rows if row[1] is not None]
    return Expiring(disclosed, listed)
