"""What the clock does about mail: batches whose messages have all come to their end say so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

import structlog

from application.commands import Commands
from application.ports import Context
from application.processes.send_batch import EndBatch
from domain.errors import Refused
from domain.ids import AccountId, BatchId
from domain.kernel import Actor
from domain.messaging.batches import BatchCounts
from projections.kernel import Reader
from projections.messaging.emails import ended_batches

log = structlog.get_logger("coffer.mail")

# The rest has its turn a minute later.
_AT_ONCE = 100


@dataclass(frozen=True)
class MailChores:
    """Safe to run at any time and concurrently: a batch ends once."""

    commands: Commands
    reader: Reader
    clock: Callable[[], datetime]

    async def do_what_is_due(self) -> None:
        for batch in await ended_batches(self.reader, _AT_ONCE):
            request_id = uuid4()
            actor = Actor("system", account_id=AccountId(batch.account_id))
            context = Context(actor, self.clock(), request_id, correlation_id=request_id)
            counts = BatchCounts(
                sent=batch.sent,
                failed=batch.failed,
                suppressed=batch.suppressed,
                cancelled=batch.cancelled,
            )
            try:
                await self.commands.run(EndBatch(BatchId(batch.id), counts), context)
            except Refused as refusal:
                # One that cannot end now must not keep the others from ending.
                log.warning("batch_not_ended", batch=str(batch.id), reason=refusal.reason)
