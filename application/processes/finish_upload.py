"""Finishing an upload: every part is there, the statement says what was stored, and the file exists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from application.commands import Route
from application.ports import RowChange
from application.unit_of_work import Work
from application.vault.content import FileFacts, audience_of, check_file_put
from application.vault.ports import Checks
from application.work.frame_tree import frame_root
from application.work.objects import check_whole, key_of
from application.work.ports import BlobStore, ObjectName, SignedPart, Upload, Uploads
from domain.errors import Damaged, NotFound, Refused
from domain.ids import FileId, UploadId
from domain.kernel import Value
from domain.records import bytes_of
from domain.sealed import Box, Salt, Signature, Signed, Statement
from domain.vault.chains import Link
from domain.work.files import FILE, File
from domain.work.files.facts import Extent, FileHeader, FinaliseUpload, Wraps
from domain.work.files.item import FileItem, shown
from domain.work.files.state import Stored


class StoredPartName(Value, frozen=True):
    """A part, by the tag under which the store confirmed it."""

    object: ObjectName
    number: Annotated[int, Meta(ge=1, le=10_000)]
    etag: Annotated[str, Meta(max_length=200)]


class Finalise(Value, frozen=True, kw_only=True):
    """Everything that was sent, and the statement about it."""

    upload_id: UploadId
    parts: Annotated[tuple[StoredPartName, ...], Meta(min_length=1, max_length=10_001)]
    header_b64u: FileHeader
    manifest: Box
    wraps: Wraps
    attrs_salt_b64u: Salt
    thumbnail_header_b64u: FileHeader | None = None
    statement_b64u: Statement
    signature_b64u: Signature

    @property
    def signed(self) -> Signed:
        return Signed(statement_b64u=self.statement_b64u, signature_b64u=self.signature_b64u)


@dataclass(frozen=True)
class Finishing:
    """Turns an upload into a file."""

    blobs: BlobStore
    uploads: Uploads
    checks: Checks

    async def finalise(self, work: Work, command: Finalise) -> FileItem:
        """Objects are completed before the fact is appended: a fact never names frames that are not
        there, and completing again changes nothing."""
        actor = work.context.actor
        upload = await self.uploads.find(actor.account_id, command.upload_id) if actor.account_id else None
        if upload is None or upload.user_id != actor.user_id:
            raise NotFound("There is no such upload.")
        file_id = FileId(upload.file_id)
        before = await work.load(FILE, file_id)
        events = await work.decide(FILE, file_id, _finalising(file_id, command))
        file = await work.load(FILE, file_id)
        assert file is not None
        assert file.stored is not None  # decided just now, or before
        work.version = await work.version_of(FILE, file_id)
        if not events or before is None:
            return shown(file.stored)

        promised = await self.uploads.parts(command.upload_id)
        await self._check_statement(work, file_id, command, before, file.stored, promised)
        opened = file.stored.upload
        await self._complete(upload, "content", opened.extent, promised, command)
        if opened.thumbnail is not None:
            await self._complete(upload, "thumbnail", opened.thumbnail, promised, command)
        work.write(RowChange("patch", "work.upload", {"upload_id": upload.upload_id}, {"finalised": True}))
        return shown(file.stored)

    async def _check_statement(
        self,
        work: Work,
        file_id: FileId,
        command: Finalise,
        before: File,
        stored: Stored,
        promised: Sequence[SignedPart],
    ) -> None:
        """The statement says what was announced and has arrived."""
        opened, header = stored.upload, command.thumbnail_header_b64u
        small = opened.thumbnail
        facts = FileFacts(
            opened.version,
            bytes_of(command.header_b64u),
            opened.extent.frame_count,
            opened.extent.encrypted_size,
            _root("content", opened.extent, command, promised),
            command.manifest,
            None if header is None else bytes_of(header),
            None if small is None else small.frame_count,
            None if small is None else _root("thumbnail", small, command, promised),
        )
        await check_file_put(
            work,
            self.checks,
            file_id=file_id,
            statement_b64u=command.statement_b64u,
            signature_b64u=command.signature_b64u,
            facts=facts,
            wraps=command.wraps,
            attrs_salt_b64u=command.attrs_salt_b64u,
            previous=previous_of(before),
        )

    async def _complete(
        self,
        upload: Upload,
        name: ObjectName,
        extent: Extent,
        promised: Sequence[SignedPart],
        command: Finalise,
    ) -> None:
        key = key_of(upload.account_id, upload.file_id, upload.upload_id, name)
        etags = {part.number: part.etag for part in command.parts if part.object == name}
        parts = [(part.part, etags[part.part.number]) for part in promised if part.object == name]
        await self.blobs.complete(key, upload.handle(name) or "", parts)
        if await self.blobs.size(key) != extent.encrypted_size:
            raise Damaged("The upload was damaged. Start again.", reason="upload_damaged")


def routes(finishing: Finishing) -> dict[type, Route]:
    return {Finalise: Route("document.create", finishing.finalise, (FILE,))}


def previous_of(file: File) -> Link | None:
    """The stored version, as the next statement about the file follows it."""
    if file.stored is None:
        return None
    return Link(file.revision, file.newest_hash, file.version, file.audience)


def _root(name: ObjectName, extent: Extent, command: Finalise, promised: Sequence[SignedPart]) -> bytes:
    """The root over the frames of one object, if all of its parts have arrived."""
    mine = [part for part in promised if part.object == name]
    named = {part.number for part in command.parts if part.object == name}
    if named != {part.part.number for part in mine}:
        raise Refused("Name every part of the upload.", reason="parts_missing")
    return frame_root(check_whole(mine, extent))


def _finalising(file_id: FileId, command: Finalise) -> FinaliseUpload:
    return FinaliseUpload(
        file_id,
        command.upload_id,
        command.header_b64u,
        command.manifest,
        command.wraps,
        audience_of(command.signed),
        command.attrs_salt_b64u,
        command.signed,
        command.thumbnail_header_b64u,
    )
