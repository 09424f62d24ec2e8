"""What the clock does about tasks: it reminds of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from application.commands import Commands
from application.processes.remind import Remind
from domain.ids import TaskId
from infrastructure.work.rounds import Rounds
from projections.kernel import Reader
from projections.work.task_reminders import DueReminder, reminders_due

BATCH = 200


@dataclass(frozen=True)
class ReminderChores:
    """Safe to run at any time and concurrently: a reminder fires once for its date."""

    commands: Commands
    reader: Reader
    clock: Callable[[], datetime]

    async def do_what_is_due(self) -> None:
        """Everything, portion by portion; what is refused is asked again the next time."""
        now, rounds = self.clock(), Rounds(self.commands, self.clock)
        last: DueReminder | None = None
        while due := await reminders_due(self.reader, now, BATCH, last):
            await rounds.carry_out([(one.account_id, _reminds(one)) for one in due])
            last = due[-1]


def _reminds(due: DueReminder) -> Remind:
    return Remind(TaskId(due.task_id), due.reminder_id, due.due_on, due.fire_at)
