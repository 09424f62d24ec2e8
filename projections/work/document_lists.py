"""Lists of documents: what they are narrowed and sorted by beyond other items, and what expires soon."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Literal, NamedTuple
from uuid import UUID

from domain.kernel import Value
from domain.records import Ids
from domain.work.documents.facts import Lifecycle
from projections.kernel import Reader
from projections.work.item_lists import (
    CONDITIONS,
    SORTS,
    Direction,
    ItemFilter,
    ItemList,
    Listed,
    Place,
)


class DocumentSort(Value, frozen=True):
    field: Literal["createdAt", "updatedAt", "expiresOn"]
    dir: Direction = "asc"


class DocumentFilter(ItemFilter, frozen=True, kw_only=True):
    """Which documents; members that are left out do not narrow. Without `states`: all but the bin."""

    lifecycle: tuple[Lifecycle, ...] | None = None
    profile_ids: Ids | None = None
    topic_ids: Ids | None = None
    expires_from: date | None = None
    expires_to: date | None = None


class Expiring(NamedTuple):
    """Whether the server may know about expiry at all, and a page of what it knows."""

    disclosed: bool
    rows: list[Listed]


_CONDITIONS: Mapping[str, str] = {
    **CONDITIONS,
    "lifecycle": "lifecycle = any(%(lifecycle)s::text[])",
    "profile_ids": "profile_ids && %(profile_ids)s::uuid[]",
    "topic_ids": "topic_ids && %(topic_ids)s::uuid[]",
    "expires_from": "expires_on >= %(expires_from)s::date",
    "expires_to": "expires_on <= %(expires_to)s::date",
}
# A document without expiry comes last.
_SORTS: Mapping[tuple[str, str], tuple[str, str]] = {
    **SORTS,
    ("expiresOn", "asc"): ("coalesce(expires_on, 'infinity'::date)", "date"),
    ("expiresOn", "desc"): ("coalesce(expires_on, '-infinity'::date)", "date"),
}

DOCUMENT_LIST = ItemList("documents", _CONDITIONS, _SORTS)

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
