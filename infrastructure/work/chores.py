"""Scheduled cleanup of files: unfinished uploads, and files without a document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from application.ports import Context
from application.processes.keep_files import BATCH, Collector
from domain.kernel import Actor
from projections.kernel import Reader
from projections.work.files import unlinked_files


@dataclass(frozen=True)
class FileChores:
    """Safe to run at any time and concurrently: each command decides whether it is due."""

    collector: Collector
    reader: Reader
    clock: Callable[[], datetime]

    async def do_what_is_due(self) -> None:
        request_id = uuid4()
        context = Context(Actor(), self.clock(), request_id, correlation_id=request_id)
        while await self.collector.abandoned_uploads(context) == BATCH:
            pass
        await self.collector.superseded_uploads(context)
        for account_id, file_id in await unlinked_files(self.reader, context.now, BATCH):
            await self.collector.unlinked_file(context, account_id, file_id)
