"""Documents as lists show them: one row per document, with the ready JSON of its item."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec

from domain.ids import DocumentId, UserId
from domain.kernel import Recorded
from domain.work.documents import DOCUMENT, evolve
from domain.work.documents.item import DocumentItem, shown
from domain.work.documents.state import Document
from projections.kernel import Projection, Rows, Table

DOCUMENTS = Table(
    "documents",
    {
        "id": "uuid not null",
        "version": "integer not null",
        "state": "text not null",
        "lifecycle": "text not null",
        "audience": "uuid[] not null",
        # Everybody it was ever for: those it was taken from are told that it is gone, others nothing.
        "ever_for": "uuid[] not null",
        "profile_ids": "uuid[] not null",
        "topic_ids": "uuid[] not null",
        "expires_on": "date",
        "remind_days": "integer[] not null",
        "note_only": "boolean not null",
        "created_at": "timestamptz not null",
        "created_by": "uuid",
        "updated_at": "timestamptz not null",
        "updated_by": "uuid",
        "json": "json not null",
    },
    indexes=(
        "account_id, updated_at desc, id",
        "account_id, created_at desc, id",
        "account_id, seq",
        "account_id, expires_on, id where expires_on is not null and state in ('active', 'archived')",
    ),
)


def apply(rows: Rows, recorded: Recorded) -> None:
    """Fold with the decider's own function, so that both sides tell the same story."""
    document_id = DocumentId(recorded.entity_id)
    row = rows.get(DOCUMENTS, document_id)
    before = msgspec.convert(_plain(row["json"]), DocumentItem) if row else None
    document = evolve(before, recorded.event)  # type: ignore[arg-type]
    if document is None:
        return
    by = UserId(recorded.actor_id) if recorded.actor_id else None
    item = shown(
        document,
        document_id,
        before=before,
        version=recorded.stream_version,
        at=recorded.occurred_at,
        by=by,
        seq=recorded.position,
    )
    ever_for = {*(UUID(str(role)) for role in row["ever_for"])} if row else set[UUID]()
    rows.put(
        DOCUMENTS,
        document_id,
        ever_for=sorted(ever_for | set(item.audience)),
        **columns_of(item),
        json=item,
    )


def columns_of(item: DocumentItem) -> dict[str, Any]:
    """What lists filter and sort by."""
    return {
        "version": item.version,
        "state": item.state,
        "lifecycle": item.lifecycle,
        "audience": list(item.audience),
        "profile_ids": list(item.profile_ids),
        "topic_ids": list(item.topic_ids),
        "expires_on": item.expires_on,
        "remind_days": list(item.remind_days),
        "note_only": item.note_only,
        "created_at": item.created_at,
        "created_by": item.created_by,
        "updated_at": item.updated_at,
        "updated_by": item.updated_by,
    }


def _plain(value: Any) -> Any:
    """A row of this batch holds the value itself, an older one its JSON."""
    return msgspec.to_builtins(value) if isinstance(value, Document) else value


DOCUMENTS_READ = Projection("documents", 1, (DOCUMENTS,), apply, DOCUMENT.events)
