"""The bodies of `/task`, and the shapes of what is answered."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import UNSET, Meta, UnsetType, field

from api.http.answers import PageInfo, Sync
from api.http.forms import NEEDED, Malformed, Problem
from api.http.work.bulk import BulkError
from api.http.work.listing import Cursor, Limit, Since
from api.http.work.moves import Many
from api.http.work.row_form import RowKind
from api.http.work.row_frames import Parts
from application.processes.sealed_bodies import Envelope
from application.processes.task_bodies import AlterTask, NewTask
from domain.errors import InvalidArgument
from domain.ids import TaskId, UserId
from domain.kernel import Value
from domain.records import Ids
from domain.work.answers import Item, TaskAnswer
from domain.work.ranks import Rank
from domain.work.statuses.facts import Category
from domain.work.tasks.facts import TaskAttributes
from domain.work.words import TaskWord
from projections.work.item_lists import ItemFilter
from projections.work.task_lists import TaskFilter, TaskSort

TASK_ROWS = RowKind("task", TaskAttributes, TaskWord)
ME = "@me"
Assignee = Annotated[str, Meta(pattern=r"\A(@me|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})\Z")]


class NewTasks(Value, frozen=True, kw_only=True):
    """One new task, or up to 200 under `items`."""

    items: Annotated[tuple[NewTask, ...], Many] | UnsetType = UNSET
    id: TaskId | UnsetType = UNSET
    envelope: Envelope | UnsetType = field(default=UNSET, name="sealed")
    rank: Rank | UnsetType | None = UNSET

    def all(self) -> tuple[NewTask, ...] | None:
        """The tasks of a batch; None for a single one. Raises `InvalidArgument` for both."""
        if self.items is UNSET:
            return None
        if self._members:
            raise InvalidArgument("Send one task or items, not both.", reason="form")
        return self.items

    def one(self) -> NewTask:
        """The single task. Raises `Malformed` when a member is missing."""
        members = self._members
        for name, sent in (("id", "id"), ("envelope", "sealed")):
            if name not in members:
                raise Malformed([Problem(sent, "required", NEEDED)])
        return NewTask(**members)

    @property
    def _members(self) -> dict[str, Any]:
        given = {name: getattr(self, name) for name in NewTask.__struct_fields__}
        return {name: value for name, value in given.items() if value is not UNSET}


class TaskChanges(Value, frozen=True):
    """Up to 200 changes, each of another task."""

    items: Annotated[tuple[AlterTask, ...], Many]


class TaskQuery(ItemFilter, frozen=True, kw_only=True):
    """A page of tasks, or with `since` what changed after a position. `@me` is the caller."""

    status_ids: Ids | None = None
    categories: Annotated[tuple[Category, ...], Meta(max_length=3)] | None = None
    assignee_ids: Annotated[tuple[Assignee, ...], Meta(max_length=200)] | None = None
    due_from: date | None = None
    due_to: date | None = None
    overdue: bool = False
    profile_ids: Ids | None = None
    topic_ids: Ids | None = None
    parent_id: UUID | None = None
    include: Annotated[tuple[Literal["comments"], ...], Meta(max_length=1)] = ()
    sort: Annotated[tuple[TaskSort, ...], Meta(max_length=1)] = ()
    limit: Limit | None = None
    cursor: Cursor | None = None
    since: Since | None = None
    parts: Parts | None = None

    def filter_for(self, user_id: UserId, now: datetime) -> TaskFilter:
        """The same, for this person at this moment."""
        names = TaskFilter.__struct_fields__
        members = {name: getattr(self, name) for name in names if hasattr(self, name)}
        members["assignee_ids"] = (
            None
            if self.assignee_ids is None
            else tuple(user_id if each == ME else UUID(each) for each in self.assignee_ids)
        )
        return TaskFilter(**members, overdue_at=now if self.overdue else None)


class TaskPage(Value, frozen=True):
    """A page of tasks; `comments` on them, where those were asked for."""

    data: tuple[TaskAnswer, ...]
    page: PageInfo
    sync: Sync
    comments: tuple[Item, ...] | UnsetType = UNSET


class TaskBulk(Value, frozen=True):
    """What was done, and what was not, each in the order asked for."""

    data: tuple[TaskAnswer, ...]
    errors: tuple[BulkError, ...]
