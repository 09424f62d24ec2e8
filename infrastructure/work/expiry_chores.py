"""What the clock does about documents that expire: it warns of them, and has the mail of the morning sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import structlog

from application.commands import Commands
from application.ports import Context
from application.processes.warn_of_expiry import MailDigest, WarnOfDocument
from domain.errors import Refused, Unavailable
from domain.ids import AccountId, DocumentId, UserId
from domain.kernel import Actor
from projections.kernel import Reader
from projections.oversight.expiry import DueDigest, DueWarning, behind, digests_due, warnings_due

BATCH = 200
# Appends that come together are committed together; more at once would take places from others.
AT_ONCE = 4

log = structlog.get_logger("coffer.work")


@dataclass(frozen=True)
class ExpiryChores:
    """Safe to run at any time, concurrently, and to be killed: each fact is decided by the log, and what was
    not done is still due the next time."""

    commands: Commands
    reader: Reader
    clock: Callable[[], datetime]

    async def do_what_is_due(self) -> None:
        """Everything, portion by portion; what is refused is passed over and asked again the next time."""
        try:
            await self._work_off(self.clock())
        except* Unavailable:
            log.warning("expiry_interrupted")

    async def _work_off(self, now: datetime) -> None:
        warning: DueWarning | None = None
        while warnings := await warnings_due(self.reader, now, BATCH, warning):
            await self._run([(one.account_id, _warns(one)) for one in warnings])
            warning = warnings[-1]
        digest: DueDigest | None = None
        while digests := await digests_due(self.reader, now, BATCH, digest):
            # Their number is that of the morning, so all warnings of an account come before its mail.
            waiting = await behind(self.reader, now, [one.account_id for one in digests])
            await self._run([(d.account_id, _mails(d)) for d in digests if d.account_id not in waiting])
            digest = digests[-1]

    async def _run(self, commands: list[tuple[UUID, Any]]) -> None:
        left = iter(commands)

        async def one_after_the_other() -> None:
            for account_id, command in left:
                await self._carry_out(account_id, command)

        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(one_after_the_other())

    async def _carry_out(self, account_id: UUID, command: Any) -> None:
        request_id = uuid4()
        actor = Actor("system", account_id=AccountId(account_id))
        context = Context(actor, self.clock(), request_id, correlation_id=request_id)
        try:
            await self.commands.run(command, context)
        except Unavailable:
            raise
        except Refused as refusal:
            log.warning("expiry_not_told", account=str(account_id), reason=refusal.reason)


def _warns(due: DueWarning) -> WarnOfDocument:
    author_id = None if due.author_id is None else UserId(due.author_id)
    return WarnOfDocument(DocumentId(due.document_id), author_id)


def _mails(due: DueDigest) -> MailDigest:
    return MailDigest(UserId(due.user_id), due.documents, due.through)
