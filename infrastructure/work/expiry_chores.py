"""What the clock does about documents that expire: it warns of them, and has the mail of the morning sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from application.commands import Commands
from application.processes.warn_of_expiry import MailDigest, WarnOfDocument
from domain.ids import DocumentId, UserId
from infrastructure.work.rounds import Rounds
from projections.kernel import Reader
from projections.oversight.expiry import DueDigest, DueWarning, behind, digests_due, warnings_due

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
        digest: DueDigest | None = None
        while digests := await digests_due(self.reader, now, BATCH, digest):
            # Their number is that of the morning, so all warnings of an account come before its mail.
            waiting = await behind(self.reader, now, [one.account_id for one in digests])
            await rounds.carry_out(
                [(one.account_id, _mails(one)) for one in digests if one.account_id not in waiting]
            )
            digest = digests[-1]


def _warns(due: DueWarning) -> WarnOfDocument:
    author_id = None if due.author_id is None else UserId(due.author_id)
    return WarnOfDocument(DocumentId(due.document_id), author_id)


def _mails(due: DueDigest) -> MailDigest:
    return MailDigest(UserId(due.user_id), due.documents, due.through)
