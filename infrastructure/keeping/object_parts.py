"""Objects: each part against the hash that was promised for it, and each object against its length."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from typing import Protocol
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from application.work.objects import key_of, place_of
from domain.errors import Damaged, NotFound, Unavailable
from infrastructure.keeping.slices import Slice
from infrastructure.postgres import connection_of

# About a second of reading; a part is read whole.
_BYTES = 16 * 1024 * 1024
_PARTS = b"""
select u.account_id, u.file_id, u.upload_id, p.object, p.number, p.size, p.sha256,
    sum(p.size) over (partition by u.upload_id, p.object order by p.number) - p.size as offset_,
    sum(p.size) over (partition by u.upload_id, p.object) as length
from work.upload as u join work.upload_part as p using (upload_id)
where u.finalised and (p.object = 'content' or u.thumbnail_handle is not null) and u.upload_id = %s
order by p.object, p.number
"""
# Nobody stores anything here: whether the store answers can be asked by it.
_NOBODYS = "keeping/none"
_NAMED = b"select subject from keeping.damage where part = %s and subject like '%%#%%'"
_KEPT = b"select upload_id from work.upload where finalised and upload_id = any(%s)"
_NEXT = b"select upload_id from work.upload where finalised and upload_id > %s order by 1 limit 1"


class Objects(Protocol):
    async def size(self, key: str) -> int | None: ...

    def read(self, key: str, start: int = 0, end: int | None = None) -> AsyncIterator[bytes]: ...


class ObjectParts:
    name = "object"

    def __init__(self, pool: AsyncConnectionPool, store: Objects) -> None:
        self._pool = pool
        self._store = store

    async def slice(self, place: str) -> Slice:
        """Some parts of one upload; the place is the upload, and how many of its parts were read."""
        named, _, done = place.partition(":")
        upload = UUID(named) if named else UUID(int=0)
        async with connection_of(self._pool) as connection:
            if not done:
                row = await (await connection.execute(_NEXT, (upload,))).fetchone()
                if row is None:
                    return Slice(await self._collected(connection), {}, None)
                upload = row[0]
            parts = await (await connection.execute(_PARTS, (upload,))).fetchall()
        looked_at: set[str] = set()
        damaged: dict[str, str] = {}
        read = 0
        for number in range(int(done or 0), len(parts)):
            if read >= _BYTES:
                return Slice(looked_at, damaged, f"{upload}:{number}")
            account, file, _, name, part, size, sha256, offset, length = parts[number]
            key = key_of(account, file, upload, name)
            looked_at.add(f"{key}#{part}")
            if finding := await self._wrong(key, int(offset), size, bytes(sha256), int(length)):
                damaged[f"{key}#{part}"] = finding
            read += size
        # It may have been collected while it was read.
        async with connection_of(self._pool) as connection:
            if damaged and not await (await connection.execute(_PARTS, (upload,))).fetchone():
                damaged = {}
        return Slice(looked_at, damaged, f"{upload}:")

    async def _collected(self, connection: AsyncConnection) -> set[str]:
        """What was found damaged and was collected since: nothing of it will be read again."""
        named = [row[0] for row in await (await connection.execute(_NAMED, (self.name,))).fetchall()]
        uploads = {subject: place_of(subject.partition("#")[0]).upload_id for subject in named}
        kept = await (await connection.execute(_KEPT, (list(uploads.values()),))).fetchall()
        return {subject for subject, upload in uploads.items() if (upload,) not in kept}

    async def _wrong(self, key: str, offset: int, size: int, sha256: bytes, length: int) -> str:
        try:
            there = await self._store.size(key)
            if there is None:
                return "the object is missing"
            if there != length:
                return f"the object has {there} bytes and not {length}"
            digest = hashlib.sha256()
            async for chunk in self._store.read(key, offset, offset + size):
                digest.update(chunk)
        except (NotFound, Damaged, FileNotFoundError):
            return "a part of the object is missing"
        except OSError as failure:
            return f"the object cannot be read: {failure.strerror}"
        except Unavailable:
            # A store that is away damages nothing. One that answers this keeps back the object.
            await self._store.size(_NOBODYS)
            return "the object store does not give the object"
        return "" if digest.digest() == sha256 else "the part is not what was stored"
