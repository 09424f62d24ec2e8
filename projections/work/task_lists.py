"""Lists of tasks: what they are narrowed and sorted by beyond other items, and the order of a column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Annotated, Literal, NamedTuple
from uuid import UUID

from msgspec import Meta

from domain.kernel import Value
from domain.records import Ids
from domain.work.ranks import Rank
from domain.work.statuses.facts import Category
from projections.kernel import Reader
from projections.work.item_lists import CONDITIONS, SORTS, Direction, ItemFilter, ItemList


class TaskSort(Value, frozen=True):
    field: Literal["createdAt", "updatedAt", "rank", "dueOn"]
    dir: Direction = "asc"


class TaskFilter(ItemFilter, frozen=True, kw_only=True):
    """Which tasks; members that are left out do not narrow. Without `states`: all but the bin.

    `overdue_at` leaves those that are overdue at this moment, by the account's own clock.
    """

    status_ids: Ids | None = None
    categories: Annotated[tuple[Category, ...], Meta(max_length=3)] | None = None
    assignee_ids: Ids | None = None
    due_from: date | None = None
    due_to: date | None = None
    profile_ids: Ids | None = None
    topic_ids: Ids | None = None
    parent_id: UUID | None = None
    overdue_at: datetime | None = None


# A task without a time is overdue when its day is over.
_OVERDUE = """
category <> 'done' and due + coalesce(due_time::interval, interval '1 day' - interval '1 microsecond') < (
    select %(overdue_at)s::timestamptz at time zone (a.json ->> 'zone')
    from read.accounts a where a.account_id = %(account_id)s
)
"""
_CONDITIONS: Mapping[str, str] = {
    **CONDITIONS,
    "status_ids": "status_id = any(%(status_ids)s::uuid[])",
    "categories": "category = any(%(categories)s::text[])",
    "assignee_ids": "assignee_ids && %(assignee_ids)s::uuid[]",
    "due_from": "due >= %(due_from)s::date",
    "due_to": "due <= %(due_to)s::date",
    "profile_ids": "profile_ids && %(profile_ids)s::uuid[]",
    "topic_ids": "topic_ids && %(topic_ids)s::uuid[]",
    "parent_id": "parent_id = %(parent_id)s::uuid",
    "overdue_at": _OVERDUE,
}
# A task without a date comes last.
_SORTS: Mapping[tuple[str, str], tuple[str, str]] = {
    **SORTS,
    ("rank", "asc"): ("rank", "text"),
    ("rank", "desc"): ("rank", "text"),
    ("dueOn", "asc"): ("coalesce(due, 'infinity'::date)", "date"),
    ("dueOn", "desc"): ("coalesce(due, '-infinity'::date)", "date"),
}

TASK_LIST = ItemList("tasks", _CONDITIONS, _SORTS, people="assignee_ids")

# What is said about each task of the page, in the same statement.
_COMMENTS = """
(select string_agg(c.json::text, ',' order by c.created_at, c.id)
from read.task_comments c where c.account_id = tasks.account_id and c.task_id = tasks.id)
"""
TASK_LIST_WITH_COMMENTS = replace(TASK_LIST, beside=_COMMENTS)


class Standing(NamedTuple):
    """A task in its column."""

    id: UUID
    rank: Rank


_COLUMN = """
select id, rank from read.tasks
where account_id = %(account_id)s and status_id = %(status_id)s and state = 'active' order by rank, id
"""
_LAST = """
select rank from read.tasks
where account_id = %(account_id)s and status_id = %(status_id)s and state = 'active'
order by rank desc, id desc limit 1
"""


async def column_of(reader: Reader, account_id: UUID, status_id: UUID) -> Sequence[Standing]:
    """All tasks of a column in their order, regardless of audience."""
    values = {"account_id": account_id, "status_id": status_id}
    return [Standing(*row) for row in await reader.all(_COLUMN, values, account_id=account_id)]


async def last_rank(reader: Reader, account_id: UUID, status_id: UUID) -> Rank | None:
    """Where a column ends; None when it is empty."""
    values = {"account_id": account_id, "status_id": status_id}
    row = await reader.one(_LAST, values, account_id=account_id)
    return None if row is None else row[0]
