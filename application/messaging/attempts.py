"""One attempt in the log: whether it is made at all, and what came of it."""

from __future__ import annotations

from datetime import datetime

from application.commands import Route
from application.unit_of_work import Work
from domain.ids import AccountId, MessageId
from domain.kernel import Value
from domain.messaging.email import (
    EMAIL,
    Attempt,
    Email,
    EmailDeferred,
    EmailSent,
    MarkSuppressed,
    MessageClass,
    Suppressed,
)
from domain.messaging.suppressions import (
    SUPPRESSION,
    ReleaseAddress,
    SuppressAddress,
    TryAddress,
    suppression_id,
)


class Begin(Value, frozen=True):
    """About to send a message to an address, by its blind index; None when nobody knows any more whose."""

    message_id: MessageId
    email_index: str | None


class Begun(Value, frozen=True):
    """A message that is to be sent now."""

    attempts: int
    class_: MessageClass
    account_id: AccountId | None


class Deliver(Value, frozen=True):
    """Note what came of an attempt to send a message."""

    message_id: MessageId
    result: Attempt
    email_index: str | None = None
    no_such_address: bool = False


async def begin(work: Work, command: Begin) -> Begun | None:
    """None when there is nothing to send: it has come to its end, or its address gets no mail."""
    email = await work.load(EMAIL, command.message_id)
    if email is None or not email.waits:
        return None
    if command.email_index is not None:
        reason = await _in_the_way(work, command.message_id, email, command.email_index)
        if reason is not None:
            await work.decide(EMAIL, command.message_id, MarkSuppressed(reason))
            return None
    return Begun(email.attempts, email.class_, email.account_id)


async def suppressed(work: Work, account_id: AccountId | None, email_index: str) -> Suppressed | None:
    """Why what members write does not go to this address; None when it does."""
    for account in (None, account_id) if account_id is not None else (None,):
        kept = await work.load(SUPPRESSION, suppression_id(account, email_index))
        if kept is not None and kept.reason is not None:
            return kept.reason
    return None


async def _in_the_way(work: Work, message_id: MessageId, email: Email, email_index: str) -> Suppressed | None:
    if email.class_ == "user":
        return await suppressed(work, email.account_id, email_index)
    list_id = suppression_id(None, email_index)
    kept = await work.load(SUPPRESSION, list_id)
    if kept is None or kept.reason is None:
        return None
    # Without it nobody could sign in any more whose provider was wrong for a day.
    if email.class_ != "auth" or not kept.may_be_tried(message_id, work.context.now):
        return kept.reason
    await work.decide(SUPPRESSION, list_id, TryAddress(message_id))
    return None


async def deliver(work: Work, command: Deliver) -> datetime | None:
    """When to try again, if at all."""
    events = await work.decide(EMAIL, command.message_id, command.result)
    if command.email_index is not None and events:
        await _learn(work, command, command.email_index)
    return next((e.retry_at for e in events if isinstance(e, EmailDeferred)), None)


async def _learn(work: Work, command: Deliver, email_index: str) -> None:
    list_id = suppression_id(None, email_index)
    if command.no_such_address:
        found = SuppressAddress(email_index=email_index, reason="bounced", at_hand_over=True)
        await work.decide(SUPPRESSION, list_id, found)
        return
    kept = await work.load(SUPPRESSION, list_id)
    if kept is not None and kept.at_hand_over and any(isinstance(e, EmailSent) for e in work.facts):
        # The provider that said there was no such address has taken a message for it.
        await work.decide(SUPPRESSION, list_id, ReleaseAddress())


ROUTES: dict[type, Route] = {
    Begin: Route(None, begin, (EMAIL, SUPPRESSION)),
    Deliver: Route(None, deliver, (EMAIL, SUPPRESSION)),
}
