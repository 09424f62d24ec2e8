"""Where every message stands."""

from __future__ import annotations

from domain.kernel import Recorded
from domain.messaging.email import EMAIL, EmailDeferred, EmailFailed, EmailQueued, EmailSent
from projections.kernel import Projection, Rows, Table

EMAIL_MESSAGES = Table(
    "email_messages",
    {
        "id": "uuid not null",
        "sender_account_id": "uuid",
        "template": "text not null",
        "class": "text not null",
        "to_ref": "text not null",
        "batch_id": "uuid",
        "state": "text not null",
        "attempts": "integer not null default 0",
        "provider_id": "text",
        "code": "text",
        "next_attempt_at": "timestamptz",
        "created_at": "timestamptz not null",
        "updated_at": "timestamptz not null",
    },
    account=False,
    indexes=("sender_account_id, created_at desc", "batch_id", "next_attempt_at where state = 'deferred'"),
)


def apply(rows: Rows, recorded: Recorded) -> None:
    message_id, at = recorded.entity_id, recorded.occurred_at
    match recorded.event:
        case EmailQueued() as queued:
            values = {
                "sender_account_id": queued.account_id,
                "template": queued.template,
                "class": queued.class_,
                "to_ref": queued.to_ref,
                "batch_id": queued.batch_id,
                "state": "queued",
                "created_at": at,
                "updated_at": at,
            }
            rows.put(EMAIL_MESSAGES, message_id, **values)
        case EmailDeferred(attempt=attempt, retry_at=retry_at, code=code):
            rows.patch(
                EMAIL_MESSAGES,
                message_id,
                state="deferred",
                attempts=attempt,
                next_attempt_at=retry_at,
                code=code,
                updated_at=at,
            )
        case EmailSent(provider_id=provider_id):
            rows.patch(EMAIL_MESSAGES, message_id, state="sent", provider_id=provider_id, updated_at=at)
        case EmailFailed(code=code):
            rows.patch(EMAIL_MESSAGES, message_id, state="failed", code=code, updated_at=at)
        case _:
            pass


PROJECTION = Projection("email_messages", 1, (EMAIL_MESSAGES,), apply, EMAIL.events)
