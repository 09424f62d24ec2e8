"""One message to as many as a thousand: accepted in one append, and queued one by one by a job that may be
killed at any moment and goes on where it was."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal, Protocol
from uuid import UUID, uuid4

import msgspec
from msgspec import Meta

from application.commands import Commands, Route
from application.jobs import Later
from application.messaging.outbox import Letter, Outbox, Sender
from application.messaging.own_words import filled, is_sayable, places_in
from application.messaging.ports import Bodies, Sealing
from application.ports import Context, RowChange
from application.processes.mail_senders import Author, MailSenders, Recipient, written
from application.processes.send_mail import Cancelled, OwnText, Params, Subject, To
from application.unit_of_work import Work
from domain.accounts.accounts.settings import Language
from domain.errors import InvalidArgument, NotAllowed, Refused
from domain.ids import AccountId, BatchId, UserId
from domain.kernel import Actor, Value
from domain.messaging.batches import (
    EMAIL_BATCH,
    AcceptBatch,
    BatchCounts,
    CancelBatch,
    FinishBatch,
    message_of_batch,
)
from domain.messaging.email import EMAIL, CancelEmail, Template
from domain.messaging.mail_days import MAIL_DAY
from domain.messaging.user_templates import UserTemplate, checked

BATCHES = "messaging.mail_batch"
MOST_RECIPIENTS = 1000
# So many share an append, and a job goes on for so many seconds before others have their turn.
_AT_ONCE = 20
_SECONDS = 20.0


class BatchRecipient(Value, frozen=True):
    """`params` are those of the template, or what stands in double braces in a text of one's own."""

    to: To
    params: Params = msgspec.field(default_factory=dict[str, str])


class SendBatch(Value, frozen=True, kw_only=True):
    """Either a `template`, or `subject` and `text`, in which `{{name}}` is another one for each.

    With `dryRun` nothing is sent or counted: the answer says what would be.
    """

    recipients: Annotated[tuple[BatchRecipient, ...], Meta(min_length=1, max_length=MOST_RECIPIENTS)]
    template: UserTemplate | None = None
    subject: Subject | None = None
    text: OwnText | None = None
    locale: Language | None = None
    dry_run: bool = False


class InvalidRecipient(Value, frozen=True):
    """`index` counts the recipients from zero. Whoever stands there twice gets the first one alone."""

    index: int
    to: str
    reason: Literal["address", "params", "repeated"]


class AcceptedBatch(Value, frozen=True):
    """`batchId` is null where nothing is sent: after a dry run, or where nobody is left."""

    batch_id: BatchId | None
    accepted: int
    suppressed: int
    invalid: tuple[InvalidRecipient, ...]


class CancelMails(Value, frozen=True):
    """Send nothing more of a batch. What has left stays sent."""

    batch_id: BatchId


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    """One of a batch, while it is sent."""

    address: str
    subject: UUID
    unsubscribe: str
    params: dict[str, str]


class _KeptBatch(msgspec.Struct, frozen=True):
    """What a batch says, and to whom: sealed beside the log, and gone after seven days."""

    template: Template
    locale: str
    subject: str
    text: str
    name: str
    account: str
    reply_to: str
    sent_by: UserId
    recipients: tuple[_Kept, ...]

    def letter(self, number: int, account_id: AccountId, batch_id: BatchId) -> Letter:
        one = self.recipients[number]
        params = one.params
        if self.template == "custom":
            subject, text = (filled(said, params) for said in (self.subject, self.text))
            params = {"subject": subject, "text": text, "html": ""}
        return Letter(
            template=self.template,
            to=one.address,
            locale=self.locale,
            params=params,
            subject=one.subject,
            class_="user",
            account_id=account_id,
            sender=Sender(
                name=self.name, account=self.account, reply_to=self.reply_to, unsubscribe=one.unsubscribe
            ),
            sent_by=self.sent_by,
            batch_id=batch_id,
        )


class Suppressed(Protocol):
    """What is known of suppressed addresses, for telling beforehand."""

    async def among(self, account_id: AccountId, indexes: Sequence[str]) -> set[str]: ...


def batch_label(batch_id: UUID) -> str:
    return f"mail batch:{batch_id}"


@dataclass(frozen=True)
class BatchMail:
    senders: MailSenders
    suppressed: Suppressed
    sealing: Sealing
    new_id: Callable[[], UUID]

    async def accept(self, work: Work, command: SendBatch) -> AcceptedBatch:
        own = command.subject is not None and command.text is not None
        if own == (command.template is not None) or (command.subject is None) != (command.text is None):
            raise InvalidArgument("Send a template, or a subject and a text.", reason="template")
        author = await self.senders.author(work)
        found, invalid = await self._checked(author, command)
        indexes = [recipient.email_index for recipient, _ in found]
        suppressed = await self.suppressed.among(author.account.account_id, indexes)
        free = [one for one in found if one[0].email_index not in suppressed]
        if command.dry_run or not free:
            return AcceptedBatch(None, len(free), len(suppressed), invalid)
        await self.senders.count(work, author.account, len(free))
        batch_id = BatchId(self.new_id())
        await work.decide(EMAIL_BATCH, batch_id, AcceptBatch(batch_id, len(free)))
        kept = self._kept(author, command, free)
        sealed = self.sealing.seal(batch_label(batch_id), msgspec.json.encode(kept))
        work.write(RowChange("add", BATCHES, {"batch_id": batch_id}, {"sealed": sealed}))
        return AcceptedBatch(batch_id, len(free), len(suppressed), invalid)

    async def cancel(self, work: Work, command: CancelMails) -> Cancelled:
        return Cancelled(bool(await work.decide(EMAIL_BATCH, command.batch_id, CancelBatch())))

    async def _checked(
        self, author: Author, command: SendBatch
    ) -> tuple[list[tuple[Recipient, dict[str, str]]], tuple[InvalidRecipient, ...]]:
        found: list[tuple[Recipient, dict[str, str]]] = []
        invalid: list[InvalidRecipient] = []
        known: set[str] = set()
        named = [one.to for one in command.recipients]
        recipients = await self.senders.recipients(author.account, named)
        for index, (one, recipient) in enumerate(zip(command.recipients, recipients, strict=True)):
            params = _params(author, command, one.params)
            if recipient is None:
                invalid.append(InvalidRecipient(index, one.to, "address"))
            elif recipient.email_index in known:
                invalid.append(InvalidRecipient(index, one.to, "repeated"))
            elif params is None:
                invalid.append(InvalidRecipient(index, one.to, "params"))
            else:
                known.add(recipient.email_index)
                found.append((recipient, params))
        return found, tuple(invalid)

    def _kept(
        self, author: Author, command: SendBatch, free: Sequence[tuple[Recipient, dict[str, str]]]
    ) -> _KeptBatch:
        account = author.account
        return _KeptBatch(
            template=command.template or "custom",
            locale=command.locale or account.language,
            subject=command.subject or "",
            text=command.text or "",
            name=author.name,
            account=account.display_name,
            reply_to=author.address,
            sent_by=author.user_id,
            recipients=tuple(
                _Kept(
                    recipient.address,
                    recipient.subject,
                    self.senders.links.link(account.account_id, recipient.email_index),
                    params,
                )
                for recipient, params in free
            ),
        )


def _params(author: Author, command: SendBatch, given: Mapping[str, str]) -> dict[str, str] | None:
    """What one of them is told; None where the message cannot be written with it."""
    if command.template is not None:
        try:
            return written(checked(command.template, given), author.account.dates)
        except Refused:
            return None
    subject, text = command.subject or "", command.text or ""
    if places_in(subject, text) != frozenset(given):
        return None
    return dict(given) if is_sayable(filled(subject, given), filled(text, given)) else None


class QueueSome(Value, frozen=True):
    """Queue the messages of a batch from this number on, or cancel them when it was cancelled."""

    batch_id: BatchId
    first: int
    letters: tuple[Letter, ...]


class EndBatch(Value, frozen=True):
    """All its messages have come to their end."""

    batch_id: BatchId
    counts: BatchCounts


class GiveUp(Value, frozen=True):
    """Nobody knows any more what it says."""

    batch_id: BatchId


@dataclass(frozen=True)
class BatchQueue:
    """The job that follows an accepted or cancelled batch. It may run any number of times, also at once."""

    commands: Commands
    bodies: Bodies
    sealing: Sealing
    clock: Callable[[], datetime]

    async def go_on(self, payload: Mapping[str, Any]) -> Later | None:
        batch_id = BatchId(UUID(payload["batchId"]))
        account_id = AccountId(UUID(payload["accountId"]))
        context = self._context(account_id)
        sealed = await self.bodies.read_batch(batch_id)
        if sealed is None:
            await self.commands.run(GiveUp(batch_id), context)
            return None
        kept = msgspec.json.decode(self.sealing.open(batch_label(batch_id), sealed), type=_KeptBatch)
        until = time.monotonic() + _SECONDS
        for first in range(0, len(kept.recipients), _AT_ONCE):
            if time.monotonic() > until:
                return Later(self.clock())
            numbers = range(first, min(first + _AT_ONCE, len(kept.recipients)))
            letters = tuple(kept.letter(number, account_id, batch_id) for number in numbers)
            await self.commands.run(QueueSome(batch_id, first, letters), self._context(account_id))
        return None

    def _context(self, account_id: AccountId) -> Context:
        request_id = uuid4()
        actor = Actor("system", account_id=account_id)
        return Context(actor, self.clock(), request_id, correlation_id=request_id)


def routes(mail: BatchMail) -> dict[type, Route]:
    return {
        SendBatch: Route("email.bulk", mail.accept, (EMAIL_BATCH, MAIL_DAY)),
        CancelMails: Route("email.bulk", mail.cancel, (EMAIL_BATCH,)),
    }


def queue_routes(outbox: Outbox) -> dict[type, Route]:
    """What the job asks, and the clock."""

    async def queue_some(work: Work, command: QueueSome) -> None:
        _only_the_system(work)
        # Held still until this is appended: nothing is queued after it was cancelled.
        batch = await work.guard(EMAIL_BATCH, command.batch_id)
        for number, letter in enumerate(command.letters, command.first):
            message_id = message_of_batch(command.batch_id, number)
            there = await work.load(EMAIL, message_id)
            if batch is not None and batch.state == "cancelled":
                if there is not None:
                    await work.decide(EMAIL, message_id, CancelEmail())
            elif there is None:
                await outbox.put(work, letter, message_id)

    async def end(work: Work, command: EndBatch) -> None:
        _only_the_system(work)
        await work.decide(EMAIL_BATCH, command.batch_id, FinishBatch(command.counts))

    async def give_up(work: Work, command: GiveUp) -> None:
        _only_the_system(work)
        await work.decide(EMAIL_BATCH, command.batch_id, CancelBatch())

    return {
        QueueSome: Route(None, queue_some, (EMAIL,)),
        EndBatch: Route(None, end, (EMAIL_BATCH,)),
        GiveUp: Route(None, give_up, (EMAIL_BATCH,)),
    }


def _only_the_system(work: Work) -> None:
    if work.context.actor.type != "system":
        raise NotAllowed("Only the system does this.")
