"""The bodies of `/document`: the commands themselves where a route allows, else what leads to them."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType, field

from api.http.forms import NEEDED, Malformed, Problem
from api.http.work.listing import After, Cursor, Limit, Since
from api.http.work.moves import Many
from api.http.work.row_form import RowKind
from api.http.work.row_frames import Parts
from application.processes.document_bodies import (
    AlterDocument,
    NewDocument,
)
from application.processes.sealed_bodies import Envelope
from domain.errors import InvalidArgument
from domain.ids import DocumentId
from domain.kernel import Value
from domain.records import Ids
from domain.work.documents.facts import DocumentAttributes
from domain.work.words import DocumentWord
from projections.work.document_lists import DocumentFilter, DocumentSort

DOCUMENT_ROWS = RowKind("document", DocumentAttributes, DocumentWord)


class NewDocuments(Value, frozen=True, kw_only=True):
    """One new document, or up to 200 under `items`."""

    items: Annotated[tuple[NewDocument, ...], Many] | UnsetType = UNSET
    id: DocumentId | UnsetType = UNSET
    envelope: Envelope | UnsetType = field(default=UNSET, name="sealed")

    def one(self) -> NewDocument:
        """The single document. Raises `Malformed` when a member is missing."""
        members: dict[str, Any] = {
            name: value
            for name in NewDocument.__struct_fields__
            if (value := getattr(self, name)) is not UNSET
        }
        for name, sent in (("id", "id"), ("envelope", "sealed")):
            if name not in members:
                raise Malformed([Problem(sent, "required", NEEDED)])
        return NewDocument(**members)

    @property
    def is_batch(self) -> bool:
        named = [name for name in self.__struct_fields__ if getattr(self, name) is not UNSET]
        if "items" in named and len(named) > 1:
            raise InvalidArgument("Send one document or items, not both.", reason="form")
        return "items" in named


class DocumentChanges(Value, frozen=True):
    """Up to 200 changes, each of another document."""

    items: Annotated[tuple[AlterDocument, ...], Many]


class DocumentQuery(DocumentFilter, frozen=True, kw_only=True):
    """A page of documents, or with `since` what changed after a position."""

    sort: Annotated[tuple[DocumentSort, ...], Meta(max_length=1)] = ()
    limit: Limit | None = None
    cursor: Cursor | None = None
    since: Since | None = None
    parts: Parts | None = None

    @property
    def filter(self) -> DocumentFilter:
        members = {name: getattr(self, name) for name in DocumentFilter.__struct_fields__}
        return DocumentFilter(**members)


class ExpiringQuery(Value, frozen=True, kw_only=True):
    """Documents by the day on which they expire."""

    within_days: Annotated[int, Meta(ge=0, le=730)] = 90
    include_expired: bool = True
    profile_ids: Ids | None = None
    limit: Annotated[int, Meta(ge=1, le=200)] = 50
    cursor: Annotated[str, Meta(max_length=1000)] | None = None


class DocumentIds(Value, frozen=True):
    """`after` are the numbers of the statements that are known of each, where its proof is asked for."""

    ids: Annotated[tuple[DocumentId, ...], Meta(max_length=500)]
    parts: Parts | None = None
    after: After | None = None
