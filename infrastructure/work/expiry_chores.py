"""What the clock does about days that come: it warns of documents and tasks, and has the mail of it sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from application.commands import Commands
from application.processes.warn_of_due import WarnOfTask
from application.processes.warn_of_expiry import MailDigest, WarnOfDocument
from domain.ids import DocumentId, TaskId, UserId
from infrastructure.work.rounds import Rounds
from projections.kernel import Reader
from projections.oversight.due_tasks import DueTaskNow, tasks_due
from projections.oversight.expiry import DueDigest, DueWarning, digests_due, is_behind, warnings_due

BATCH = 200


@dataclass(frozen=True)
class ExpiryChores:
    """Safe to run at any time, concurrently, and to be killed: each fact is decided by the log, and what was
    not done is still due the next time."""

    commands: Commands
    reader: Reader
    clock: Callable[[], datetime]

    async def do_what_is_due(self) -> None:
        """Everything, portion by portion; what is refused is asked again the next time."""
        now, rounds = self.clock(), Rounds(self.commands, self.clock)
        warning: DueWarning | None = None
        while warnings := await warnings_due(self.reader, now, BATCH, warning):
            await rounds.carry_out([(one.account_id, _warns(one)) for one in warnings])
            warning = warnings[-1]
        task: DueTaskNow | None = None
        while tasks := await tasks_due(self.reader, now, BATCH, task):
            await rounds.carry_out([(one.account_id, _warns_of_task(one)) for one in tasks])
            task = tasks[-1]
        digest: DueDigest | None = None
        while digests := await digests_due(self.reader, now, BATCH, digest):
            # Their number is that of the morning, so all warnings of an account come before its mail.
            accounts = {one.account_id for one in digests}
            waiting = {one for one in accounts if await is_behind(self.reader, now, one)}
            await rounds.carry_out(
                [(one.account_id, _mails(one)) for one in digests if one.account_id not in waiting]
            )
            digest = digests[-1]


def _warns(due: DueWarning) -> WarnOfDocument:
    author_id = None if due.author_id is None else UserId(due.author_id)
    return WarnOfDocument(DocumentId(due.document_id), author_id)


def _warns_of_task(due: DueTaskNow) -> WarnOfTask:
    author_id = None if due.author_id is None else UserId(due.author_id)
    return WarnOfTask(TaskId(due.task_id), author_id)


def _mails(due: DueDigest) -> MailDigest:
    return MailDigest(UserId(due.user_id), due.documents, due.tasks, due.through)
