"""`/api/uploads`: ciphertext in, by addresses that are bound to its bytes, and out again."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from litestar import Controller, MediaType, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from api.http.answers import Data, answer
from api.http.deadlines import WAITS_FOR_OBJECTS
from api.http.given import Fresh, Given
from api.http.work.upload_bodies import Bundle, UploadSession
from application.access import permitted
from application.commands import Commands
from application.ports import Context
from application.processes.finish_upload import Finalise
from application.processes.keep_files import NoteFileRead
from application.processes.open_upload import (
    ADDRESS_LIFE,
    OpenedUpload,
    SignedParts,
    SignParts,
    UploadDesk,
)
from application.work.objects import key_of
from application.work.ports import BlobStore, ObjectName, Uploads
from domain.errors import NotFound
from domain.ids import FileId
from domain.records import unpadded
from domain.work.files.item import FileItem, members_of
from projections.kernel import Reader
from projections.work.files import file_of


class UploadController(Controller):
    path = "/api/uploads"
    tags = ["storage"]  # noqa: RUF012

    @post("/session", operation_id="createUploadSession", status_code=201)
    async def session(
        self,
        data: JSONBody[UploadSession],
        context: Given[Context],
        commands: Given[Commands],
        upload_desk: Given[UploadDesk],
    ) -> Response[Data[OpenedUpload] | Data[SignedParts]]:
        """Start an upload (201; again: 200 and the received parts), or sign up to 16 of its parts (200)."""
        permitted(context, "document.create")
        meant = data.meant()
        if isinstance(meant, SignParts):
            signed = await upload_desk.sign(meant, context)
            return Response(_data(signed), status_code=200, media_type=MediaType.JSON)  # type: ignore[arg-type]
        outcome = await commands.run(meant, context)
        opened = outcome.replayed is not None or outcome.position > 0
        return answer(outcome, status=201 if opened else 200)

    @post("/finalise", operation_id="finaliseUpload", status_code=200, opt=WAITS_FOR_OBJECTS)
    async def finalise(
        self, data: JSONBody[Finalise], context: Given[Context], commands: Given[Commands]
    ) -> Response[Data[FileItem]]:
        """Complete an upload. The file can be read from then on, and no longer changed."""
        return answer(await commands.run(data, context))

    @get("/{file_id:uuid}/bundle", operation_id="getFileBundle", opt={"is_bundle": True})
    async def bundle(
        self,
        file_id: FromPath[UUID],
        context: Given[Context],
        commands: Given[Commands],
        reader: Given[Reader],
        blobs: Given[BlobStore],
        uploads: Given[Uploads],
        fresh: Given[Fresh],
        hashes: FromQuery[bool] = False,
    ) -> Response[Data[Bundle]]:
        """Get what decrypts a file, and a signed URL for its frames. Recorded in the audit log."""
        found = await _bundle("content", file_id, context, reader, blobs, uploads, hashes)
        await commands.run(NoteFileRead(FileId(file_id)), context)
        return _answered(found, fresh)

    @get("/thumbnails/{file_id:uuid}/bundle", operation_id="getThumbnailBundle")
    async def thumbnail_bundle(
        self,
        file_id: FromPath[UUID],
        context: Given[Context],
        reader: Given[Reader],
        blobs: Given[BlobStore],
        uploads: Given[Uploads],
        fresh: Given[Fresh],
        hashes: FromQuery[bool] = False,
    ) -> Response[Data[Bundle]]:
        """Get the same with a signed URL for the thumbnail. Not recorded as a download."""
        return _answered(await _bundle("thumbnail", file_id, context, reader, blobs, uploads, hashes), fresh)


async def _bundle(
    name: ObjectName,
    file_id: UUID,
    context: Context,
    reader: Reader,
    blobs: BlobStore,
    uploads: Uploads,
    hashes: bool,
) -> Bundle:
    account_id = permitted(context, "document.read")
    row = await file_of(reader, account_id, file_id, context.actor.reads)
    stored = row.file.stored if row else None
    if stored is None or (name == "thumbnail" and stored.upload.thumbnail is None):
        raise NotFound("There is no such file.")
    upload_id = stored.upload.upload_id
    key = key_of(account_id, file_id, upload_id, name)
    address = await blobs.sign_read(key, context.now + ADDRESS_LIFE)
    listed = unpadded(await uploads.frame_hashes(upload_id, name)) if hashes else None
    return Bundle(**members_of(stored), url=address.url, frame_hashes_b64u=listed)


def _answered(bundle: Bundle, fresh: Fresh) -> Response[Any]:
    headers = {"X-Stale": "true"} if fresh.stale else {}
    return Response(_data(bundle), headers=headers, media_type=MediaType.JSON)


def _data(value: Any) -> bytes:
    return msgspec.json.encode({"data": value})
