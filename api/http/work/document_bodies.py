"""The bodies of `/document`: the commands themselves where a route allows, else what leads to them."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from api.http.forms import NEEDED, Malformed, Problem
from application.processes.document_bodies import (
    AlterDocument,
    BinDocument,
    NewDocument,
    UnbinDocument,
)
from domain.errors import InvalidArgument, Refused
from domain.ids import DocumentId
from domain.kernel import Value
from domain.records import Attested, Attributes, Ids
from domain.sealed import Salt, Sealed, Signature, Signed, Statement
from domain.work.documents.facts import Attachments, Audience, FirstVersion, PurgeDocument, RemindDays
from projections.work.document_lists import DocumentFilter, DocumentSort

Many = Meta(min_length=1, max_length=200)


class NewDocuments(Value, frozen=True, kw_only=True):
    """One new document, or up to 200 under `items`."""

    items: Annotated[tuple[NewDocument, ...], Many] | UnsetType = UNSET
    id: DocumentId | UnsetType = UNSET
    sealed: Sealed | UnsetType = UNSET
    audience: Audience | UnsetType | None = UNSET
    state: Literal["draft", "active"] | UnsetType = UNSET
    profile_ids: Ids | UnsetType = UNSET
    topic_ids: Ids | UnsetType = UNSET
    expires_on: date | UnsetType | None = UNSET
    remind_days: RemindDays | UnsetType = UNSET
    add_version: FirstVersion | UnsetType | None = UNSET
    file_ids: Attachments | UnsetType = UNSET
    note_only: bool | UnsetType = UNSET

    def one(self) -> NewDocument:
        """The single document. Raises `Malformed` when a member is missing."""
        members: dict[str, Any] = {
            name: value
            for name in NewDocument.__struct_fields__
            if (value := getattr(self, name)) is not UNSET
        }
        for name in ("id", "sealed"):
            if name not in members:
                raise Malformed([Problem(name, "required", NEEDED)])
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


class BinItem(Value, frozen=True):
    """A document with its statement: `record.delete`, or to restore `record.attrs` with the attributes."""

    id: DocumentId
    statement_b64u: Statement | None = None
    signature_b64u: Signature | None = None
    attrs: Attributes | None = None
    attrs_salt_b64u: Salt | None = None


class BinMoves(Value, frozen=True):
    """Into the bin; with `restore` out of it; with `purge` (unsigned) out of it for ever."""

    items: Annotated[tuple[BinItem, ...], Many]
    restore: bool = False
    purge: bool = False

    def command_for(self, item: BinItem) -> BinDocument | UnbinDocument | PurgeDocument | Refused:
        """What one item asks for, or why it asks for nothing."""
        if self.purge:
            return PurgeDocument(item.id)
        statement, signature = item.statement_b64u, item.signature_b64u
        if statement is None or signature is None:
            return InvalidArgument("This needs a signed statement.", reason="statement")
        if not self.restore:
            return BinDocument(item.id, statement, signature)
        if item.attrs is None or item.attrs_salt_b64u is None:
            return InvalidArgument("Restoring brings the attributes and their salt.", reason="statement")
        signed = Signed(statement_b64u=statement, signature_b64u=signature)
        return UnbinDocument(item.id, Attested(signed, item.attrs, item.attrs_salt_b64u))


class DocumentQuery(DocumentFilter, frozen=True, kw_only=True):
    """A page of documents, or with `since` what changed after a position."""

    sort: Annotated[tuple[DocumentSort, ...], Meta(max_length=1)] = ()
    limit: Annotated[int, Meta(ge=1, le=1000)] | None = None
    cursor: Annotated[str, Meta(max_length=1000)] | None = None
    since: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None

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
    ids: Annotated[tuple[DocumentId, ...], Meta(max_length=500)]


def scope_of(query: msgspec.Struct, route: str, account_id: object) -> dict[str, Any]:
    """What a cursor is bound to: everything but the page itself."""
    asked = msgspec.to_builtins(query)
    return {"route": route, "account": str(account_id)} | {
        name: value for name, value in asked.items() if name not in ("limit", "cursor")
    }
