"""What a member sends: by a template, or in words of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from application.commands import Route
from application.messaging.own_words import MAX_HTML, MAX_OWN_TEXT, MAX_SUBJECT, is_sayable
from application.processes.mail_senders import Author, MailSenders, Recipient, written
from application.unit_of_work import Work
from domain.accounts.accounts.settings import Language
from domain.email_addresses import normalised
from domain.errors import InvalidArgument, NotFound, Refused
from domain.ids import MessageId
from domain.kernel import Value
from domain.messaging.email import EMAIL, CancelEmail
from domain.messaging.mail_days import MAIL_DAY
from domain.messaging.suppressions import SUPPRESSION
from domain.messaging.user_templates import MAX_TEXT, UserTemplate, checked

To = Annotated[str, Meta(min_length=1, max_length=254)]
Params = Annotated[dict[str, Annotated[str, Meta(max_length=MAX_TEXT)]], Meta(max_length=20)]
Subject = Annotated[str, Meta(min_length=1, max_length=MAX_SUBJECT)]
OwnText = Annotated[str, Meta(min_length=1, max_length=MAX_OWN_TEXT)]
Html = Annotated[str, Meta(min_length=1, max_length=MAX_HTML)]

SUPPRESSED = "This address gets no emails from this account."


class SendEmail(Value, frozen=True, kw_only=True):
    """`to` is the id of a member or an address; without `locale` the account's language is used.

    `params` are those of the template: `note` {message}, `document_request` {documents, due?, message?},
    `reminder` {about, due?, message?}. A `due` is a day such as 2026-12-31.
    """

    template: UserTemplate
    to: To
    locale: Language | None = None
    params: Params = msgspec.field(default_factory=dict[str, str])


class SendCustom(Value, frozen=True, kw_only=True):
    """Each recipient gets a message of their own that names the others. The text leaves the encryption.

    `html` is sanitised; without it the text is shown. Replies go to `replyTo`, or else to the sender.
    """

    to: Annotated[tuple[To, ...], Meta(min_length=1, max_length=10)]
    cc: Annotated[tuple[To, ...], Meta(max_length=10)] = ()
    subject: Subject
    text: OwnText
    html: Html | None = None
    reply_to: To | None = None


class Cancel(Value, frozen=True):
    """Do not send a message that has not left yet."""

    message_id: MessageId


class SentMessage(Value, frozen=True):
    """What became of a message so far. A suppressed one has no id: it was never queued."""

    message_id: MessageId | None
    to: str
    state: Literal["queued", "suppressed"]


class QueuedMessage(Value, frozen=True):
    message_id: MessageId
    state: Literal["queued"] = "queued"


class Cancelled(Value, frozen=True):
    """Whether it was: what had left before stays sent."""

    cancelled: bool


class _Addressed(NamedTuple):
    named: str
    recipient: Recipient


@dataclass(frozen=True)
class MemberMail:
    senders: MailSenders

    async def send(self, work: Work, command: SendEmail) -> QueuedMessage:
        params = checked(command.template, command.params)
        author = await self.senders.author(work)
        recipient = await self.senders.recipient(author.account, command.to)
        if await self.senders.is_suppressed(work, author.account, recipient):
            raise Refused(SUPPRESSED, reason="suppressed")
        await self.senders.count(work, author.account, 1)
        message_id = await self.senders.queue(
            work,
            author,
            recipient,
            command.template,
            command.locale or author.account.language,
            written(params, author.account.dates),
            self.senders.sender(author, recipient, None),
        )
        return QueuedMessage(message_id)

    async def send_custom(self, work: Work, command: SendCustom) -> tuple[SentMessage, ...]:
        if not is_sayable(command.subject, command.text):
            raise InvalidArgument("The email cannot be written with these values.", reason="text")
        reply_to = None if command.reply_to is None else normalised(command.reply_to)
        author = await self.senders.author(work)
        all_of_them = await self._addressed(author, command)
        free = [
            one
            for one in all_of_them
            if not await self.senders.is_suppressed(work, author.account, one.recipient)
        ]
        if not free:
            raise Refused(SUPPRESSED, reason="suppressed")
        await self.senders.count(work, author.account, len(free))
        params = {"subject": command.subject, "text": command.text, "html": command.html or ""}
        sent: dict[str, MessageId] = {}
        for one in free:
            # Only those who get it: nobody learns of a wish that is not theirs.
            also = ", ".join(other.recipient.address for other in free if other is not one)
            sender = self.senders.sender(author, one.recipient, reply_to, also)
            language = author.account.language
            sent[one.named] = await self.senders.queue(
                work, author, one.recipient, "custom", language, params, sender
            )
        return tuple(
            SentMessage(sent.get(one.named), one.named, "queued" if one.named in sent else "suppressed")
            for one in all_of_them
        )

    async def cancel(self, work: Work, command: Cancel) -> Cancelled:
        actor = work.context.actor
        email = await work.load(EMAIL, command.message_id)
        own = email is not None and email.class_ == "user" and email.account_id == actor.account_id
        if (
            email is None
            or not own
            or (email.sent_by != actor.user_id and "email.configure" not in actor.may)
        ):
            raise NotFound("There is no such email.")
        return Cancelled(bool(await work.decide(EMAIL, command.message_id, CancelEmail())))

    async def _addressed(self, author: Author, command: SendCustom) -> list[_Addressed]:
        """Everybody once, whoever is named twice."""
        found: dict[str, _Addressed] = {}
        for named in (*command.to, *command.cc):
            recipient = await self.senders.recipient(author.account, named)
            found.setdefault(recipient.email_index, _Addressed(named, recipient))
        return list(found.values())


def routes(mail: MemberMail) -> dict[type, Route]:
    queues = (EMAIL, MAIL_DAY, SUPPRESSION)
    return {
        SendEmail: Route("email.send", mail.send, queues),
        SendCustom: Route("email.send", mail.send_custom, queues),
        Cancel: Route("email.send", mail.cancel, (EMAIL,)),
    }
