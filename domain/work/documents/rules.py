"""When a document may be created, changed, shared, deleted, restored and purged."""

from __future__ import annotations

from typing import assert_never
from uuid import UUID

from msgspec import UNSET

from domain.errors import AlreadyExists, Full, InvalidArgument, NotFound, Refused
from domain.kernel import Moment
from domain.records import check_ascending, check_attributes, check_shared
from domain.work.attributes import stated
from domain.work.documents.facts import (
    ChangeDocument,
    CreateDocument,
    DeleteDocument,
    DocumentActivated,
    DocumentArchived,
    DocumentAttachmentsChanged,
    DocumentCommand,
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
    EmptyBin,
    NextVersion,
    PurgeDocument,
    RestoreDocument,
    ShareDocument,
)
from domain.work.documents.state import Document, evolve
from domain.work.readers import check_content, check_owner, check_readers

MAX_VERSIONS = 200


def decide(command: DocumentCommand, document: Document | None, moment: Moment) -> list[DocumentEvent]:
    if isinstance(command, CreateDocument):
        return _create(command, document, moment)
    if isinstance(command, EmptyBin):
        return [DocumentPurged()] if document is not None and document.state == "deleted" else []
    if document is None or not moment.actor.reads.intersection(document.audience):
        raise NotFound("There is no such document.")
    if document.state == "purged":
        if isinstance(command, PurgeDocument):
            return []
        raise NotFound("There is no such document.")
    match command:
        case ChangeDocument():
            return _change(command, document, moment)
        case ShareDocument():
            return _share(command, document, moment)
        case DeleteDocument(signed=signed):
            return [] if document.state == "deleted" else [DocumentDeleted(signed)]
        case RestoreDocument(attested=attested):
            if document.state != "deleted":
                return []
            check_attributes(attested.attrs, document.attributes)
            return stated([DocumentRestored()], attested)
        case PurgeDocument():
            if document.state != "deleted":
                raise Refused("Only what lies in the bin can be purged.", reason="not_deleted")
            return [DocumentPurged()]
        case _:
            assert_never(command)


def _create(command: CreateDocument, document: Document | None, moment: Moment) -> list[DocumentEvent]:
    sealed = command.sealed
    if document is not None:
        if document.state != "purged" and document.sealed.statement_b64u == sealed.statement_b64u:
            return []
        raise AlreadyExists("This document exists already.", reason="document_exists")
    check_content(command.id, sealed, None, 0)
    check_readers(command.audience, sealed, moment)
    _check_lists(command.profile_ids, command.topic_ids, command.remind_days)
    events: list[DocumentEvent] = [
        DocumentCreated(
            command.id,
            sealed,
            command.audience,
            command.profile_ids,
            command.topic_ids,
            command.state,
            command.expires_on,
            command.remind_days,
            command.note_only,
        )
    ]
    if command.source_id is not None:
        events.append(DocumentDuplicated(command.source_id))
    if command.add_version is not None:
        events.append(DocumentVersionAdded(number=1, file_id=command.add_version.file_id, by_restore_of=None))
    if command.file_ids:
        events.append(DocumentAttachmentsChanged(file_ids=command.file_ids, removed=()))
    return _checked(None, events, sealed.attrs)


def _change(command: ChangeDocument, document: Document, moment: Moment) -> list[DocumentEvent]:
    if document.state == "deleted":
        raise Refused("This document lies in the bin.", reason="deleted")
    if (command.sealed is None) == (command.attested is None):
        raise InvalidArgument("Send either a new content or signed attributes.", reason="statement")
    events: list[DocumentEvent] = []
    sealed = command.sealed
    if sealed is not None:
        check_content(command.id, sealed, document.sealed, document.revision)
        audience = command.audience or document.audience
        check_readers(audience, sealed, moment)
        events.append(DocumentRevised(sealed, audience))
    events.extend(_attribute_changes(command, document))
    if command.attested is not None:
        _checked(document, events, command.attested.attrs)
        return stated(events, command.attested)
    return _checked(document, events, sealed.attrs if sealed else {})


def _attribute_changes(command: ChangeDocument, document: Document) -> list[DocumentEvent]:
    profile_ids = document.profile_ids if command.profile_ids is UNSET else command.profile_ids
    topic_ids = document.topic_ids if command.topic_ids is UNSET else command.topic_ids
    remind_days = document.remind_days if command.remind_days is UNSET else command.remind_days
    expires_on = document.expires_on if command.expires_on is UNSET else command.expires_on
    _check_lists(profile_ids, topic_ids, remind_days)
    events: list[DocumentEvent] = []
    if (profile_ids, topic_ids) != (document.profile_ids, document.topic_ids):
        events.append(DocumentFiled(profile_ids=profile_ids, topic_ids=topic_ids))
    known = document.expires_on
    version = command.add_version
    if version is not None:
        events.append(_next_version(version, document))
        if version.renew:
            events.append(
                DocumentRenewed(previous_expires_on=known, expires_on=expires_on, file_id=version.file_id)
            )
            known = expires_on
    if (expires_on, remind_days) != (known, document.remind_days):
        events.append(DocumentExpirySet(expires_on=expires_on, remind_days=remind_days))
    if command.file_ids is not UNSET and command.file_ids != document.file_ids:
        removed = tuple(file_id for file_id in document.file_ids if file_id not in command.file_ids)
        events.append(DocumentAttachmentsChanged(file_ids=command.file_ids, removed=removed))
    events.extend(_transition(command, document))
    return events


def _next_version(version: NextVersion, document: Document) -> DocumentVersionAdded:
    number = len(document.versions) + 1
    if number > MAX_VERSIONS:
        raise Full("A document has at most 200 versions.", reason="version_limit")
    if version.restore_of is not None:
        restored = document.versions[version.restore_of - 1 : version.restore_of]
        if not restored or restored[0].file_id != version.file_id:
            raise InvalidArgument("There is no such version to restore.", reason="restore_of")
    return DocumentVersionAdded(number=number, file_id=version.file_id, by_restore_of=version.restore_of)


def _transition(command: ChangeDocument, document: Document) -> list[DocumentEvent]:
    if command.state is UNSET or command.state == document.lifecycle:
        return []
    match document.lifecycle, command.state:
        case "draft", "active":
            return [DocumentActivated()]
        case "active", "archived":
            return [DocumentArchived()]
        case "archived", "active":
            return [DocumentUnarchived()]
        case before, after:
            raise Refused(f"A document that is {before} cannot become {after}.", reason="state")


def _share(command: ShareDocument, document: Document, moment: Moment) -> list[DocumentEvent]:
    if any(entry.statement_b64u == command.signed.statement_b64u for entry in document.later):
        return []
    if document.state == "deleted":
        raise Refused("This document lies in the bin.", reason="deleted")
    check_shared(document.audience, command.audience, command.wraps)
    check_owner(command.audience, moment)
    return [DocumentShared(command.audience, command.wraps, command.signed)]


def _check_lists(
    profile_ids: tuple[UUID, ...], topic_ids: tuple[UUID, ...], remind_days: tuple[int, ...]
) -> None:
    check_ascending("profileIds", profile_ids)
    check_ascending("topicIds", topic_ids)
    check_ascending("remindDays", remind_days)


def _checked(
    document: Document | None, events: list[DocumentEvent], attrs: dict[str, str]
) -> list[DocumentEvent]:
    """The events, if what they come to is what was signed and a document may be so."""
    after = document
    for event in events:
        after = evolve(after, event)
    if after is None:
        return events
    check_attributes(attrs, after.attributes)
    if after.lifecycle != "draft" and not after.versions and not after.note_only:
        raise Refused("Add a file first, or mark the document as a note.", reason="file_required")
    if len(set(after.file_ids)) != len(after.file_ids):
        raise InvalidArgument("A file is attached once.", reason="form")
    return events
