"""Objects beside a database, and what two databases have in common: for tests of what is kept."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Protocol
from uuid import UUID, uuid4

import psycopg
from psycopg import sql

from application.work.objects import key_of
from application.work.ports import Part
from infrastructure.backup.tables import tables_of
from infrastructure.object_store.filesystem import FilesystemBlobStore
from infrastructure.object_store.signed_addresses import SignedAddresses


def folder_store(folder: Path) -> FilesystemBlobStore:
    return FilesystemBlobStore(folder, SignedAddresses(b"a secret of at least 32 bytes, so to say"))


class Storing(Protocol):
    """What is needed of a store to put an object into it."""

    async def initiate(self, key: str) -> str: ...

    async def put(self, key: str, handle: str, part: Part, chunks: AsyncIterator[bytes]) -> str: ...

    async def complete(self, key: str, handle: str, parts: Sequence[tuple[Part, str]]) -> None: ...


async def _one(data: bytes) -> AsyncIterator[bytes]:
    yield data


async def an_object(owner_url: str, store: Storing, *parts: bytes) -> str:
    """A finalised upload with one complete object; its key."""
    account, file, upload = uuid4(), uuid4(), uuid4()
    key = key_of(account, file, upload, "content")
    handle = await store.initiate(key)
    arrived: list[tuple[Part, str]] = []
    for number, data in enumerate(parts or (secrets.token_bytes(100_000), secrets.token_bytes(5_000)), 1):
        part = Part(number, len(data), hashlib.sha256(data).digest())
        arrived.append((part, await store.put(key, handle, part, _one(data))))
    await store.complete(key, handle, arrived)
    async with await psycopg.AsyncConnection.connect(owner_url) as owner:
        await owner.execute(
            "insert into work.upload values (%s, %s, %s, %s, %s, null, now(), true)",
            (upload, account, UUID(int=1), file, handle),
        )
        for part, _ in arrived:
            await owner.execute(
                "insert into work.upload_part values (%s, 'content', %s, %s, %s, %s)",
                (upload, part.number, part.size, part.sha256, b"\0" * 32),
            )
    return key


async def whole(store: FilesystemBlobStore, key: str) -> bytes:
    return b"".join([chunk async for chunk in store.read(key)])


def digests(owner_url: str) -> dict[str, str]:
    """Of every table: the hash of its rows, sorted."""
    found: dict[str, str] = {}
    with psycopg.connect(owner_url) as owner:
        for table in tables_of(owner):
            columns = sql.SQL(", ").join(map(sql.Identifier, table.columns))
            place = sql.Identifier(table.schema, table.name)
            with owner.cursor().copy(sql.SQL("copy {} ({}) to stdout").format(place, columns)) as rows:
                lines = sorted(bytes(row) for row in rows)
            found[table.full_name] = f"{len(lines)} {hashlib.sha256(b''.join(lines)).hexdigest()}"
    return found
