"""What clients send about documents, and the commands that it means."""

from __future__ import annotations

from datetime import date
from typing import Literal

from msgspec import UNSET, UnsetType

from application.processes.sealed_bodies import SignedChange
from application.vault.content import audience_of
from domain.ids import DocumentId
from domain.kernel import Value
from domain.records import Attested, Ids
from domain.sealed import Sealed, Signature, Signed, Statement
from domain.work.documents.facts import (
    Attachments,
    ChangeDocument,
    CreateDocument,
    FirstVersion,
    Lifecycle,
    NextVersion,
    RemindDays,
)
from domain.work.documents.state import Document


class NewDocument(Value, frozen=True, kw_only=True):
    """A document."""

    id: DocumentId
    sealed: Sealed
    state: Literal["draft", "active"] = "active"
    profile_ids: Ids = ()
    topic_ids: Ids = ()
    expires_on: date | None = None
    remind_days: RemindDays = ()
    add_version: FirstVersion | None = None
    file_ids: Attachments = ()
    note_only: bool = False

    def as_creation(self) -> CreateDocument:
        return CreateDocument(
            id=self.id,
            sealed=self.sealed,
            audience=audience_of(self.sealed),
            state=self.state,
            profile_ids=self.profile_ids,
            topic_ids=self.topic_ids,
            expires_on=self.expires_on,
            remind_days=self.remind_days,
            add_version=self.add_version,
            file_ids=self.file_ids,
            note_only=self.note_only,
        )


class CopyDocument(Value, frozen=True, kw_only=True):
    """A copy of a document, encrypted again by the client.

    It has the attributes of its source; with `copy_files` the newest version and the attachments, else it
    is a draft (a note stays a note). A copy of an archived document is active.
    """

    source_id: DocumentId
    id: DocumentId
    sealed: Sealed
    copy_files: bool = True

    def as_creation(self, source: Document) -> CreateDocument:
        version = source.versions[-1] if self.copy_files and source.versions else None
        complete = version is not None or source.note_only
        return CreateDocument(
            id=self.id,
            sealed=self.sealed,
            audience=audience_of(self.sealed),
            state="active" if complete and source.lifecycle != "draft" else "draft",
            profile_ids=source.profile_ids,
            topic_ids=source.topic_ids,
            expires_on=source.expires_on,
            remind_days=source.remind_days,
            add_version=FirstVersion(version.file_id) if version else None,
            file_ids=source.file_ids if self.copy_files else (),
            note_only=source.note_only,
            source_id=self.source_id,
        )


class AlterDocument(SignedChange, frozen=True, kw_only=True):
    """One change of one document; members that are left out stay as they are."""

    id: DocumentId
    profile_ids: Ids | UnsetType = UNSET
    topic_ids: Ids | UnsetType = UNSET
    expires_on: date | UnsetType | None = UNSET
    remind_days: RemindDays | UnsetType = UNSET
    state: Lifecycle | UnsetType = UNSET
    add_version: NextVersion | None = None
    file_ids: Attachments | UnsetType = UNSET

    @property
    def changes_more_than_wraps(self) -> bool:
        left_out = (self.profile_ids, self.topic_ids, self.expires_on, self.remind_days, self.state)
        return (
            any(member is not UNSET for member in (*left_out, self.file_ids))
            or self.add_version is not None
            or super().changes_more_than_wraps
        )

    def as_change(self) -> ChangeDocument:
        return ChangeDocument(
            id=self.id,
            sealed=self.sealed,
            attested=self.attested,
            audience=self.audience,
            profile_ids=self.profile_ids,
            topic_ids=self.topic_ids,
            expires_on=self.expires_on,
            remind_days=self.remind_days,
            state=self.state,
            add_version=self.add_version,
            file_ids=self.file_ids,
        )


class BinDocument(Value, frozen=True):
    """Into the bin, under a `record.delete`."""

    id: DocumentId
    statement_b64u: Statement
    signature_b64u: Signature

    @property
    def signed(self) -> Signed:
        return Signed(statement_b64u=self.statement_b64u, signature_b64u=self.signature_b64u)


class UnbinDocument(Value, frozen=True):
    """Out of the bin, under a `record.attrs` with the attributes that it had."""

    id: DocumentId
    attested: Attested
