"""What is said about tasks: a row per comment, shown with its task to those who open that."""

from __future__ import annotations

from uuid import UUID

import msgspec
from msgspec.structs import replace

from domain.ids import CommentId, UserId
from domain.kernel import Recorded, Value, wire_time
from domain.records import Later, joined, later_of
from domain.sealed import Sealed
from domain.work.tasks.facts import CommentRemoved, CommentRevised, CommentShared, TaskCommented, TaskPurged
from domain.work.words import Word
from projections.kernel import Projection, Rows, Table


class CommentRow(Value, frozen=True, kw_only=True):
    """A comment as readers get it: `sealed` has the wraps in force, `later` the statements since then."""

    id: CommentId
    author_id: UserId
    sealed: Sealed
    later: tuple[Later, ...] = ()
    mention_ids: tuple[UserId, ...]
    created_at: str
    updated_at: str
    word: Word


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
    word = Word(version=recorded.stream_version, seq=recorded.position, stored_at=at)
    match recorded.event:
        case TaskCommented() as said:
            row = CommentRow(
                id=said.comment_id,
                author_id=said.author_id,
                sealed=said.sealed,
                mention_ids=said.mention_ids,
                created_at=at,
                updated_at=at,
                word=word,
            )
            _put(rows, recorded.entity_id, row)
        case CommentRevised(comment_id=comment_id, sealed=sealed, mention_ids=mention_ids):
            row = _known(rows, recorded.entity_id, comment_id)
            if row is not None:
                row = replace(row, sealed=sealed, later=(), mention_ids=mention_ids, updated_at=at)
                _put(rows, recorded.entity_id, replace(row, word=word))
        case CommentShared(comment_id=comment_id, added=added, signed=signed):
            row = _known(rows, recorded.entity_id, comment_id)
            if row is not None:
                shared = replace(row.sealed, wraps=joined(row.sealed.wraps, added))
                later = (*row.later, later_of(signed, added))
                _put(rows, recorded.entity_id, replace(row, sealed=shared, later=later, word=word))
        case CommentRemoved(comment_id=comment_id):
            rows.delete(COMMENTS, {"task_id": recorded.entity_id, "id": comment_id})
        case TaskPurged():
            for gone in rows.select(COMMENTS, task_id=recorded.entity_id):
                rows.delete(COMMENTS, {"task_id": recorded.entity_id, "id": gone["id"]})
        case _:
            pass


def _known(rows: Rows, task_id: UUID, comment_id: UUID) -> CommentRow | None:
    row = rows.get(COMMENTS, {"task_id": task_id, "id": comment_id})
    return None if row is None else msgspec.convert(msgspec.to_builtins(row["json"]), CommentRow)


def _put(rows: Rows, task_id: UUID, row: CommentRow) -> None:
    place = {"task_id": task_id, "id": row.id}
    rows.put(COMMENTS, place, author_id=row.author_id, created_at=row.created_at, json=row)


TASK_COMMENTS = Projection(
    "task_comments",
    2,
    (COMMENTS,),
    apply,
    (TaskCommented, CommentRevised, CommentShared, CommentRemoved, TaskPurged),
)
