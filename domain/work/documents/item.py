"""A document as its readers get it: what it is, and the envelope of the facts that made it so."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from msgspec.structs import replace

from domain.ids import DocumentId, ProfileId, UserId
from domain.records import timestamp
from domain.work.answers import DocumentAnswer, Item
from domain.work.documents.state import Document, DocumentVersion
from domain.work.item import envelope


class DocumentItem(Document, frozen=True, kw_only=True):
    """`seq` is the position that last changed it; `owed` are the roles still without a wrap.

    `hidden_by` is a profile that was archived with what belongs to it, when no other one shows the document.
    """

    answered: ClassVar[type[Item]] = DocumentAnswer

    id: DocumentId
    version: int
    owed: tuple[UUID, ...] = ()
    created_at: str
    created_by: UserId | None
    updated_at: str
    updated_by: UserId | None
    seq: int = 0
    hidden_by: ProfileId | None = None


def shown(
    document: Document,
    document_id: DocumentId,
    *,
    before: DocumentItem | None,
    version: int,
    at: datetime,
    by: UserId | None,
    seq: int = 0,
) -> DocumentItem:
    """The document after a change by this person at this moment; `before` is what was shown until then."""
    members: dict[str, Any] = {name: getattr(document, name) for name in Document.__struct_fields__}
    members["versions"] = _dated(document.versions, before.versions if before else (), timestamp(at), by)
    hidden_by = before.hidden_by if before and before.hidden_by in document.profile_ids else None
    members |= {"id": document_id, "hidden_by": hidden_by}
    members |= envelope(document, before, version=version, at=at, by=by, seq=seq)
    return DocumentItem(**members)


def _dated(
    versions: tuple[DocumentVersion, ...],
    known: tuple[DocumentVersion, ...],
    moment: str,
    by: UserId | None,
) -> tuple[DocumentVersion, ...]:
    added = tuple(replace(version, at=moment, by=by) for version in versions[len(known) :])
    return (*known[: len(versions)], *added)
