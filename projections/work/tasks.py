"""Tasks as lists show them: one row per task, with the ready JSON of it, in the status where it is now."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from msgspec.structs import replace

from domain.ids import AccountId, StatusId
from domain.kernel import Recorded
from domain.work.statuses.facts import StatusAdded, StatusRemoved
from domain.work.statuses.state import built_in_statuses
from domain.work.tasks import TASK
from domain.work.tasks.facts import TaskCreated, TaskFiled
from domain.work.tasks.item import TaskItem, shown
from domain.work.tasks.state import evolve_shown
from projections.kernel import Needed, Projection, Rows, Table
from projections.work import item_json
from projections.work.hiding import PROFILE_FACTS, hidden_by, mark, marks_table
from projections.work.item_tables import filled, item_table

TASKS = item_table(
    "tasks",
    {
        "status_id": "uuid not null",
        "category": "text not null",
        "outcome": "text",
        # Ranks are ordered by their bytes.
        "rank": 'text collate "C" not null',
        # The day of the open occurrence.
        "due": "date",
        "due_time": "text",
        "profile_ids": "uuid[] not null",
        "topic_ids": "uuid[] not null",
        "assignee_ids": "uuid[] not null",
        "parent_id": "uuid",
        "hidden_by": "uuid",
        "closed_at": "timestamptz",
    },
    indexes=(
        "account_id, status_id, rank, id",
        "account_id, rank, id",
        # What has no date comes last in either order.
        "account_id, (coalesce(due, 'infinity'::date)), id",
        "account_id, (coalesce(due, '-infinity'::date)), id",
        "account_id, due, id where category <> 'done'",
        "account_id, parent_id where parent_id is not null",
    ),
)
# How each status that was added ends its tasks, for those that follow a removed one there.
OUTCOMES = Table("task_outcomes", {"id": "uuid not null", "outcome": "text"})
# Which tasks belong to a profile.
LINKS = Table(
    "task_profiles",
    {"profile_id": "uuid not null", "task_id": "uuid not null"},
    key=("profile_id", "task_id"),
    indexes=("account_id, task_id",),
)
MARKS = marks_table("task_profile_marks")

_COLUMNS = (
    *("status_id", "category", "outcome", "rank", "due", "due_time"),
    *("profile_ids", "topic_ids", "assignee_ids", "parent_id", "hidden_by", "closed_at"),
)
_fill = filled(TASKS, TaskItem, evolve_shown, shown, *_COLUMNS)


def apply(rows: Rows, recorded: Recorded) -> None:
    match recorded.event:
        case StatusAdded(status_id=status_id, outcome=outcome):
            rows.put(OUTCOMES, status_id, outcome=outcome)
        case StatusRemoved(status_id=status_id, moved_to=moved_to):
            _follow(rows, recorded, status_id, moved_to)
        case event if isinstance(event, PROFILE_FACTS):
            mark(rows, MARKS, recorded)
            for link in rows.select(LINKS, profile_id=recorded.entity_id):
                _hide(rows, link["task_id"], recorded.position)
        case event:
            _fill(rows, recorded)
            if isinstance(event, TaskCreated | TaskFiled):
                _link(rows, recorded.entity_id, event.profile_ids)
            _hide(rows, recorded.entity_id, None)


def _link(rows: Rows, task_id: UUID, profile_ids: tuple[UUID, ...]) -> None:
    for link in rows.select(LINKS, task_id=task_id):
        rows.delete(LINKS, {"profile_id": link["profile_id"], "task_id": task_id})
    for profile_id in profile_ids:
        rows.put(LINKS, {"profile_id": profile_id, "task_id": task_id})


def _hide(rows: Rows, task_id: UUID, position: int | None) -> None:
    """What is done stays where it is; what is open goes out of sight with its profile, and comes back."""
    row = rows.get(TASKS, task_id)
    if row is None:
        return
    hiding = None if row["category"] == "done" else hidden_by(rows, MARKS, row["profile_ids"])
    if hiding == row["hidden_by"]:
        return
    item = item_json.item_in(row, TaskItem)
    item = replace(item, hidden_by=hiding, seq=item.seq if position is None else position)
    rows.patch(TASKS, task_id, hidden_by=hiding, **item_json.columns_of(item))


def _follow(rows: Rows, recorded: Recorded, left: UUID, moved_to: UUID) -> None:
    """What was signed stays; readers follow the removed status (`domain.md` section 3)."""
    outcome = _outcome(rows, recorded, moved_to)
    for row in rows.select(TASKS, status_id=left):
        item = replace(
            item_json.item_in(row, TaskItem),
            status_id=StatusId(moved_to),
            outcome=outcome,  # type: ignore[arg-type]
            seq=recorded.position,
        )
        there = {"status_id": moved_to, "outcome": outcome}
        rows.patch(TASKS, row["id"], **there, **item_json.columns_of(item))


def _outcome(rows: Rows, recorded: Recorded, status_id: UUID) -> str | None:
    added = rows.get(OUTCOMES, status_id)
    if added is not None:
        return added["outcome"]
    assert recorded.account_id is not None
    shipped = built_in_statuses(AccountId(recorded.account_id))
    return next((status.outcome for status in shipped if status.id == status_id), None)


def _needs(recorded: Recorded) -> Iterator[Needed]:
    if recorded.kind == TASK.name:
        yield Needed(TASKS, {"id": recorded.entity_id})
        if isinstance(recorded.event, TaskCreated | TaskFiled):
            yield Needed(LINKS, {"task_id": recorded.entity_id})


TASKS_READ = Projection(
    "tasks",
    6,
    (TASKS, OUTCOMES, LINKS, MARKS),
    apply,
    (*TASK.events, StatusAdded, StatusRemoved, *PROFILE_FACTS),
    needs=_needs,
)
