"""Uploads under way and the hashes of frames, in the tables of migration 0040."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg import errors
from psycopg_pool import AsyncConnectionPool

from application.work.ports import ObjectName, Part, SignedPart, Upload
from domain.errors import NotFound
from infrastructure.postgres import connection_of

_COLUMNS = "upload_id, account_id, user_id, file_id, content_handle, thumbnail_handle, expires_at, finalised"
_PROMISE = """
insert into work.upload_part (upload_id, object, number, size, sha256, frame_hashes)
values (%(upload_id)s, %(object)s, %(number)s, %(size)s, %(sha256)s, %(frame_hashes)s)
on conflict (upload_id, object, number) do update
set size = excluded.size, sha256 = excluded.sha256, frame_hashes = excluded.frame_hashes
"""
_PARTS = """
select object, number, size, sha256, frame_hashes from work.upload_part
where upload_id = %(upload_id)s order by object, number
"""
_HASHES = """
select string_agg(frame_hashes, ''::bytea order by number) from work.upload_part
where upload_id = %(upload_id)s and object = %(object)s
"""
# Parts that nobody promised any more go with the upload (on delete cascade).
_FORGET = "delete from work.upload where upload_id = %(upload_id)s"
_FIND = f"select {_COLUMNS} from work.upload "  # noqa: S608 - put together from constants
_BY_ID = _FIND + "where account_id = %(account_id)s and upload_id = %(upload_id)s"
_BY_FILE = _FIND + "where account_id = %(account_id)s and file_id = %(file_id)s"
_EXPIRED = _FIND + "where not finalised and expires_at <= %(now)s order by expires_at limit %(limit)s"
# Addresses of the older version have long expired by then.
_NEWER = """
select 1 from work.upload as newer
where newer.account_id = upload.account_id and newer.file_id = upload.file_id and newer.finalised
    and newer.expires_at > upload.expires_at and newer.expires_at < %(now)s + interval '23 hours'
"""
_SUPERSEDED = _FIND + f"where finalised and exists ({_NEWER}) limit %(limit)s"


class UploadTables:
    """Implements `application.work.ports.Uploads`."""

    def __init__(self, pool: AsyncConnectionPool) -> None:
        self._pool = pool

    async def find(self, account_id: UUID, upload_id: UUID) -> Upload | None:
        rows = await self._all(_BY_ID, {"account_id": account_id, "upload_id": upload_id})
        return Upload(*rows[0]) if rows else None

    async def promise(self, upload_id: UUID, parts: Sequence[SignedPart]) -> None:
        rows = [
            {
                "upload_id": upload_id,
                "object": signed.object,
                "number": signed.part.number,
                "size": signed.part.size,
                "sha256": signed.part.sha256,
                "frame_hashes": signed.frame_hashes,
            }
            for signed in parts
        ]
        try:
            async with connection_of(self._pool) as connection, connection.cursor() as cursor:
                await cursor.executemany(_PROMISE, rows)
        except errors.ForeignKeyViolation as gone:
            raise NotFound("There is no such upload.") from gone

    async def parts(self, upload_id: UUID) -> Sequence[SignedPart]:
        rows = await self._all(_PARTS, {"upload_id": upload_id})
        return [
            SignedPart(name, Part(number, size, bytes(sha256)), bytes(hashes))
            for name, number, size, sha256, hashes in rows
        ]

    async def frame_hashes(self, upload_id: UUID, name: ObjectName) -> bytes:
        rows = await self._all(_HASHES, {"upload_id": upload_id, "object": name})
        return bytes(rows[0][0] or b"")

    async def expired(self, now: datetime, limit: int) -> Sequence[Upload]:
        return [Upload(*row) for row in await self._all(_EXPIRED, {"now": now, "limit": limit})]

    async def superseded(self, now: datetime, limit: int) -> Sequence[Upload]:
        return [Upload(*row) for row in await self._all(_SUPERSEDED, {"now": now, "limit": limit})]

    async def of_file(self, account_id: UUID, file_id: UUID) -> Sequence[Upload]:
        rows = await self._all(_BY_FILE, {"account_id": account_id, "file_id": file_id})
        return [Upload(*row) for row in rows]

    async def forget(self, upload_id: UUID) -> None:
        async with connection_of(self._pool) as connection:
            await connection.execute(_FORGET, {"upload_id": upload_id})

    async def _all(self, statement: str, parameters: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        async with connection_of(self._pool) as connection:
            cursor = await connection.execute(statement, parameters)  # pyright: ignore[reportArgumentType]
            return await cursor.fetchall()
