"""What the clock does about tasks: it reminds of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

import structlog

from application.commands import Commands
from application.ports import Context
from application.processes.remind import Remind
from domain.errors import Refused
from domain.ids import AccountId, TaskId
from domain.kernel import Actor
from projections.kernel import Reader
from projections.work.task_reminders import reminders_due

BATCH = 200

log = structlog.get_logger("coffer.work")


@dataclass(frozen=True)
class ReminderChores:
    """Safe to run at any time and concurrently: a reminder fires once for its date."""

    commands: Commands
    reader: Reader
    clock: Callable[[], datetime]

    async def do_what_is_due(self) -> None:
        now, request_id = self.clock(), uuid4()
        for due in await reminders_due(self.reader, now, BATCH):
            actor = Actor("system", account_id=AccountId(due.account_id))
            context = Context(actor, now, request_id, correlation_id=request_id)
            command = Remind(TaskId(due.task_id), due.reminder_id, due.due_on, due.fire_at)
            try:
                await self.commands.run(command, context)
            except Refused as refusal:
                log.warning("reminder_not_fired", id=str(due.reminder_id), reason=refusal.reason)
