"""Tasks as lists show them: one row per task, with the ready JSON of it, in the status where it is now."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec

from domain.ids import AccountId
from domain.kernel import Recorded
from domain.work.statuses.facts import StatusAdded, StatusRemoved
from domain.work.statuses.state import built_in_statuses
from domain.work.tasks import TASK
from domain.work.tasks.item import TaskItem, shown
from domain.work.tasks.state import evolve_shown
from projections.kernel import Projection, Rows, Table
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
    },
    indexes=(
        "account_id, status_id, rank, id",
        "account_id, due, id where category <> 'done'",
        "account_id, parent_id where parent_id is not null",
    ),
)
# How each status that was added ends its tasks, for those that follow a removed one there.
OUTCOMES = Table("task_outcomes", {"id": "uuid not null", "outcome": "text"})

_COLUMNS = (
    *("status_id", "category", "outcome", "rank", "due", "due_time"),
    *("profile_ids", "topic_ids", "assignee_ids", "parent_id"),
)
_fill = filled(TASKS, TaskItem, evolve_shown, shown, *_COLUMNS)


def apply(rows: Rows, recorded: Recorded) -> None:
    match recorded.event:
        case StatusAdded(status_id=status_id, outcome=outcome):
            rows.put(OUTCOMES, status_id, outcome=outcome)
        case StatusRemoved(status_id=status_id, moved_to=moved_to):
            _follow(rows, recorded, status_id, moved_to)
        case _:
            _fill(rows, recorded)


def _follow(rows: Rows, recorded: Recorded, left: UUID, moved_to: UUID) -> None:
    """What was signed stays; readers follow the removed status (`domain.md` section 3)."""
    outcome = _outcome(rows, recorded, moved_to)
    for row in rows.select(TASKS, status_id=left):
        item: dict[str, Any] = msgspec.to_builtins(row["json"])
        there = {"statusId": str(moved_to), "outcome": outcome, "seq": recorded.position}
        rows.patch(TASKS, row["id"], status_id=moved_to, outcome=outcome, json=item | there)


def _outcome(rows: Rows, recorded: Recorded, status_id: UUID) -> str | None:
    added = rows.get(OUTCOMES, status_id)
    if added is not None:
        return added["outcome"]
    assert recorded.account_id is not None
    shipped = built_in_statuses(AccountId(recorded.account_id))
    return next((status.outcome for status in shipped if status.id == status_id), None)


TASKS_READ = Projection("tasks", 1, (TASKS, OUTCOMES), apply, (*TASK.events, StatusAdded, StatusRemoved))
