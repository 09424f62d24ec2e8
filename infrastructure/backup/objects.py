"""Objects on their way into a backup and out of it, each part compared with the hash promised for it."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol
from uuid import UUID

import psycopg

from application.work.objects import key_of
from application.work.ports import ObjectName, Part
from domain.errors import Damaged, InvalidArgument, NotFound
from infrastructure.backup.members import MemberWriter


class KnownObject(NamedTuple):
    """A complete object as the database promises it."""

    key: str
    parts: tuple[Part, ...]


class ReadableObjects(Protocol):
    def read(self, key: str, start: int = 0, end: int | None = None) -> AsyncIterator[bytes]: ...


class WritableObjects(Protocol):
    async def initiate(self, key: str) -> str: ...

    async def put(self, key: str, handle: str, part: Part, chunks: AsyncIterator[bytes]) -> str: ...

    async def complete(self, key: str, handle: str, parts: Sequence[tuple[Part, str]]) -> None: ...


OBJECTS = """
select u.account_id, u.file_id, u.upload_id, p.object,
    array_agg(p.number order by p.number), array_agg(p.size order by p.number),
    array_agg(p.sha256 order by p.number)
from work.upload as u join work.upload_part as p using (upload_id)
where u.finalised and (p.object = 'content' or u.thumbnail_handle is not null)
"""
_ALL = f"{OBJECTS} group by u.upload_id, p.object order by u.upload_id, p.object"


def known_object(
    account_id: UUID,
    file_id: UUID,
    upload_id: UUID,
    name: ObjectName,
    numbers: Sequence[int],
    sizes: Sequence[int],
    hashes: Sequence[bytes],
) -> KnownObject:
    """A row of `OBJECTS`."""
    parts = zip(numbers, sizes, map(bytes, hashes), strict=True)
    return KnownObject(key_of(account_id, file_id, upload_id, name), tuple(Part(*part) for part in parts))


def objects_in(connection: psycopg.Connection) -> list[KnownObject]:
    """Every object that is complete in this transaction. Objects are completed before a fact names them."""
    return [known_object(*row) for row in connection.execute(_ALL.encode()).fetchall()]


async def copy_objects_out(
    store: ReadableObjects, objects: Sequence[KnownObject], archive: MemberWriter
) -> list[str]:
    """Write every object; the answer names those that are missing or not what was promised."""
    damaged: list[str] = []
    for known in objects:
        parts = [[part.number, part.size, part.sha256.hex()] for part in known.parts]
        archive.begin(f"object/{known.key}", parts=parts)
        try:
            async for chunk in checked(store, known):
                archive.data(chunk)
        except (NotFound, Damaged):
            damaged.append(known.key)
    return damaged


async def checked(store: ReadableObjects, known: KnownObject) -> AsyncIterator[bytes]:
    """The bytes of an object. Raises `NotFound`, or `Damaged` at the end of the first part that is not what
    was promised."""
    parts, digest, left = iter(known.parts), hashlib.sha256(), 0
    part: Part | None = None
    async for chunk in store.read(known.key):
        rest = memoryview(chunk)
        while rest:
            if not left:
                part = next(parts, None)
                if part is None:
                    raise _damaged(known)
                digest, left = hashlib.sha256(), part.size
            taken, rest = rest[:left], rest[left:]
            digest.update(taken)
            left -= len(taken)
            if not left and part is not None and digest.digest() != part.sha256:
                raise _damaged(known)
        yield chunk
    if left or next(parts, None) is not None:
        raise _damaged(known)


def _damaged(known: KnownObject) -> Damaged:
    return Damaged(f"The object {known.key} is not what was stored.", reason="object_damaged")


async def copy_object_in(
    store: WritableObjects, key: str, facts: dict[str, Any], data: Iterable[bytes]
) -> bool:
    """Store an object; whether it was whole. One that was damaged before the backup is left out."""
    parts = [Part(number, size, bytes.fromhex(sha256)) for number, size, sha256 in facts["parts"]]
    source = _Source(data)
    handle = await store.initiate(key)
    arrived: list[tuple[Part, str]] = []
    try:
        for part in parts:
            arrived.append((part, await store.put(key, handle, part, source.next(part.size))))
    except InvalidArgument:
        return False
    await store.complete(key, handle, arrived)
    return True


class _Source:
    """The bytes of a member, cut into the parts of its object."""

    def __init__(self, data: Iterable[bytes]) -> None:
        self._data: Iterator[bytes] = iter(data)
        self._waiting = b""

    async def next(self, size: int) -> AsyncIterator[bytes]:
        while size:
            block = self._waiting or next(self._data, b"")
            if not block:
                return
            taken, self._waiting = block[:size], block[size:]
            size -= len(taken)
            yield taken
