"""How tasks go through the kinds of status: a row for each time one came to another kind."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kernel import Recorded
from domain.work.tasks.facts import TaskCreated, TaskPurged, TaskStatusChanged
from projections.kernel import Needed, Projection, Rows, Table

# Where each task is, and since when.
PLACES = Table(
    "task_places", {"id": "uuid not null", "category": "text not null", "since": "timestamptz not null"}
)
MOVES = Table(
    "task_moves",
    {
        "task_id": "uuid not null",
        # Of the task's own events.
        "number": "integer not null",
        # Neither for the creation of the task.
        "from_category": "text",
        "since": "timestamptz",
        "to_category": "text not null",
        "at": "timestamptz not null",
        "user_id": "uuid",
    },
    key=("task_id", "number"),
)


def apply(rows: Rows, recorded: Recorded) -> None:
    match recorded.event:
        case TaskCreated(category=category) | TaskStatusChanged(category=category):
            _moved(rows, recorded, category)
        case TaskPurged():
            for row in rows.select(MOVES, task_id=recorded.entity_id):
                rows.delete(MOVES, {"task_id": row["task_id"], "number": row["number"]})
            rows.delete(PLACES, recorded.entity_id)
        case _:
            pass


def _moved(rows: Rows, recorded: Recorded, category: str) -> None:
    """To another kind of status: between two of one kind it stays where it is, since when it was there."""
    task_id, at = recorded.entity_id, recorded.occurred_at
    before = rows.get(PLACES, task_id)
    if before is not None and before["category"] == category:
        return
    rows.put(PLACES, task_id, category=category, since=at)
    rows.put(
        MOVES,
        {"task_id": task_id, "number": recorded.stream_version},
        from_category=None if before is None else before["category"],
        since=None if before is None else before["since"],
        to_category=category,
        at=at,
        user_id=recorded.actor_id,
    )


def _needs(fact: Recorded) -> Iterable[Needed]:
    return (Needed(PLACES, {"id": fact.entity_id}),)


TASK_MOVES = Projection(
    "task_moves", 1, (PLACES, MOVES), apply, (TaskCreated, TaskStatusChanged, TaskPurged), needs=_needs
)
