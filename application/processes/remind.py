"""When a reminder's moment has come, those who do the task are told: by the bell, and by mail if asked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol
from uuid import UUID

from application.commands import Route
from application.processes.sealed_items import Found
from application.unit_of_work import Work
from application.vault.key_statements import account_of
from domain.accounts.accounts import ACCOUNT
from domain.errors import NotAllowed
from domain.ids import AccountId, TaskId, UserId
from domain.kernel import Value
from domain.messaging.email import EMAIL, Template
from domain.work.tasks import TASK
from domain.work.tasks.facts import FireReminder
from domain.work.tasks.item import TaskItem
from domain.work.tasks.reminding import PATIENCE


class Letters(Protocol):
    """Mail to a member of an account (`application.messaging.notices`)."""

    async def send(
        self, work: Work, account_id: AccountId, user_id: UserId, template: Template, path: str
    ) -> None: ...


class Remind(Value, frozen=True):
    """A reminder was to fire at this moment, of the task that was due on that day."""

    task_id: TaskId
    reminder_id: UUID
    due_on: date | None
    fire_at: datetime


@dataclass(frozen=True)
class Reminding:
    tasks: Found[TaskItem]
    letters: Letters

    async def remind(self, work: Work, command: Remind) -> None:
        """Once for each date, however often it is asked."""
        if work.context.actor.type != "system":
            raise NotAllowed("Only the system does this.")
        account_id = account_of(work)
        missed = work.context.now - command.fire_at > PATIENCE
        people = () if missed else await self._people(work, account_id, command.task_id)
        fires = FireReminder(command.task_id, command.reminder_id, command.due_on, people, missed)
        events = await work.decide(TASK, command.task_id, fires)
        task = await work.load(TASK, command.task_id)
        if not events or task is None:
            return
        by_mail = {reminder.id for reminder in task.reminders if reminder.channel == "email"}
        for user_id in people if command.reminder_id in by_mail else ():
            await self.letters.send(work, account_id, user_id, "task_reminder", "/tasks")

    async def _people(self, work: Work, account_id: AccountId, task_id: TaskId) -> tuple[UserId, ...]:
        """Those who do it, or who wrote it down when nobody does; as far as they are still here."""
        task = await work.load(TASK, task_id)
        account = await work.load(ACCOUNT, account_id)
        if task is None or account is None:
            return ()
        people = task.assignee_ids
        if not people:
            shown = (await self.tasks.find(account_id, [task_id])).get(task_id)
            people = (shown.created_by,) if shown is not None and shown.created_by is not None else ()
        return tuple(user_id for user_id in people if user_id in account.members)


def routes(reminding: Reminding) -> dict[type, Route]:
    return {Remind: Route(None, reminding.remind, (TASK, EMAIL))}
