"""The object store in a folder of ours: parts arrive checked, an object is its parts under one name."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from uuid import uuid4

import msgspec
import structlog

from application.work.ports import Address, Blob, Grant, Part, StoredPart
from domain.errors import Damaged, InvalidArgument, NotFound, Refused
from infrastructure.disk import disk_full, free_bytes, refusal_of
from infrastructure.object_store.folders import (
    inside,
    make_folder,
    remove_folder,
    sync_folder,
    write_all,
    write_whole,
)
from infrastructure.object_store.signed_addresses import SignedAddresses

log = structlog.get_logger("coffer.objects")

_WRITE_BYTES = 1024 * 1024
# However small the chunks are that a sender makes.
_WRITE_CHUNKS = 1024
_READ_BYTES = 256 * 1024
_LAYOUT = "layout.json"


class _Piece(msgspec.Struct, frozen=True):
    """One part of a complete object, as its layout lists it."""

    name: str
    size: int


class FilesystemBlobStore:
    """Objects below `root`.

    `arriving/<handle>/` holds the parts of an unfinished object, named by number and hash. Completing
    writes the layout beside them and renames that folder to `objects/<key>`: no byte is copied, and the
    object is there wholly or not at all. Everything is on disk before it is answered.
    """

    def __init__(
        self,
        root: Path,
        addresses: SignedAddresses,
        *,
        floor: int = 0,
        free: Callable[[Path], int] = free_bytes,
    ) -> None:
        self._root = root
        self._floor = floor
        self._free = free
        self._arriving = root / "arriving"
        self._objects = root / "objects"
        self._trash = root / "trash"
        self._addresses = addresses

    async def initiate(self, key: str) -> str:
        inside(self._objects, key)
        self._demand_room(0)
        handle = uuid4().hex
        try:
            await asyncio.to_thread(make_folder, self._arriving / handle)
        except OSError as failure:
            raise refusal_of(failure) from failure
        return handle

    async def sign_part(self, key: str, handle: str, part: Part, expires_at: datetime) -> Address:
        return self._addresses.for_part(key, handle, part, expires_at)

    async def sign_read(self, key: str, expires_at: datetime) -> Address:
        return self._addresses.for_reading(key, expires_at)

    def admit(self, method: str, key: str, query: Mapping[str, str]) -> Grant:
        return self._addresses.admit(method, key, query)

    async def receive(self, grant: Grant, length: int | None, chunks: AsyncIterator[bytes]) -> str:
        part = grant.part
        if part is None:
            raise InvalidArgument("This address takes no bytes.", reason="upload_mismatch")
        if length is not None and length != part.size:
            raise _mismatch()
        folder = inside(self._arriving, grant.handle)
        if not folder.is_dir():
            raise NotFound("There is no such upload.", reason="upload_gone")
        self._demand_room(part.size)
        waiting = folder / f".{uuid4().hex}"
        try:
            await _write_checked(waiting, part, chunks)
            await asyncio.to_thread(_put_in_place, waiting, folder / _part_name(part))
        except FileNotFoundError:
            raise NotFound("There is no such upload.", reason="upload_gone") from None
        except ConnectionError:
            raise  # the sender is gone, and not the disk
        except OSError as failure:
            raise refusal_of(failure) from failure
        finally:
            with contextlib.suppress(OSError):
                waiting.unlink(missing_ok=True)
        return _etag(part.sha256.hex())

    async def put(self, key: str, handle: str, part: Part, chunks: AsyncIterator[bytes]) -> str:
        return await self.receive(Grant("PUT", key, handle, part), None, chunks)

    async def parts(self, key: str, handle: str) -> Sequence[StoredPart]:
        return await asyncio.to_thread(_listed, inside(self._arriving, handle))

    async def complete(self, key: str, handle: str, parts: Sequence[tuple[Part, str]]) -> None:
        source, target = inside(self._arriving, handle), inside(self._objects, key)
        pieces = [_Piece(_part_name(part), part.size) for part, _ in parts]
        await asyncio.to_thread(_assemble, source, target, pieces)

    async def abort(self, key: str, handle: str) -> None:
        await asyncio.to_thread(remove_folder, inside(self._arriving, handle), self._trash)

    async def size(self, key: str) -> int | None:
        pieces = await asyncio.to_thread(_layout, inside(self._objects, key))
        return None if pieces is None else sum(piece.size for piece in pieces)

    async def find(self, grant: Grant) -> Blob:
        folder = inside(self._objects, grant.key)
        pieces = await asyncio.to_thread(_layout, folder)
        if pieces is None:
            raise NotFound("There is no such object.")
        # Before the first byte is sent: afterwards nobody could be told.
        if not await asyncio.to_thread(_is_there, folder, pieces):
            raise damaged(grant.key)
        names = "\n".join(piece.name for piece in pieces)
        return Blob(sum(piece.size for piece in pieces), _etag(hashlib.sha256(names.encode()).hexdigest()))

    async def read(self, key: str, start: int = 0, end: int | None = None) -> AsyncIterator[bytes]:
        folder = inside(self._objects, key)
        pieces = await asyncio.to_thread(_layout, folder)
        if pieces is None:
            raise NotFound("There is no such object.")
        offset = 0
        for piece in pieces:
            stop = offset + piece.size
            first = max(start, offset) - offset
            last = min(stop, stop if end is None else end) - offset
            if first < last:
                async for chunk in _range_of(folder / piece.name, first, last):
                    yield chunk
            offset = stop

    def _demand_room(self, more: int) -> None:
        if self._floor and self._free(self._root) < self._floor + more:
            raise disk_full()

    async def delete(self, key: str) -> None:
        folder = inside(self._objects, key)
        await asyncio.to_thread(remove_folder, folder, self._trash)
        with contextlib.suppress(OSError):  # the other object of the file is still there
            folder.parent.rmdir()


def damaged(key: str) -> Damaged:
    """What is kept is not what was stored. The log says where; whoever asked cannot do anything about it."""
    log.error("object_damaged", object=key)
    return Damaged(
        "This file is damaged on the server. Ask your operator to restore it from a backup.",
        reason="object_damaged",
    )


def _is_there(folder: Path, pieces: Sequence[_Piece]) -> bool:
    try:
        return all((folder / piece.name).stat().st_size == piece.size for piece in pieces)
    except FileNotFoundError:
        return False


def _mismatch() -> InvalidArgument:
    return InvalidArgument("These are not the bytes that were announced.", reason="upload_mismatch")


def _etag(digest: str) -> str:
    return f'"{digest}"'


def _part_name(part: Part) -> str:
    return f"{part.number:05d}-{part.sha256.hex()}"


async def _write_checked(path: Path, part: Part, chunks: AsyncIterator[bytes]) -> None:
    """Write what arrives, and refuse at the first byte too many, or at the end when it is not the part."""
    digest = hashlib.sha256()
    # Without a buffer of its own: chunks are written as they came, and copied nowhere.
    with path.open("xb", buffering=0) as file:
        size = held = 0
        waiting: list[bytes] = []

        def flush() -> None:
            for chunk in waiting:
                digest.update(chunk)
                write_all(file, chunk)

        async for chunk in chunks:
            size += len(chunk)
            if size > part.size:
                raise _mismatch()
            waiting.append(chunk)
            held += len(chunk)
            if held >= _WRITE_BYTES or len(waiting) >= _WRITE_CHUNKS:
                await asyncio.to_thread(flush)
                waiting, held = [], 0
        await asyncio.to_thread(flush)
        if size != part.size or digest.digest() != part.sha256:
            raise _mismatch()
        await asyncio.to_thread(os.fsync, file.fileno())


def _put_in_place(waiting: Path, place: Path) -> None:
    waiting.rename(place)
    sync_folder(place.parent)


def _listed(folder: Path) -> list[StoredPart]:
    if not folder.is_dir():
        return []
    found: list[StoredPart] = []
    for file in sorted(folder.iterdir()):
        if file.name.startswith(".") or file.name == _LAYOUT:
            continue
        number, _, digest = file.name.partition("-")
        found.append(StoredPart(int(number), file.stat().st_size, _etag(digest)))
    return found


def _layout(folder: Path) -> list[_Piece] | None:
    try:
        return msgspec.json.decode((folder / _LAYOUT).read_bytes(), type=list[_Piece])
    except (FileNotFoundError, NotADirectoryError):
        return None
    except msgspec.DecodeError:
        raise damaged(folder.name) from None


def _assemble(source: Path, target: Path, pieces: list[_Piece]) -> None:
    if _layout(target) == pieces:
        return
    for piece in pieces:
        file = source / piece.name
        if not file.is_file() or file.stat().st_size != piece.size:
            raise Refused("Not all parts have arrived.", reason="parts_missing")
    wanted = {piece.name for piece in pieces}
    for file in source.iterdir():
        if file.name not in wanted and file.name != _LAYOUT:
            file.unlink()
    write_whole(source / _LAYOUT, msgspec.json.encode(pieces))
    make_folder(target.parent)
    source.rename(target)
    sync_folder(target.parent)
    sync_folder(source.parent)


async def _range_of(path: Path, start: int, end: int) -> AsyncIterator[bytes]:
    with path.open("rb") as file:
        file.seek(start)
        left = end - start
        while left:
            chunk = await asyncio.to_thread(file.read, min(left, _READ_BYTES))
            if not chunk:
                raise damaged(f"{path.parent.name}/{path.name}")
            left -= len(chunk)
            yield chunk
