"""What is said about tasks: a row per comment, shown with its task to those who open that."""

from __future__ import annotations

from uuid import UUID

import msgspec
from msgspec.structs import replace

from domain.ids import CommentId, UserId
from domain.kernel import Recorded, Value, wire_time
from domain.sealed import Sealed
from domain.work.tasks.facts import CommentRemoved, CommentRevised, TaskCommented, TaskPurged
from projections.kernel import Projection, Rows, Table


class CommentRow(Value, frozen=True, kw_only=True):
    """A comment as readers get it. `sealed.revision` is the number of its newest statement."""

    id: CommentId
    author_id: UserId
    sealed: Sealed
    mention_ids: tuple[UserId, ...]
    created_at: str
    updated_at: str


COMMENTS = Table(
    "task_comments",
    {
        "id": "uuid not null",
        "task_id": "uuid not null",
        "author_id": "uuid not null",
        "created_at": "timestamptz not null",
        "json": "json not null",
    },
    key=("task_id", "id"),
    indexes=("account_id, task_id, created_at, id",),
)


def apply(rows: Rows, recorded: Recorded) -> None:
    at = wire_time(recorded.occurred_at)
    match recorded.event:
        case TaskCommented() as said:
            row = CommentRow(
                id=said.comment_id,
                author_id=said.author_id,
                sealed=said.sealed,
                mention_ids=said.mention_ids,
                created_at=at,
                updated_at=at,
            )
            _put(rows, recorded.entity_id, row)
        case CommentRevised(comment_id=comment_id, sealed=sealed, mention_ids=mention_ids):
            known = rows.get(COMMENTS, {"task_id": recorded.entity_id, "id": comment_id})
            if known is not None:
                row = msgspec.convert(msgspec.to_builtins(known["json"]), CommentRow)
                row = replace(row, sealed=sealed, mention_ids=mention_ids, updated_at=at)
                _put(rows, recorded.entity_id, row)
        case CommentRemoved(comment_id=comment_id):
            rows.delete(COMMENTS, {"task_id": recorded.entity_id, "id": comment_id})
        case TaskPurged():
            for gone in rows.select(COMMENTS, task_id=recorded.entity_id):
                rows.delete(COMMENTS, {"task_id": recorded.entity_id, "id": gone["id"]})
        case _:
            pass


def _put(rows: Rows, task_id: UUID, row: CommentRow) -> None:
    place = {"task_id": task_id, "id": row.id}
    rows.put(COMMENTS, place, author_id=row.author_id, created_at=row.created_at, json=row)


TASK_COMMENTS = Projection(
    "task_comments", 1, (COMMENTS,), apply, (TaskCommented, CommentRevised, CommentRemoved, TaskPurged)
)
