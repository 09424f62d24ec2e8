"""What clients send about documents, and the commands that it means."""

from __future__ import annotations

from application.processes.sealed_bodies import NewContent, SignedChange
from application.vault.content import audience_of
from domain.errors import InvalidArgument
from domain.ids import DocumentId, FileId
from domain.kernel import Value
from domain.records import Attested
from domain.sealed import Signature, Signed, Statement
from domain.work.documents.facts import (
    ChangeDocument,
    CreateDocument,
    DocumentAttributes,
    FirstVersion,
    NextVersion,
)
from domain.work.documents.state import Document


class NewDocument(NewContent, frozen=True, kw_only=True):
    """A document."""

    id: DocumentId

    def as_creation(self) -> CreateDocument:
        sealed, signed = self.sealed, self.attributes(DocumentAttributes)
        if signed.state == "archived":
            raise InvalidArgument("A new document is a draft or active.", reason="attrs")
        return CreateDocument(
            id=self.id,
            sealed=sealed,
            audience=audience_of(sealed),
            state=signed.state,
            profile_ids=signed.profile_ids,
            topic_ids=signed.topic_ids,
            expires_on=signed.expires_on,
            remind_days=signed.remind_days,
            add_version=_first_of(signed.versions),
            file_ids=signed.file_ids,
            note_only=signed.note_only,
        )


def _first_of(versions: tuple[FileId, ...]) -> FirstVersion | None:
    if len(versions) > 1:
        raise InvalidArgument("A document begins with one version.", reason="attrs")
    return FirstVersion(versions[0]) if versions else None


class CopyDocument(NewContent, frozen=True, kw_only=True):
    """A copy of a document, encrypted again by the client.

    It has the attributes of its source; with `copy_files` the newest version and the attachments, else it
    is a draft (a note stays a note). A copy of an archived document is active.
    """

    source_id: DocumentId
    id: DocumentId
    copy_files: bool = True

    def as_creation(self, source: Document) -> CreateDocument:
        sealed = self.sealed
        version = source.versions[-1] if self.copy_files and source.versions else None
        complete = version is not None or source.note_only
        return CreateDocument(
            id=self.id,
            sealed=sealed,
            audience=audience_of(sealed),
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

    def as_change(self, before: Document) -> ChangeDocument:
        """What is asked of the document: the difference between what is signed now and was before."""
        signed = self.attributes(DocumentAttributes)
        if signed is None:
            raise InvalidArgument("A change of a document is signed.", reason="statement")
        return ChangeDocument(
            id=self.id,
            sealed=self.sealed,
            attested=self.attested,
            audience=self.audience,
            profile_ids=signed.profile_ids,
            topic_ids=signed.topic_ids,
            expires_on=signed.expires_on,
            remind_days=signed.remind_days,
            state=signed.state,
            add_version=_next_of(signed, before),
            file_ids=signed.file_ids,
        )


def _next_of(signed: DocumentAttributes, before: Document) -> NextVersion | None:
    """One more version than before, if there is one. Raises `InvalidArgument` for any other difference.

    A file that was a version before is restored; a new one with a later expiry renews.
    """
    known = tuple(version.file_id for version in before.versions)
    if signed.versions == known:
        return None
    *earlier, file_id = signed.versions or (None,)
    if tuple(earlier) != known or file_id is None:
        raise InvalidArgument("Versions are only added, one at a time.", reason="attrs")
    if file_id in known:
        return NextVersion(file_id, restore_of=known.index(file_id) + 1)
    later = before.expires_on is not None and (
        signed.expires_on is not None and signed.expires_on > before.expires_on
    )
    return NextVersion(file_id, renew=later)


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
