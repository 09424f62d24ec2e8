"""Moving to another address: the new mailbox is proven by a code, and the old one hears of it."""

from __future__ import annotations

from dataclasses import dataclass

from application.commands import Commands, Route
from application.identity.proofs import Proofs
from application.identity.refusals import NotLetIn
from application.messaging.outbox import Letter, Outbox
from application.ports import BlindIndex, Context, Outcome, PersonalData
from application.processes.codes import change_index
from application.processes.registering import Registering
from application.unit_of_work import Work
from domain.errors import AlreadyExists
from domain.identity.users import USER
from domain.identity.users import ChangeEmail as MoveMailbox
from domain.ids import UserId
from domain.kernel import Value
from domain.messaging.email import EMAIL


class ChangeEmail(Value, frozen=True, kw_only=True):
    """The person proved the new mailbox. `locale` is the language in which the old one is told."""

    user_id: UserId
    former: str
    address: str
    locale: str


@dataclass(frozen=True)
class EmailChange:
    """The second half of a change: the first one mails the code."""

    commands: Commands
    proofs: Proofs
    blind: BlindIndex

    async def by_code(
        self, user_id: UserId, former: str, address: str, code: str, locale: str, context: Context
    ) -> Outcome:
        place = change_index(self.blind, former, address)
        await self.proofs.guess(f"guess:{place}", address, "change-email", place, code, context)
        command = ChangeEmail(user_id=user_id, former=former, address=address, locale=locale)
        try:
            return await self.commands.run(command, context._replace(idempotency=None))
        except AlreadyExists as taken:
            if taken.reason == "claim_taken":
                raise NotLetIn("email_taken") from None
            raise


def routes(
    registering: Registering, personal: PersonalData, outbox: Outbox, public_url: str
) -> dict[type, Route]:
    async def change(work: Work, command: ChangeEmail) -> None:
        index = registering.settle(work, command.address)
        refs = await personal.seal(command.user_id, {"email": command.address})
        await work.decide(USER, command.user_id, MoveMailbox(email_ref=refs["email"], email_index=index))
        letter = Letter(
            template="email_changed",
            to=command.former,
            locale=command.locale,
            params={"link": f"{public_url}/login"},
            subject=command.user_id,
        )
        await outbox.put(work, letter)

    return {ChangeEmail: Route(None, change, (USER, EMAIL))}
