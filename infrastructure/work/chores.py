"""Scheduled cleanup of files: unfinished uploads, and files without a document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

import structlog

from application.ports import Context
from application.processes.keep_files import BATCH, Collector
from domain.kernel import Actor
from infrastructure.collecting import Collecting
from projections.kernel import Reader
from projections.work.files import unlinked_files

log = structlog.get_logger("coffer.files")


@dataclass(frozen=True)
class FileChores:
    """Safe to run at any time and concurrently: each command decides whether it is due.

    Nothing is due while a backup copies the objects: it must not miss one that its database names.
    """

    collector: Collector
    reader: Reader
    clock: Callable[[], datetime]
    collecting: Collecting

    async def do_what_is_due(self) -> None:
        async with self.collecting.permitted() as permitted:
            if permitted:
                await self._collect()
            else:
                log.info("objects are collected later: a backup copies them")

    async def _collect(self) -> None:
        request_id = uuid4()
        context = Context(Actor(), self.clock(), request_id, correlation_id=request_id)
        while await self.collector.abandoned_uploads(context) == BATCH:
            pass
        await self.collector.superseded_uploads(context)
        for account_id, file_id in await unlinked_files(self.reader, context.now, BATCH):
            await self.collector.unlinked_file(context, account_id, file_id)
