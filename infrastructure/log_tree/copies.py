"""Copies of checkpoints outside of the database: what its owner changes is held to them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Protocol

import structlog

from domain.errors import Unavailable
from infrastructure.disk import refusal_of
from infrastructure.object_store.folders import make_folder, write_whole
from infrastructure.rows.reader import PostgresReader

log_lines = structlog.get_logger("coffer.log_tree")

_NEWEST = "select distinct on (log_id) log_id, size, note from seal.checkpoint order by log_id, size desc"


class Shelf(Protocol):
    """Keeps small texts by name; `S3BlobStore` is one."""

    async def keep(self, key: str, data: bytes) -> None:
        """Raises `Unavailable`."""
        ...


class FolderShelf:
    """A folder of files that only their owner may write."""

    def __init__(self, root: Path) -> None:
        self._root = root

    async def keep(self, key: str, data: bytes) -> None:
        await asyncio.to_thread(self._keep, self._root / key, data)

    @staticmethod
    def _keep(path: Path, data: bytes) -> None:
        try:
            make_folder(path.parent)
            write_whole(path, data)
        except OSError as failure:
            raise refusal_of(failure) from failure


class CheckpointCopies:
    """Keeps the newest checkpoint of each log, whenever it is another one than that kept last."""

    def __init__(self, reader: PostgresReader, shelf: Shelf) -> None:
        self._reader = reader
        self._shelf = shelf
        self._kept: dict[int, int] = {}

    async def keep_newest(self) -> None:
        for log, size, note in await self._reader.all(_NEWEST):
            if self._kept.get(log) == size:
                continue
            try:
                await self._shelf.keep(f"checkpoints/{log}/{size:012}.txt", note.encode())
            except Unavailable as trouble:
                # The next minute tries again, with a newer one.
                log_lines.warning("a checkpoint was not copied", reason=trouble.reason)
                return
            self._kept[log] = size
