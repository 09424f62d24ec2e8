"""What can be asked of a document, and the facts that come of it."""

from __future__ import annotations

from datetime import date
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from msgspec import UNSET, Meta, UnsetType

from domain.ids import DocumentId, FileId
from domain.kernel import Event, Value
from domain.records import Attested, Ids
from domain.sealed import Sealed, Signed, Wrap
from domain.work.attributes import AttributesSigned

Audience = Annotated[tuple[UUID, ...], Meta(min_length=1, max_length=64)]
Attachments = Annotated[tuple[FileId, ...], Meta(max_length=100)]
RemindDays = Annotated[tuple[Annotated[int, Meta(ge=0, le=730)], ...], Meta(max_length=10)]
Lifecycle = Literal["draft", "active", "archived"]


class DocumentAttributes(Value, frozen=True, kw_only=True):
    """What the people of a document sign in the clear. `versions` are files in the order of their number."""

    profile_ids: Ids = ()
    topic_ids: Ids = ()
    state: Lifecycle
    expires_on: date | None = None
    remind_days: RemindDays = ()
    versions: Annotated[tuple[FileId, ...], Meta(max_length=200)] = ()
    file_ids: Attachments = ()
    note_only: bool = False


class FirstVersion(Value, frozen=True):
    """The file that a new document begins with."""

    file_id: FileId


class NextVersion(Value, frozen=True):
    """A further file: a new one, an old one again (`restore_of` is its number), or one that renews."""

    file_id: FileId
    restore_of: Annotated[int, Meta(ge=1)] | None = None
    renew: bool = False


class CreateDocument(Value, frozen=True, kw_only=True):
    id: DocumentId
    sealed: Sealed
    audience: Audience
    state: Literal["draft", "active"] = "active"
    profile_ids: Ids = ()
    topic_ids: Ids = ()
    expires_on: date | None = None
    remind_days: RemindDays = ()
    add_version: FirstVersion | None = None
    file_ids: Attachments = ()
    note_only: bool = False
    source_id: DocumentId | None = None


class ChangeDocument(Value, frozen=True, kw_only=True):
    """New content (`sealed`), or other attributes under a statement of their own (`attested`)."""

    id: DocumentId
    sealed: Sealed | None = None
    attested: Attested | None = None
    audience: Audience | None = None
    profile_ids: Ids | UnsetType = UNSET
    topic_ids: Ids | UnsetType = UNSET
    expires_on: date | UnsetType | None = UNSET
    remind_days: RemindDays | UnsetType = UNSET
    state: Lifecycle | UnsetType = UNSET
    add_version: NextVersion | None = None
    file_ids: Attachments | UnsetType = UNSET


class ShareDocument(Value, frozen=True):
    """Further wraps, for all these roles to read it."""

    id: DocumentId
    wraps: tuple[Wrap, ...]
    signed: Signed
    audience: Audience


class DeleteDocument(Value, frozen=True):
    id: DocumentId
    signed: Signed


class RestoreDocument(Value, frozen=True):
    id: DocumentId
    attested: Attested


class PurgeDocument(Value, frozen=True):
    id: DocumentId


class EmptyBin(Value, frozen=True):
    """Its days in the bin are over. The clock says so, for whom nothing is readable."""

    id: DocumentId


DocumentCommand = (
    CreateDocument
    | ChangeDocument
    | ShareDocument
    | DeleteDocument
    | RestoreDocument
    | PurgeDocument
    | EmptyBin
)


class DocumentCreated(Event, frozen=True, tag="document.created"):
    """A document was created."""

    erasable: ClassVar[tuple[str, ...]] = ("sealed.wraps", "sealed.attrsSaltB64u")

    document_id: DocumentId
    sealed: Sealed
    audience: tuple[UUID, ...]
    profile_ids: tuple[UUID, ...]
    topic_ids: tuple[UUID, ...]
    state: Lifecycle
    expires_on: date | None
    remind_days: tuple[int, ...]
    note_only: bool


class DocumentDuplicated(Event, frozen=True, tag="document.duplicated"):
    """A document was created as a copy of another."""

    source_id: DocumentId


class DocumentRevised(Event, frozen=True, tag="document.revised"):
    """The content changed, under a new key for the roles named."""

    erasable: ClassVar[tuple[str, ...]] = ("sealed.wraps", "sealed.attrsSaltB64u")

    sealed: Sealed
    audience: tuple[UUID, ...]


class DocumentShared(Event, frozen=True, tag="document.shared"):
    """Wraps of the current content were added, for roles that had none."""

    erasable: ClassVar[tuple[str, ...]] = ("wraps",)

    audience: tuple[UUID, ...]
    wraps: tuple[Wrap, ...]
    signed: Signed


class DocumentFiled(AttributesSigned, frozen=True, tag="document.filed"):
    """It belongs to these profiles and topics."""

    profile_ids: tuple[UUID, ...]
    topic_ids: tuple[UUID, ...]


class DocumentExpirySet(AttributesSigned, frozen=True, tag="document.expiry_set"):
    """The expiry date was set, with reminders this many days before."""

    expires_on: date | None
    remind_days: tuple[int, ...]


class DocumentVersionAdded(AttributesSigned, frozen=True, tag="document.version_added"):
    """A file became its current version."""

    number: int
    file_id: FileId
    by_restore_of: int | None


class DocumentRenewed(AttributesSigned, frozen=True, tag="document.renewed"):
    """The newest version moved the expiry."""

    previous_expires_on: date | None
    expires_on: date | None
    file_id: FileId


class DocumentAttachmentsChanged(AttributesSigned, frozen=True, tag="document.attachments_changed"):
    """The attachments beside its versions changed; `removed` lists those it no longer has."""

    file_ids: tuple[FileId, ...]
    removed: tuple[FileId, ...]


class DocumentActivated(AttributesSigned, frozen=True, tag="document.activated"):
    """The draft became valid."""


class DocumentArchived(AttributesSigned, frozen=True, tag="document.archived"):
    """Archived; still readable."""


class DocumentUnarchived(AttributesSigned, frozen=True, tag="document.unarchived"):
    """Unarchived."""


class DocumentDeleted(Event, frozen=True, tag="document.deleted"):
    """Moved to the bin."""

    signed: Signed


class DocumentRestored(AttributesSigned, frozen=True, tag="document.restored"):
    """Restored from the bin, with the attributes it had."""


class DocumentPurged(Event, frozen=True, tag="document.purged"):
    """Deleted for good, with its wraps."""

    destroys_key: ClassVar[bool] = True


DocumentEvent = (
    DocumentCreated
    | DocumentDuplicated
    | DocumentRevised
    | DocumentShared
    | DocumentFiled
    | DocumentExpirySet
    | DocumentVersionAdded
    | DocumentRenewed
    | DocumentAttachmentsChanged
    | DocumentActivated
    | DocumentArchived
    | DocumentUnarchived
    | DocumentDeleted
    | DocumentRestored
    | DocumentPurged
)
