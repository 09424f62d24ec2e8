"""Documents as lists show them: one row per document, with the ready JSON of its item."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from msgspec.structs import replace

from domain.ids import DocumentId, ProfileId, UserId
from domain.kernel import Recorded
from domain.work.documents import DOCUMENT, evolve
from domain.work.documents.item import DocumentItem, shown
from domain.work.profiles import PROFILE
from projections.kernel import Projection, Rows, Table, named_as_the_entity
from projections.work import ended, item_json
from projections.work.hiding import PROFILE_FACTS, hidden_by, mark, marks_table

DOCUMENTS = Table(
    "documents",
    {
        "id": "uuid not null",
        "version": "integer not null",
        "state": "text not null",
        "lifecycle": "text not null",
        "audience": "uuid[] not null",
        **ended.COLUMNS,
        "profile_ids": "uuid[] not null",
        "topic_ids": "uuid[] not null",
        "expires_on": "date",
        "hidden_by": "uuid",
        "created_at": "timestamptz not null",
        "created_by": "uuid",
        "updated_at": "timestamptz not null",
        **item_json.COLUMNS,
    },
    indexes=(
        # Each is read from either end: time and id go the same way in every order.
        "account_id, updated_at, id",
        "account_id, created_at, id",
        "account_id, seq",
        # What never expires comes last in either order.
        "account_id, (coalesce(expires_on, 'infinity'::date)), id",
        "account_id, (coalesce(expires_on, '-infinity'::date)), id",
        "account_id, expires_on, id where expires_on is not null and state in ('active', 'archived')",
    ),
)
DOCUMENT_PROFILES = Table(
    "document_profiles",
    {"document_id": "uuid not null", "profile_id": "uuid not null"},
    key=("document_id", "profile_id"),
    indexes=("account_id, profile_id",),
)
PROFILE_MARKS = marks_table("document_profile_marks")


def apply(rows: Rows, recorded: Recorded) -> None:
    """Fold with the decider's own function, so that both sides tell the same story."""
    if recorded.kind == PROFILE.name:
        _mark(rows, recorded)
        return
    document_id = DocumentId(recorded.entity_id)
    row = rows.get(DOCUMENTS, document_id)
    before = item_json.item_in(row, DocumentItem) if row else None
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
    item = replace(item, hidden_by=_hidden_by(rows, item))
    _relate(rows, document_id, before.profile_ids if before else (), item.profile_ids)
    rows.put(
        DOCUMENTS,
        document_id,
        **ended.columns_of(row, before.audience if before else (), item, item.audience),
        **columns_of(item),
        **item_json.columns_of(item),
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
        "hidden_by": item.hidden_by,
        "created_at": item.created_at,
        "created_by": item.created_by,
        "updated_at": item.updated_at,
    }


def _relate(rows: Rows, document_id: UUID, before: Sequence[ProfileId], after: Sequence[ProfileId]) -> None:
    for profile_id in set(before) - set(after):
        rows.delete(DOCUMENT_PROFILES, {"document_id": document_id, "profile_id": profile_id})
    for profile_id in sorted(set(after) - set(before)):
        rows.put(DOCUMENT_PROFILES, {"document_id": document_id, "profile_id": profile_id})


def _mark(rows: Rows, recorded: Recorded) -> None:
    """What a profile hides is hidden, and seen again when it is in use, or gone itself."""
    mark(rows, PROFILE_MARKS, recorded)
    for related in rows.select(DOCUMENT_PROFILES, profile_id=recorded.entity_id):
        document_id = UUID(str(related["document_id"]))
        row = rows.get(DOCUMENTS, document_id)
        assert row is not None  # it said that it belongs to the profile
        item = item_json.item_in(row, DocumentItem)
        hiding = _hidden_by(rows, item)
        if hiding != item.hidden_by:
            item = replace(item, hidden_by=hiding, seq=recorded.position)
            rows.patch(DOCUMENTS, document_id, hidden_by=hiding, **item_json.columns_of(item))


def _hidden_by(rows: Rows, item: DocumentItem) -> ProfileId | None:
    found = hidden_by(rows, PROFILE_MARKS, item.profile_ids)
    return None if found is None else ProfileId(found)


DOCUMENTS_READ = Projection(
    "documents",
    6,
    (DOCUMENTS, DOCUMENT_PROFILES, PROFILE_MARKS),
    apply,
    (
        *DOCUMENT.events,
        *PROFILE_FACTS,
    ),
    needs=named_as_the_entity(DOCUMENTS),
)
