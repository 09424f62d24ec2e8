"""Where every message stands, and every batch of them."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from domain.kernel import PiiRef, Recorded
from domain.messaging.batches import EMAIL_BATCH, BatchAccepted, BatchCancelled, BatchFinished
from domain.messaging.email import (
    EMAIL,
    EmailBounced,
    EmailCancelled,
    EmailComplained,
    EmailDeferred,
    EmailDelivered,
    EmailFailed,
    EmailQueued,
    EmailSent,
    EmailSuppressed,
)
from projections.kernel import Projection, Reader, Rows, Table

EMAIL_MESSAGES = Table(
    "email_messages",
    {
        "id": "uuid not null",
        "sender_account_id": "uuid",
        "sent_by": "uuid",
        "template": "text not null",
        "class": "text not null",
        "to_ref": "text not null",
        "batch_id": "uuid",
        "state": "text not null",
        "attempts": "integer not null default 0",
        "provider_id": "text",
        "code": "text",
        "next_attempt_at": "timestamptz",
        "sent_at": "timestamptz",
        "created_at": "timestamptz not null",
        "updated_at": "timestamptz not null",
    },
    account=False,
    indexes=(
        "sender_account_id, created_at desc, id desc where class = 'user'",
        "sender_account_id, sent_by, created_at desc, id desc where class = 'user'",
        "batch_id, created_at desc, id desc where batch_id is not null",
        "next_attempt_at where state = 'deferred'",
        "sent_at desc where sent_at is not null",
    ),
)

# Of the messages that were sent for an account, what can be counted. The account's own rule keeps them apart.
ACCOUNT_MAILS = Table(
    "account_mails",
    {
        "id": "uuid not null",
        "class": "text not null",
        "state": "text not null",
        "created_at": "timestamptz not null",
    },
)

# What became of a batch so far; `waiting` are those that have not come to their end, queued or not.
EMAIL_BATCHES = Table(
    "email_batches",
    {
        "id": "uuid not null",
        # The clock looks over all accounts, so these rows belong to none.
        "sender_account_id": "uuid not null",
        "total": "integer not null",
        "state": "text not null",
        "queued": "integer not null default 0",
        "waiting": "integer not null",
        "sent": "integer not null default 0",
        "failed": "integer not null default 0",
        "suppressed": "integer not null default 0",
        "cancelled": "integer not null default 0",
        "created_at": "timestamptz not null",
    },
    account=False,
    indexes=("created_at, id where state <> 'finished' and waiting = 0",),
)

# How a message counts in its batch, by its state; the others wait.
_COUNTED = {
    "sent": "sent",
    "delivered": "sent",
    "bounced": "sent",
    "complained": "sent",
    "failed": "failed",
    "suppressed": "suppressed",
    "cancelled": "cancelled",
}

_MEMBERS = """
select m.id, m.to_ref, m.template, m.sent_by, m.batch_id, m.state, m.attempts, m.code, m.next_attempt_at,
    m.created_at, m.updated_at
from read.email_messages as m
where m.sender_account_id = %(account_id)s and m.class = 'user' {more}
    and (m.created_at, m.id) < (%(at)s, %(id)s)
order by m.created_at desc, m.id desc limit %(limit)s
"""
_BY_ANYBODY = _MEMBERS.format(more="")
_BY_ONE = _MEMBERS.format(more="and m.sent_by = %(sent_by)s")
# All of a batch are by one person: the filter takes all of it or nothing.
_OF_BATCH = _MEMBERS.format(
    more="and m.batch_id = %(batch_id)s and (%(sent_by)s::uuid is null or m.sent_by = %(sent_by)s)"
)
_ENDED = """
select id, sender_account_id, sent, failed, suppressed, cancelled from read.email_batches
where state <> 'finished' and waiting = 0 order by created_at, id limit %(limit)s
"""
_LAST_SENT = """
select sent_at from read.email_messages where sent_at is not null order by sent_at desc limit 1
"""


def apply(rows: Rows, recorded: Recorded) -> None:
    message_id, at = recorded.entity_id, recorded.occurred_at
    match recorded.event:
        case EmailQueued() as queued:
            values = {
                "sender_account_id": queued.account_id,
                "sent_by": queued.sent_by,
                "template": queued.template,
                "class": queued.class_,
                "to_ref": queued.to_ref,
                "batch_id": queued.batch_id,
                "state": "queued",
                "created_at": at,
                "updated_at": at,
            }
            rows.put(EMAIL_MESSAGES, message_id, **values)
            if queued.account_id is not None:
                counted = {"class": queued.class_, "state": "queued", "created_at": at}
                rows.put(ACCOUNT_MAILS, _of_account(queued.account_id, message_id), **counted)
            if queued.batch_id is not None:
                _queued_of(rows, queued.batch_id)
        case EmailDeferred(attempt=attempt, retry_at=retry_at, code=code):
            _ends(rows, recorded, "deferred", attempts=attempt, next_attempt_at=retry_at, code=code)
        case EmailSent(provider_id=provider_id):
            _ends(rows, recorded, "sent", provider_id=provider_id, sent_at=at, code=None)
        case EmailFailed(code=code):
            _ends(rows, recorded, "failed", code=code)
        case EmailDelivered():
            _ends(rows, recorded, "delivered")
        case EmailBounced(code=code):
            _ends(rows, recorded, "bounced", code=code)
        case EmailComplained():
            _ends(rows, recorded, "complained")
        case EmailSuppressed(reason=reason):
            _ends(rows, recorded, "suppressed", code=reason)
        case EmailCancelled():
            _ends(rows, recorded, "cancelled")
        case _:
            _of_batch(rows, recorded)


def _ends(rows: Rows, recorded: Recorded, state: str, **values: Any) -> None:
    """It has come to this state, with whatever belongs to it; only one that is put off has a next time."""
    message = rows.get(EMAIL_MESSAGES, recorded.entity_id)
    if message is None:
        return
    known = {"next_attempt_at": None} | values
    rows.patch(EMAIL_MESSAGES, recorded.entity_id, state=state, updated_at=recorded.occurred_at, **known)
    if message["sender_account_id"] is not None:
        rows.patch(ACCOUNT_MAILS, _of_account(message["sender_account_id"], message["id"]), state=state)
    if message["batch_id"] is not None:
        _counted(rows, message["batch_id"], _COUNTED.get(message["state"]), _COUNTED.get(state))


def _of_account(account_id: UUID, message_id: UUID) -> dict[str, UUID]:
    return {"account_id": account_id, "id": message_id}


def _queued_of(rows: Rows, batch_id: UUID) -> None:
    batch = rows.get(EMAIL_BATCHES, batch_id)
    if batch is not None:
        rows.patch(EMAIL_BATCHES, batch_id, queued=batch["queued"] + 1)


def _counted(rows: Rows, batch_id: UUID, before: str | None, after: str | None) -> None:
    """A message of a batch counts in another way than before."""
    batch = rows.get(EMAIL_BATCHES, batch_id)
    if batch is None or before == after or after is None:
        return
    changed = {after: batch[after] + 1}
    changed |= {"waiting": batch["waiting"] - 1} if before is None else {before: batch[before] - 1}
    rows.patch(EMAIL_BATCHES, batch_id, **changed)


def _of_batch(rows: Rows, recorded: Recorded) -> None:
    batch_id = recorded.entity_id
    match recorded.event:
        case BatchAccepted(total=total):
            row = {"sender_account_id": recorded.account_id, "total": total, "waiting": total}
            rows.put(EMAIL_BATCHES, batch_id, **row, state="accepted", created_at=recorded.occurred_at)
        case BatchCancelled():
            batch = rows.get(EMAIL_BATCHES, batch_id)
            if batch is not None:
                # What was not queued yet never will be.
                waiting = batch["waiting"] - (batch["total"] - batch["queued"])
                rows.patch(EMAIL_BATCHES, batch_id, state="cancelled", waiting=waiting)
        case BatchFinished():
            rows.patch(EMAIL_BATCHES, batch_id, state="finished")
        case _:
            pass


class MessageRow(NamedTuple):
    """A message as its account sees it; the address stands as its place."""

    id: UUID
    to_ref: PiiRef
    template: str
    sent_by: UUID | None
    batch_id: UUID | None
    state: str
    attempts: int
    code: str | None
    next_attempt_at: datetime | None
    created_at: datetime
    updated_at: datetime


async def messages_of(
    reader: Reader,
    account_id: UUID,
    *,
    before: tuple[datetime, UUID],
    limit: int,
    sent_by: UUID | None = None,
    batch_id: UUID | None = None,
) -> list[MessageRow]:
    """What members of an account have sent, newest first; of one of them, or of one batch."""
    at, message_id = before
    params = {"account_id": account_id, "at": at, "id": message_id, "limit": limit}
    if batch_id is not None:
        rows = await reader.all(_OF_BATCH, {**params, "batch_id": batch_id, "sent_by": sent_by})
    elif sent_by is not None:
        rows = await reader.all(_BY_ONE, {**params, "sent_by": sent_by})
    else:
        rows = await reader.all(_BY_ANYBODY, params)
    return [MessageRow(*row) for row in rows]


class EndedBatch(NamedTuple):
    id: UUID
    account_id: UUID
    sent: int
    failed: int
    suppressed: int
    cancelled: int


async def ended_batches(reader: Reader, limit: int) -> list[EndedBatch]:
    """Those whose messages have all come to their end, and which do not say so yet."""
    return [EndedBatch(*row) for row in await reader.all(_ENDED, {"limit": limit})]


async def last_sent_at(reader: Reader) -> datetime | None:
    """When a provider last took a message of anybody."""
    row = await reader.one(_LAST_SENT)
    return None if row is None else row[0]


PROJECTION = Projection(
    "email_messages",
    3,
    (EMAIL_MESSAGES, EMAIL_BATCHES, ACCOUNT_MAILS),
    apply,
    (*EMAIL.events, *EMAIL_BATCH.events),
)
