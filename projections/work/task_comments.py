"""What is said about tasks: a row per comment, shown with its task to those who open that."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import UUID

from msgspec.structs import replace

from domain.ids import CommentId
from domain.kernel import Recorded, Value, wire_time
from domain.records import Later, joined, later_of
from domain.sealed import Sealed
from domain.work.answers import Item
from domain.work.items.state import destroyed, without_wraps
from domain.work.tasks.facts import CommentRemoved, CommentRevised, CommentShared, TaskCommented, TaskPurged
from projections.kernel import Projection, Rows, Table
from projections.work import item_json


class CommentRow(Value, frozen=True, kw_only=True):
    """A comment with the wraps in force, the statements since then, and where the log has it."""

    answered: ClassVar[type[Item]] = Item

    id: CommentId
    sealed: Sealed
    later: tuple[Later, ...] = ()
    created_at: str
    updated_at: str
    version: int
    seq: int


COMMENTS = Table(
    "task_comments",
    {
        "id": "uuid not null",
        "task_id": "uuid not null",
        "created_at": "timestamptz not null",
        **item_json.COLUMNS,
    },
    key=("task_id", "id"),
    indexes=("account_id, task_id, created_at, id",),
)


def apply(rows: Rows, recorded: Recorded) -> None:
    at = wire_time(recorded.occurred_at)
    newest: dict[str, Any] = {
        "updated_at": at,
        "version": recorded.stream_version,
        "seq": recorded.position,
    }
    match recorded.event:
        case TaskCommented() as said:
            row = CommentRow(id=said.comment_id, sealed=said.sealed, created_at=at, **newest)
            _put(rows, recorded.entity_id, row)
        case CommentRevised(comment_id=comment_id, sealed=sealed):
            row = _known(rows, recorded.entity_id, comment_id)
            if row is not None:
                _put(rows, recorded.entity_id, replace(row, sealed=sealed, later=(), **newest))
        case CommentShared(comment_id=comment_id, added=added, signed=signed):
            row = _known(rows, recorded.entity_id, comment_id)
            if row is not None:
                shared = replace(row.sealed, wraps=joined(row.sealed.wraps, added))
                later = (*row.later, later_of(signed, added))
                _put(rows, recorded.entity_id, replace(row, sealed=shared, later=later, **newest))
        case CommentRemoved(comment_id=comment_id, signed=signed):
            row = _known(rows, recorded.entity_id, comment_id)
            if row is not None:
                later = (*without_wraps(row.later), later_of(signed))
                gone = replace(row, sealed=destroyed(row.sealed), later=later, **newest)
                _put(rows, recorded.entity_id, gone)
        case TaskPurged():
            for gone in rows.select(COMMENTS, task_id=recorded.entity_id):
                rows.delete(COMMENTS, {"task_id": recorded.entity_id, "id": gone["id"]})
        case _:
            pass


def _known(rows: Rows, task_id: UUID, comment_id: UUID) -> CommentRow | None:
    row = rows.get(COMMENTS, {"task_id": task_id, "id": comment_id})
    return None if row is None else item_json.item_in(row, CommentRow)


def _put(rows: Rows, task_id: UUID, row: CommentRow) -> None:
    place = {"task_id": task_id, "id": row.id}
    rows.put(COMMENTS, place, created_at=row.created_at, **item_json.columns_of(row))


TASK_COMMENTS = Projection(
    "task_comments",
    3,
    (COMMENTS,),
    apply,
    (TaskCommented, CommentRevised, CommentShared, CommentRemoved, TaskPurged),
)
