"""A notification to a member of an account: what happened, and where to see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol
from uuid import UUID

from application.messaging.outbox import Letter, Outbox
from application.ports import PersonalData
from application.unit_of_work import Work
from domain.ids import AccountId, UserId
from domain.kernel import PiiRef
from domain.messaging.email import Template


class Reachable(NamedTuple):
    """The address and language of a recipient."""

    email_ref: PiiRef
    locale: str


class Addresses(Protocol):
    async def reachable(self, account_id: UUID, user_id: UUID) -> Reachable | None: ...


@dataclass(frozen=True)
class Notices:
    addresses: Addresses
    personal: PersonalData
    outbox: Outbox
    public_url: str

    async def send(
        self, work: Work, account_id: AccountId, user_id: UserId, template: Template, path: str, **said: str
    ) -> None:
        """Queue a mail whose link leads to `path`, with what else it says. Former members get none."""
        found = await self.addresses.reachable(account_id, user_id)
        address = None if found is None else (await self.personal.open([found.email_ref]))[0]
        if found is None or not address:
            return
        letter = Letter(
            template=template,
            to=address,
            locale=found.locale,
            params={**said, "link": f"{self.public_url}{path}"},
            subject=user_id,
            class_="notice",
            account_id=account_id,
        )
        await self.outbox.put(work, letter)
