"""What can be asked of mail, of who gets none, and of how much is sent."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import get_args

from domain.ids import BatchId, MessageId
from domain.kernel import Actor, Moment, PiiRef
from domain.messaging.batches import AcceptBatch, Batch, BatchCounts, CancelBatch, FinishBatch
from domain.messaging.email import (
    CancelEmail,
    Email,
    MarkBounced,
    MarkComplained,
    MarkDeferred,
    MarkDelivered,
    MarkFailed,
    MarkSent,
    MarkSuppressed,
    MessageClass,
    QueueEmail,
)
from domain.messaging.mail_days import CountMails, MailDay
from domain.messaging.suppressions import Reason, ReleaseAddress, SuppressAddress, Suppression, TryAddress
from tests.support.decisions import NOON
from tests.support.lives.steps import Ask
from tests.support.shapes import ACCOUNT, named

CLOCK = Moment(Actor("system"), NOON)


def email(message: Email | None, word: str) -> Iterator[Ask]:
    if message is None:
        classes: tuple[MessageClass, ...] = get_args(MessageClass)
        # First one that is sent for an account.
        for class_ in sorted(classes, reverse=True):
            queues = QueueEmail(
                message_id=MessageId(named("message")),
                template="sign_in_code",
                to_ref=PiiRef("p1.mail"),
                to_hash="hash",
                provider="smtp",
                class_=class_,
                # Mail about signing in is on nobody's behalf.
                account_id=None if class_ == "auth" else ACCOUNT,
            )
            yield Ask(queues, CLOCK)
        return
    yield Ask(MarkDeferred(NOON + timedelta(minutes=5), "busy"), CLOCK)
    yield Ask(MarkSent(word), CLOCK)
    yield Ask(MarkFailed("refused"), CLOCK)
    yield Ask(MarkSuppressed("bounced"), CLOCK)
    yield Ask(CancelEmail(), CLOCK)
    yield Ask(MarkDelivered(), CLOCK)
    yield Ask(MarkBounced(True, "5.1.1"), CLOCK)
    yield Ask(MarkComplained(), CLOCK)


def suppression(_kept: Suppression | None, word: str) -> Iterator[Ask]:
    for reason in get_args(Reason):
        yield Ask(SuppressAddress(email_index="index", reason=reason), CLOCK)
    yield Ask(TryAddress(MessageId(named(f"message at {word}"))), CLOCK)
    yield Ask(ReleaseAddress(), CLOCK)


def mail_day(_day: MailDay | None, _word: str) -> Iterator[Ask]:
    for count in (1, 3):
        yield Ask(CountMails(count, 10), CLOCK)


def email_batch(batch: Batch | None, _word: str) -> Iterator[Ask]:
    if batch is None:
        yield Ask(AcceptBatch(BatchId(named("batch")), 3), CLOCK)
        return
    yield Ask(CancelBatch(), CLOCK)
    yield Ask(FinishBatch(BatchCounts(sent=2, failed=1)), CLOCK)
