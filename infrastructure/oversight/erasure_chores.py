"""What the clock does about accounts that were closed: they are erased when it is due."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

import structlog

from application.ports import Context
from application.processes.erase_account import Erasing
from domain.errors import Refused
from domain.ids import AccountId
from domain.kernel import Actor
from projections.kernel import Reader
from projections.oversight.erasures import erasures_due

log = structlog.get_logger("coffer.erasure")

# The rest has its turn the next time.
_AT_ONCE = 20


@dataclass(frozen=True)
class ErasureChores:
    """Safe to run at any time and concurrently: each step can be begun again, and is noted once."""

    erasing: Erasing
    reader: Reader
    clock: Callable[[], datetime]

    async def do_what_is_due(self) -> None:
        await self.waiting_after_all()

    async def waiting_after_all(self) -> list[UUID]:
        """The same; the accounts that have to wait for something."""
        waiting: list[UUID] = []
        now, request_id = self.clock(), uuid4()
        context = Context(Actor(), now, request_id, correlation_id=request_id)
        for due in await erasures_due(self.reader, now, _AT_ONCE):
            account_id = AccountId(due)
            try:
                if await self.erasing.go_on(account_id, context):
                    log.info("account_erased", account_id=str(account_id))
                else:
                    waiting.append(account_id)
            except Refused as refusal:
                # One that cannot go on must not keep the others from being erased.
                log.warning("account_not_erased", account_id=str(account_id), reason=refusal.reason)
                waiting.append(account_id)
        return waiting
