"""What the clock does about the bin: it is emptied of what has lain in it for its days."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

import structlog

from application.commands import Commands
from application.ports import Context
from application.processes.empty_bin import PurgeBinned
from domain.errors import Refused
from domain.ids import AccountId
from domain.kernel import Actor
from projections.kernel import Reader
from projections.work.bin import items_to_purge

BATCH = 200

log = structlog.get_logger("coffer.work")


@dataclass(frozen=True)
class BinChores:
    """Safe to run at any time and concurrently: each command decides whether it is due."""

    commands: Commands
    reader: Reader
    clock: Callable[[], datetime]

    async def do_what_is_due(self) -> None:
        now, request_id = self.clock(), uuid4()
        for due in await items_to_purge(self.reader, now, BATCH):
            actor = Actor("system", account_id=AccountId(due.account_id))
            context = Context(actor, now, request_id, correlation_id=request_id)
            try:
                await self.commands.run(PurgeBinned(due.kind, due.id, due.version), context)
            except Refused as refusal:
                log.warning("item_not_purged", kind=due.kind, id=str(due.id), reason=refusal.reason)
