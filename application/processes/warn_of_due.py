"""On the day a task is due, those who do it are told: by the bell, and by the mail of the morning."""

from __future__ import annotations

from application.commands import Route
from application.processes.readers import readers_among
from application.unit_of_work import Work
from application.vault.key_statements import account_of
from domain.accounts.accounts import ACCOUNT
from domain.errors import NotAllowed
from domain.ids import TaskId, UserId
from domain.kernel import Value
from domain.oversight.due import DUE, WarnOfDue, due_id
from domain.work.documents.expiry import morning_of
from domain.work.tasks import TASK


class WarnOfTask(Value, frozen=True):
    """The day of this task may have begun."""

    task_id: TaskId
    author_id: UserId | None


async def warn(work: Work, command: WarnOfTask) -> None:
    """Once for each date, however often it is asked; decided by the log, as for documents."""
    if work.context.actor.type != "system":
        raise NotAllowed("Only the system does this.")
    account = await work.load(ACCOUNT, account_of(work))
    task = await work.guard(TASK, command.task_id)
    if account is None or task is None or task.due is None or task.reminders:
        return
    if task.state != "active" or task.category == "done" or not account.disclosure.task_dates:
        return
    zone = task.recurrence.zone if task.recurrence else account.zone
    if morning_of(task.due, zone) > work.context.now:
        return
    people = task.assignee_ids or ((command.author_id,) if command.author_id is not None else ())
    told = readers_among(account, people, task.audience, "task.read")
    warns = WarnOfDue(task_id=command.task_id, due_on=task.due, user_ids=told)
    await work.decide(DUE, due_id(command.task_id), warns)


ROUTES: dict[type, Route] = {WarnOfTask: Route(None, warn, (DUE,))}
