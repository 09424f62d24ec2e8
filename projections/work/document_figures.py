"""How many versions a document has, in which files it is stored, and when it was renewed; in columns."""

from __future__ import annotations

from domain.kernel import Recorded
from domain.work.documents.facts import (
    DocumentAttachmentsChanged,
    DocumentCreated,
    DocumentPurged,
    DocumentRenewed,
    DocumentVersionAdded,
)
from projections.kernel import Projection, Rows, Table, named_as_the_entity

FIGURES = Table(
    "document_figures",
    {
        "id": "uuid not null",
        "versions": "integer not null",
        # A version that was restored names the file of a former one.
        "version_files": "uuid[] not null",
        "other_files": "uuid[] not null",
    },
)
# By the day that the document would have expired on. What was renewed twice counts as it was first.
RENEWALS = Table(
    "document_renewals",
    {"document_id": "uuid not null", "expired_on": "date not null", "renewed_at": "timestamptz not null"},
    key=("document_id", "expired_on"),
)


def apply(rows: Rows, recorded: Recorded) -> None:
    document_id = recorded.entity_id
    match recorded.event:
        case DocumentCreated():
            rows.put(FIGURES, document_id, versions=0, version_files=[], other_files=[])
        case DocumentVersionAdded(number=number, file_id=file_id):
            row = rows.get(FIGURES, document_id)
            if row is not None:
                files = sorted({*row["version_files"], file_id})
                rows.patch(FIGURES, document_id, versions=number, version_files=files)
        case DocumentAttachmentsChanged(file_ids=file_ids):
            rows.patch(FIGURES, document_id, other_files=list(file_ids))
        case DocumentRenewed(previous_expires_on=before, expires_on=after):
            key = {"document_id": document_id, "expired_on": before}
            later = before is not None and after is not None and after > before
            if later and rows.get(RENEWALS, key) is None:
                rows.put(RENEWALS, key, renewed_at=recorded.occurred_at)
        case DocumentPurged():
            for row in rows.select(RENEWALS, document_id=document_id):
                rows.delete(RENEWALS, {"document_id": document_id, "expired_on": row["expired_on"]})
            rows.delete(FIGURES, document_id)
        case _:
            pass


DOCUMENT_FIGURES = Projection(
    "document_figures",
    1,
    (FIGURES, RENEWALS),
    apply,
    (
        DocumentCreated,
        DocumentVersionAdded,
        DocumentAttachmentsChanged,
        DocumentRenewed,
        DocumentPurged,
    ),
    needs=named_as_the_entity(FIGURES),
)
