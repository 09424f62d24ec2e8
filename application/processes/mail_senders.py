"""Who writes to whom: a member of an account, and members or addresses."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple
from uuid import UUID

from application.accounts.ports import Directory, Registered
from application.accounts.settings import session_account
from application.messaging.attempts import suppressed
from application.messaging.outbox import Letter, Outbox, Sender, subject_of_address
from application.messaging.unsubscribing import UnsubscribeLinks
from application.ports import BlindIndex, PersonalData
from application.unit_of_work import Work
from domain.accounts.accounts import ACCOUNT, Account
from domain.accounts.accounts.authority import require_subscribed
from domain.accounts.accounts.settings import DateFormat
from domain.email_addresses import normalised
from domain.errors import InvalidArgument, NotFound, NotSignedIn, Refused
from domain.ids import MessageId, UserId
from domain.messaging.email import Template
from domain.messaging.mail_days import MAIL_DAY, CountMails, mail_day_id


class Recipient(NamedTuple):
    """`subject` is the person, or the address, whose key seals it."""

    address: str
    email_index: str
    subject: UUID


class Author(NamedTuple):
    """The member who writes, in an account that may send."""

    user_id: UserId
    account: Account
    name: str
    address: str


@dataclass(frozen=True)
class MailSenders:
    directory: Directory
    personal: PersonalData
    blind: BlindIndex
    outbox: Outbox
    links: UnsubscribeLinks
    configured: bool

    async def author(self, work: Work) -> Author:
        """Refuse where nothing can be sent."""
        if not self.configured:
            raise Refused("Sending emails is not set up.", reason="not_configured")
        user_id = work.context.actor.user_id
        if user_id is None:
            raise NotSignedIn()
        account = await work.load(ACCOUNT, session_account(work))
        if account is None:
            raise NotFound("There is no such account.")
        require_subscribed(account, work.moment)
        person = (await self.directory.people([user_id])).get(user_id)
        if person is None or not person.proven:
            raise Refused("Verify your email address first.", reason="email_unverified")
        name, address = await self.personal.open([person.name_ref, person.email_ref])
        return Author(user_id, account, name or "", address or "")

    async def recipients(self, account: Account, named: Sequence[str]) -> list[Recipient | None]:
        """Whoever is meant by the id of a member or by an address, in this order; None for nobody."""
        ids = {text: UserId(found) for text in named if (found := _id(text)) is not None}
        members = [user_id for user_id in ids.values() if user_id in account.members]
        people = await self.directory.people(members)
        return [
            await self._person(ids[text], people.get(ids[text])) if text in ids else self._address(text)
            for text in named
        ]

    async def recipient(self, account: Account, named: str) -> Recipient:
        (found,) = await self.recipients(account, [named])
        if found is not None:
            return found
        if _id(named) is None:
            raise InvalidArgument("Invalid email", reason="invalid_email")
        raise NotFound("There is no such member.", reason="member")

    async def count(self, work: Work, account: Account, mails: int) -> None:
        """Count them for today. Refuse what is more than the plan allows."""
        most = 0 if account.limits is None else account.limits.mails_per_day
        day = mail_day_id(account.account_id, work.context.now)
        await work.decide(MAIL_DAY, day, CountMails(mails, most))

    async def is_suppressed(self, work: Work, account: Account, recipient: Recipient) -> bool:
        return await suppressed(work, account.account_id, recipient.email_index) is not None

    def sender(self, author: Author, recipient: Recipient, reply_to: str | None, also: str = "") -> Sender:
        return Sender(
            name=author.name,
            account=author.account.display_name,
            reply_to=reply_to or author.address,
            unsubscribe=self.links.link(author.account.account_id, recipient.email_index),
            also=also,
        )

    async def queue(
        self,
        work: Work,
        author: Author,
        recipient: Recipient,
        template: Template,
        locale: str,
        params: dict[str, str],
        sender: Sender,
    ) -> MessageId:
        letter = Letter(
            template=template,
            to=recipient.address,
            locale=locale,
            params=params,
            subject=recipient.subject,
            class_="user",
            account_id=author.account.account_id,
            sender=sender,
            sent_by=author.user_id,
        )
        return await self.outbox.put(work, letter)

    async def _person(self, user_id: UserId, person: Registered | None) -> Recipient | None:
        if person is None or not person.proven:
            return None
        (address,) = await self.personal.open([person.email_ref])
        return None if address is None else Recipient(address, self.blind.email(address), user_id)

    def _address(self, text: str) -> Recipient | None:
        try:
            address = normalised(text)
        except Refused:
            return None
        index = self.blind.email(address)
        return Recipient(address, index, subject_of_address(index))


def written(params: Mapping[str, str], dates: DateFormat) -> dict[str, str]:
    """Values as readers see them: a day as the account writes it."""
    return {name: _day(value, dates) if name == "due" and value else value for name, value in params.items()}


def _day(value: str, dates: DateFormat) -> str:
    day = date.fromisoformat(value)
    parts = {"dd": f"{day.day:02}", "mm": f"{day.month:02}", "yyyy": f"{day.year:04}"}
    return dates.date_separator.join(parts[part] for part in re.findall("dd|mm|yyyy", dates.date_format))


def _id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
