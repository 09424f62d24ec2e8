"""One e-mail, from queued to one end; its text is never part of an event."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, assert_never
from uuid import UUID

from msgspec.structs import replace

from domain.errors import AlreadyExists, NotFound
from domain.ids import AccountId, MessageId, UserId
from domain.kernel import Decider, Event, Moment, PiiRef, Value

Template = Literal[
    "sign_in_code",
    "email_verification",
    "password_reset_code",
    "email_change_code",
    "email_changed",
    "invitation",
    "device_waits",
    "task_reminder",
    "digest",
    "recovery_read",
    "sign_in_guessed",
    "sign_in_doubtful",
    "sign_in_new_device",
    "sign_in_after_pause",
    "passkey_disabled",
    "session_ended",
    "impersonated",
    "test",
    "note",
    "document_request",
    "reminder",
    "custom",
]
MessageClass = Literal["auth", "notice", "user"]
Provider = Literal["smtp", "graph", "file"]
State = Literal[
    "queued",
    "deferred",
    "sent",
    "delivered",
    "bounced",
    "complained",
    "failed",
    "suppressed",
    "cancelled",
]
Suppressed = Literal["bounced", "complained", "unsubscribed"]

MAX_ATTEMPTS = 6


class QueueEmail(Value, frozen=True, kw_only=True):
    """`account_id` names the account on whose behalf it is sent; mail about signing in has none."""

    message_id: MessageId
    template: Template
    to_ref: PiiRef
    to_hash: str
    provider: Provider
    class_: MessageClass
    account_id: AccountId | None = None
    batch_id: UUID | None = None
    sent_by: UserId | None = None


class MarkSent(Value, frozen=True):
    provider_id: str


class MarkDeferred(Value, frozen=True):
    """The provider could not take it now."""

    retry_at: datetime
    code: str


class MarkFailed(Value, frozen=True):
    """The provider will never take it."""

    code: str


class MarkDelivered(Value, frozen=True):
    """A report says that it arrived."""


class MarkBounced(Value, frozen=True):
    """A report says that it came back; `hard` when it always will."""

    hard: bool
    code: str


class MarkComplained(Value, frozen=True):
    """A report says that its recipient calls it unwanted."""


class MarkSuppressed(Value, frozen=True):
    """Nothing is sent to this address."""

    reason: Suppressed


class CancelEmail(Value, frozen=True):
    """Whoever sends it has thought better of it. One that has left stays as it is."""


class EmailQueued(Event, frozen=True, tag="email.queued", kw_only=True):
    message_id: MessageId
    template: Template
    to_ref: PiiRef
    to_hash: str
    provider: Provider
    class_: MessageClass
    account_id: AccountId | None = None
    batch_id: UUID | None = None
    sent_by: UserId | None = None


class EmailSent(Event, frozen=True, tag="email.sent"):
    provider_id: str


class EmailDeferred(Event, frozen=True, tag="email.deferred"):
    attempt: int
    retry_at: datetime
    code: str


class EmailFailed(Event, frozen=True, tag="email.failed"):
    code: str


class EmailDelivered(Event, frozen=True, tag="email.delivered"):
    pass


class EmailBounced(Event, frozen=True, tag="email.bounced"):
    hard: bool
    code: str


class EmailComplained(Event, frozen=True, tag="email.complained"):
    pass


class EmailSuppressed(Event, frozen=True, tag="email.suppressed"):
    reason: Suppressed


class EmailCancelled(Event, frozen=True, tag="email.cancelled"):
    pass


Report = MarkDelivered | MarkBounced | MarkComplained
Attempt = MarkSent | MarkDeferred | MarkFailed
EmailCommand = QueueEmail | Attempt | Report | MarkSuppressed | CancelEmail
EmailEvent = (
    EmailQueued
    | EmailSent
    | EmailDeferred
    | EmailFailed
    | EmailDelivered
    | EmailBounced
    | EmailComplained
    | EmailSuppressed
    | EmailCancelled
)


class Email(Value, frozen=True):
    """Where the message stands."""

    state: State = "queued"
    attempts: int = 0
    class_: MessageClass = "auth"
    account_id: AccountId | None = None
    sent_by: UserId | None = None

    @property
    def waits(self) -> bool:
        return self.state in ("queued", "deferred")


def decide(command: EmailCommand, email: Email | None, _moment: Moment) -> list[EmailEvent]:
    if isinstance(command, QueueEmail):
        if email is not None:
            raise AlreadyExists("This message is queued already.")
        return [_queued(command)]
    if email is None:
        raise NotFound("There is no such message.")
    if isinstance(command, MarkDelivered | MarkBounced | MarkComplained):
        return [_reported(command)] if email.state == "sent" else []
    if email.state == "cancelled" and isinstance(command, MarkSent):
        # It was on its way already when it was cancelled, and that is what happened.
        return [EmailSent(command.provider_id)]
    if not email.waits:
        return []
    match command:
        case MarkSent(provider_id=provider_id):
            return [EmailSent(provider_id)]
        case MarkDeferred(retry_at=retry_at, code=code):
            attempt = email.attempts + 1
            return [EmailFailed(code) if attempt >= MAX_ATTEMPTS else EmailDeferred(attempt, retry_at, code)]
        case MarkFailed(code=code):
            return [EmailFailed(code)]
        case MarkSuppressed(reason=reason):
            return [EmailSuppressed(reason)]
        case CancelEmail():
            return [EmailCancelled()]
        case _:
            assert_never(command)


def _queued(command: QueueEmail) -> EmailQueued:
    return EmailQueued(
        message_id=command.message_id,
        template=command.template,
        to_ref=command.to_ref,
        to_hash=command.to_hash,
        provider=command.provider,
        class_=command.class_,
        account_id=command.account_id,
        batch_id=command.batch_id,
        sent_by=command.sent_by,
    )


def _reported(report: Report) -> EmailEvent:
    match report:
        case MarkDelivered():
            return EmailDelivered()
        case MarkBounced(hard=hard, code=code):
            return EmailBounced(hard, code)
        case MarkComplained():
            return EmailComplained()
        case _:
            assert_never(report)


def evolve(email: Email | None, event: EmailEvent) -> Email | None:
    if isinstance(event, EmailQueued):
        return Email(class_=event.class_, account_id=event.account_id, sent_by=event.sent_by)
    if email is None:
        return None
    match event:
        case EmailSent():
            return replace(email, state="sent")
        case EmailDeferred(attempt=attempt):
            return replace(email, state="deferred", attempts=attempt)
        case EmailFailed():
            return replace(email, state="failed")
        case EmailDelivered():
            return replace(email, state="delivered")
        case EmailBounced():
            return replace(email, state="bounced")
        case EmailComplained():
            return replace(email, state="complained")
        case EmailSuppressed():
            return replace(email, state="suppressed")
        case EmailCancelled():
            return replace(email, state="cancelled")
        case _:
            assert_never(event)


EMAIL: Decider[EmailCommand, Email, EmailEvent] = Decider(
    "email",
    (
        EmailQueued,
        EmailSent,
        EmailDeferred,
        EmailFailed,
        EmailDelivered,
        EmailBounced,
        EmailComplained,
        EmailSuppressed,
        EmailCancelled,
    ),
    decide,
    evolve,
    scope="global",
)
