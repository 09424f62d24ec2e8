"""Files over time: who may open them, which documents hold them, and when their frames go."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from application.commands import Commands, Route
from application.ports import Context
from application.unit_of_work import Work
from application.vault.content import audience_of, check_content_share
from application.vault.ports import Checks
from application.work.objects import key_of
from application.work.ports import BlobStore, ObjectName, Upload, Uploads
from domain.errors import NotAllowed, NotFound, Refused
from domain.identity.access_log import ACCESS_LOG, FileRead, day_of
from domain.ids import AccountId, DocumentId, FileId, UploadId
from domain.kernel import Actor, Value
from domain.sealed import Signature, Signed, Statement
from domain.vault.chains import Link
from domain.work.documents import DOCUMENT
from domain.work.files import FILE
from domain.work.files.facts import (
    AbandonUpload,
    FileVersion,
    LinkFile,
    PurgeFile,
    ShareFile,
    UnlinkFile,
    Wraps,
)
from domain.work.files.item import FileItem, shown

log = logging.getLogger("coffer.files")

BATCH = 200


class AddFileWraps(Value, frozen=True, kw_only=True):
    """Let further roles open a file, or pay what one is owed, under a `content.share`."""

    file_id: FileId
    version: FileVersion
    add: Wraps
    statement_b64u: Statement
    signature_b64u: Signature


class NoteFileRead(Value, frozen=True):
    """Record a download of a file."""

    file_id: FileId


class SettleLinks(Value, frozen=True):
    """Make the links of these files agree with what a document holds now; after its purge, of all."""

    document_id: DocumentId
    file_ids: Annotated[tuple[FileId, ...], Meta(max_length=400)]


@dataclass(frozen=True)
class Keeping:
    """Carries out what happens to stored files."""

    checks: Checks

    async def share(self, work: Work, command: AddFileWraps) -> FileItem:
        """For roles that can open it already the read permission is enough; for others, to update."""
        file = await work.load(FILE, command.file_id)
        if file is None or file.stored is None or not work.context.actor.reads.intersection(file.audience):
            raise NotFound("There is no such file.")
        signed = Signed(statement_b64u=command.statement_b64u, signature_b64u=command.signature_b64u)
        audience = audience_of(signed)
        work.permit("document.update" if set(audience) - set(file.audience) else "document.read")
        sharing = ShareFile(command.file_id, command.version, command.add, signed, audience)
        if await work.decide(FILE, command.file_id, sharing):
            await check_content_share(
                work,
                self.checks,
                kind="file",
                object_id=command.file_id,
                statement_b64u=command.statement_b64u,
                signature_b64u=command.signature_b64u,
                added=command.add,
                previous=Link(file.revision, file.newest_hash, file.version, file.audience),
            )
        after = await work.load(FILE, command.file_id)
        assert after is not None
        assert after.stored is not None
        work.version = await work.version_of(FILE, command.file_id)
        return shown(after.stored)


async def note_read(work: Work, command: NoteFileRead) -> None:
    """Add the fetch to the log of the day."""
    await work.record(ACCESS_LOG, day_of(work.context.now), FileRead(command.file_id))


async def settle_links(work: Work, command: SettleLinks) -> None:
    """Whatever was missed or came twice, afterwards each file knows whether the document holds it."""
    _only_by_system(work)
    document = await work.guard(DOCUMENT, command.document_id)
    held = document.held if document else frozenset[FileId]()
    named = set(command.file_ids)
    if document is not None and document.state == "purged":
        named |= document.named_files
    for file_id in sorted(named):
        file = await work.load(FILE, file_id)
        if file is None or file.purged:
            continue
        link = LinkFile if file_id in held else UnlinkFile
        await work.decide(FILE, file_id, link(file_id, command.document_id))


async def abandon(work: Work, command: AbandonUpload) -> None:
    _only_by_system(work)
    await work.decide(FILE, command.file_id, command)


async def purge(work: Work, command: PurgeFile) -> None:
    _only_by_system(work)
    await work.decide(FILE, command.file_id, command)


def _only_by_system(work: Work) -> None:
    if work.context.actor.type != "system":
        raise NotAllowed("Only the system does this.")


@dataclass(frozen=True)
class Collector:
    """Deletes unreachable frames. Events first: a crash leaves orphaned bytes, never a missing frame."""

    commands: Commands
    blobs: BlobStore
    uploads: Uploads

    async def abandoned_uploads(self, context: Context) -> int:
        """End the uploads whose day is over, and collect their parts; how many there were."""
        expired = await self.uploads.expired(context.now, BATCH)
        for upload in expired:
            abandoning = AbandonUpload(FileId(upload.file_id), UploadId(upload.upload_id))
            await self.commands.run(abandoning, _in_account(context, upload.account_id))
            await self._destroy(upload)
        return len(expired)

    async def superseded_uploads(self, context: Context) -> int:
        """Collect the frames of versions that were replaced; how many there were."""
        replaced = await self.uploads.superseded(context.now, BATCH)
        for upload in replaced:
            await self._destroy(upload)
        return len(replaced)

    async def unlinked_file(self, context: Context, account_id: UUID, file_id: UUID) -> bool:
        """Purge a file that no document has held for a week; whether it was due."""
        try:
            await self.commands.run(PurgeFile(FileId(file_id)), _in_account(context, account_id))
        except Refused as refusal:
            if not isinstance(refusal, NotFound):
                log.info("file_kept", extra={"file_id": str(file_id), "reason": refusal.reason})
                return False
        for upload in await self.uploads.of_file(account_id, file_id):
            await self._destroy(upload)
        return True

    async def _destroy(self, upload: Upload) -> None:
        names: tuple[ObjectName, ...] = ("content", "thumbnail")
        for name in names:
            handle = upload.handle(name)
            if handle is not None:
                key = key_of(upload.account_id, upload.file_id, upload.upload_id, name)
                await self.blobs.abort(key, handle)
                await self.blobs.delete(key)
        await self.uploads.forget(upload.upload_id)


def _in_account(context: Context, account_id: UUID) -> Context:
    actor = Actor("system", account_id=AccountId(account_id))
    return context._replace(actor=actor, idempotency=None)


def routes(keeping: Keeping) -> dict[type, Route]:
    return {
        AddFileWraps: Route("document.read", keeping.share, (FILE,)),
        NoteFileRead: Route("document.read", note_read, (ACCESS_LOG,)),
        SettleLinks: Route(None, settle_links, (FILE,)),
        AbandonUpload: Route(None, abandon, (FILE,)),
        PurgeFile: Route(None, purge, (FILE,)),
    }
