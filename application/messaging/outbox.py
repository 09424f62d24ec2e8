"""Putting a message into the queue: its facts into the log, its words sealed beside it, in one append."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

import msgspec

from application.messaging.ports import Sealing
from application.ports import PersonalData, RowChange
from application.unit_of_work import Work
from domain.ids import GLOBAL, AccountId, MessageId, UserId
from domain.kernel import Value, camel
from domain.messaging.email import EMAIL, MessageClass, Provider, QueueEmail, Template

BODIES = "messaging.mail_body"


def subject_of_address(index: str) -> UUID:
    """The subject whose key encrypts data of an unverified address (`index` is its blind index)."""
    return uuid5(GLOBAL, f"address:{index}")


def body_label(message_id: UUID) -> str:
    return f"mail:{message_id}"


class Sender(Value, frozen=True, kw_only=True):
    """The member who writes, and the link by which the recipient wants no more of that account's mail."""

    name: str
    account: str
    reply_to: str
    unsubscribe: str
    also: str = ""
    """Who else gets the same."""


class Letter(Value, frozen=True, kw_only=True):
    """A message to be sent. `subject` is the person (or `subject_of_address`) whose key seals the address."""

    template: Template
    to: str
    locale: str
    params: dict[str, str]
    subject: UUID
    class_: MessageClass = "auth"
    account_id: AccountId | None = None
    sender: Sender | None = None
    sent_by: UserId | None = None
    batch_id: UUID | None = None


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename=camel, omit_defaults=True):
    """What is kept for the sending: enough to write the message, and nothing that the log holds.

    What is not there is not written, so that the former version reads what it can send.
    """

    to: str
    template: Template
    locale: str
    params: dict[str, str]
    sender: Sender | None = None


@dataclass(frozen=True)
class Outbox:
    """Where messages are queued."""

    personal: PersonalData
    sealing: Sealing
    hash_of: Callable[[str, datetime], Awaitable[str]]
    new_id: Callable[[], UUID]
    provider: Provider = "smtp"

    async def put(self, work: Work, letter: Letter, message_id: MessageId | None = None) -> MessageId:
        """Queue a message within this unit of work."""
        message_id = message_id or MessageId(self.new_id())
        refs = await self.personal.seal(letter.subject, {"to": letter.to})
        await work.decide(
            EMAIL,
            message_id,
            QueueEmail(
                message_id=message_id,
                template=letter.template,
                to_ref=refs["to"],
                to_hash=await self.hash_of(letter.to, work.context.now),
                provider=self.provider,
                class_=letter.class_,
                account_id=letter.account_id,
                batch_id=letter.batch_id,
                sent_by=letter.sent_by,
            ),
        )
        body = Body(letter.to, letter.template, letter.locale, letter.params, letter.sender)
        work.write(
            RowChange(
                "add",
                BODIES,
                {"message_id": message_id},
                {"sealed": self.sealing.seal(body_label(message_id), msgspec.json.encode(body))},
            )
        )
        return message_id
