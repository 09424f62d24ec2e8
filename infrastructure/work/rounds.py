"""What the clock finds due, carried out a few at a time, each in its own account."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import structlog

from application.commands import Commands
from application.ports import Context
from domain.errors import Refused, Unavailable
from domain.ids import AccountId
from domain.kernel import Actor

# Appends that come together are committed together; more at once would take the places of others.
AT_ONCE = 4

log = structlog.get_logger("coffer.work")


@dataclass(frozen=True)
class Rounds:
    """Runs commands of the system. What is refused is said in the log and passed over; `Unavailable` ends it,
    because it would be said of all that come after."""

    commands: Commands
    clock: Callable[[], datetime]

    async def carry_out(self, due: Iterable[tuple[UUID, Any]]) -> None:
        """Each command in the account that it stands with."""
        left = iter(due)

        async def one_after_the_other() -> None:
            for account_id, command in left:
                await self._run(account_id, command)

        # Whoever fails ends all: what they have in hand is not begun anew before it has ended.
        working = [asyncio.create_task(one_after_the_other()) for _ in range(AT_ONCE)]
        try:
            await asyncio.gather(*working)
        finally:
            for task in working:
                task.cancel()
            await asyncio.gather(*working, return_exceptions=True)

    async def _run(self, account_id: UUID, command: Any) -> None:
        request_id = uuid4()
        actor = Actor("system", account_id=AccountId(account_id))
        context = Context(actor, self.clock(), request_id, correlation_id=request_id)
        try:
            await self.commands.run(command, context)
        except Unavailable:
            raise
        except Refused as refusal:
            what = type(command).__name__
            log.warning("not_carried_out", command=what, account=str(account_id), reason=refusal.reason)
