"""What a document is at a moment, as the facts leave it: for decisions and for those who read."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Literal, assert_never

from msgspec.structs import replace

from domain.ids import FileId, ProfileId, RoleId, TopicId, UserId
from domain.kernel import Value
from domain.records import Attribute, Later, joined, later_of, revision_of
from domain.sealed import Sealed, Signed
from domain.work.attributes import AttributesSigned, in_force
from domain.work.documents.facts import (
    DocumentActivated,
    DocumentArchived,
    DocumentAttachmentsChanged,
    DocumentCreated,
    DocumentDeleted,
    DocumentDuplicated,
    DocumentEvent,
    DocumentExpirySet,
    DocumentFiled,
    DocumentPurged,
    DocumentRenewed,
    DocumentRestored,
    DocumentRevised,
    DocumentShared,
    DocumentUnarchived,
    DocumentVersionAdded,
    Lifecycle,
)
from domain.work.items.state import destroyed, without_wraps


class DocumentVersion(Value, frozen=True):
    """One file in the history of a document; `at` and `by` are known to readers only."""

    number: int
    file_id: FileId
    restored_from: int | None = None
    at: str | None = None
    by: UserId | None = None


class Document(Value, frozen=True, kw_only=True):
    """A document. `sealed` holds the attributes and wraps in force, `later` the statements since then."""

    sealed: Sealed
    later: tuple[Later, ...] = ()
    audience: tuple[RoleId, ...]
    state: Literal["active", "archived", "deleted", "purged"] = "active"
    lifecycle: Lifecycle = "active"
    profile_ids: tuple[ProfileId, ...] = ()
    topic_ids: tuple[TopicId, ...] = ()
    expires_on: date | None = None
    remind_days: tuple[int, ...] = ()
    note_only: bool = False
    versions: tuple[DocumentVersion, ...] = ()
    file_ids: tuple[FileId, ...] = ()

    @property
    def revision(self) -> int:
        return revision_of(self.sealed, self.later)

    @property
    def held(self) -> frozenset[FileId]:
        """The files it keeps from being purged."""
        if self.state == "purged":
            return frozenset()
        return self.named_files

    @property
    def named_files(self) -> frozenset[FileId]:
        return frozenset((*(version.file_id for version in self.versions), *self.file_ids))

    @property
    def attributes(self) -> Mapping[str, Attribute]:
        """What its people sign, by wire name (`domain.md` section 3)."""
        return {
            "profileIds": self.profile_ids,
            "topicIds": self.topic_ids,
            "state": self.lifecycle,
            "expiresOn": self.expires_on,
            "remindDays": self.remind_days,
            "versions": tuple(version.file_id for version in self.versions),
            "fileIds": self.file_ids,
            "noteOnly": self.note_only,
        }


def evolve(document: Document | None, event: DocumentEvent) -> Document | None:
    if isinstance(event, DocumentCreated):
        return Document(
            sealed=event.sealed,
            audience=tuple(RoleId(role) for role in event.audience),
            lifecycle=event.state,
            profile_ids=tuple(ProfileId(profile) for profile in event.profile_ids),
            topic_ids=tuple(TopicId(topic) for topic in event.topic_ids),
            expires_on=event.expires_on,
            remind_days=event.remind_days,
            note_only=event.note_only,
        )
    if document is None:
        return None
    if isinstance(event, AttributesSigned):
        sealed, later = in_force(document.sealed, document.later, event)
        return _changed(replace(document, sealed=sealed, later=later), event)
    match event:
        case DocumentDuplicated():
            return document
        case DocumentRevised(sealed=sealed, audience=audience):
            return replace(document, sealed=sealed, later=(), audience=audience)
        case DocumentShared(audience=audience, wraps=wraps, signed=signed):
            sealed = replace(document.sealed, wraps=joined(document.sealed.wraps, wraps))
            later = (*document.later, later_of(signed, wraps))
            return replace(document, sealed=sealed, later=later, audience=audience)
        case DocumentDeleted(signed=signed):
            return replace(_stated(document, signed), state="deleted")
        case DocumentPurged():
            sealed, later = destroyed(document.sealed), without_wraps(document.later)
            return replace(document, state="purged", sealed=sealed, later=later)
        case _:
            assert_never(event)


def _stated(document: Document, signed: Signed) -> Document:
    return replace(document, later=(*document.later, later_of(signed)))


def _changed(document: Document, event: DocumentEvent) -> Document:
    match event:
        case DocumentFiled(profile_ids=profile_ids, topic_ids=topic_ids):
            return replace(document, profile_ids=profile_ids, topic_ids=topic_ids)
        case DocumentExpirySet(expires_on=expires_on, remind_days=remind_days):
            return replace(document, expires_on=expires_on, remind_days=remind_days)
        case DocumentVersionAdded(number=number, file_id=file_id, by_restore_of=restored):
            version = DocumentVersion(number, file_id, restored)
            return replace(document, versions=(*document.versions, version))
        case DocumentRenewed(expires_on=expires_on):
            return replace(document, expires_on=expires_on)
        case DocumentAttachmentsChanged(file_ids=file_ids):
            return replace(document, file_ids=file_ids)
        case DocumentActivated():
            return replace(document, lifecycle="active")
        case DocumentArchived():
            return replace(document, lifecycle="archived", state="archived")
        case DocumentUnarchived():
            return replace(document, lifecycle="active", state="active")
        case DocumentRestored():
            state = "archived" if document.lifecycle == "archived" else "active"
            return replace(document, state=state)
        case _:
            return document
