"""`/files/{id}/wraps`: for whom the key of a file is wrapped."""

from __future__ import annotations

from uuid import UUID

import msgspec
from litestar import Controller, MediaType, Response, get, post
from litestar.params import FromPath, JSONBody

from api.http.answers import Data, answer
from api.http.given import Fresh, Given
from api.http.work.upload_bodies import FileWord, FileWraps, MoreFileWraps
from application.access import permitted
from application.commands import Commands
from application.ports import Context
from application.processes.keep_files import AddFileWraps
from domain.errors import NotFound
from domain.ids import FileId
from domain.records import brought
from domain.work.files.item import FileItem
from projections.kernel import Reader
from projections.work.files import file_of


class FileController(Controller):
    path = "/files"
    tags = ["keys"]  # noqa: RUF012

    @get("/{file_id:uuid}/wraps", operation_id="getFileWraps", opt={"opens_keys": True})
    async def wraps(
        self, file_id: FromPath[UUID], context: Given[Context], reader: Given[Reader], fresh: Given[Fresh]
    ) -> Response[Data[FileWraps]]:
        """List the wraps of a file that the caller can open."""
        account_id = permitted(context, "document.read")
        row = await file_of(reader, account_id, file_id, context.actor.reads)
        if row is None or row.file.stored is None:
            raise NotFound("There is no such file.")
        stored = row.file.stored
        shown = FileWraps(brought(stored.wraps, stored.later), stored.later, FileWord(row.version))
        headers = {"ETag": f'"{row.version}"'} | ({"X-Stale": "true"} if fresh.stale else {})
        return Response(
            content=msgspec.json.encode({"data": shown}),  # type: ignore[arg-type]
            headers=headers,
            media_type=MediaType.JSON,
        )

    @post("/{file_id:uuid}/wraps", operation_id="addFileWraps", status_code=200, opt={"opens_keys": True})
    async def add_wraps(
        self,
        file_id: FromPath[UUID],
        data: JSONBody[MoreFileWraps],
        context: Given[Context],
        commands: Given[Commands],
    ) -> Response[Data[FileItem]]:
        """Give more roles access to a file. Wraps are only added."""
        command = AddFileWraps(
            file_id=FileId(file_id),
            version=data.version,
            add=data.add,
            statement_b64u=data.statement_b64u,
            signature_b64u=data.signature_b64u,
        )
        return answer(await commands.run(command, context))
