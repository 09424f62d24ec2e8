"""Sending one-time codes: the code goes into a sealed mail, the facts without it into the log."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from msgspec.structs import replace

from application.commands import Commands, Route
from application.identity.ports import (
    Codes,
    EmailHashes,
    FreshCode,
    Limits,
    PendingRegistrations,
    People,
)
from application.identity.proofs import MAIL_BUDGET, mail_budget
from application.identity.refusals import NotLetIn
from application.identity.security import note
from application.messaging.outbox import Letter, Outbox, subject_of_address
from application.ports import BlindIndex, Context
from application.unit_of_work import Work
from domain.errors import LimitReached
from domain.identity.security_log import SECURITY_LOG, CodePurpose, OtpRequested
from domain.ids import UserId
from domain.kernel import Value
from domain.messaging.email import EMAIL, Template

TEMPLATES: dict[CodePurpose, Template] = {
    "sign-in": "sign_in_code",
    "email-verification": "email_verification",
    "forget-password": "password_reset_code",
    "change-email": "email_change_code",
}


class NoteCode(Value, frozen=True, kw_only=True):
    """A code was asked for; it is mailed, and good, when there is a letter."""

    email_hash: str
    purpose: CodePurpose
    letter: Letter | None = None
    code: FreshCode | None = None


@dataclass(frozen=True)
class SendCode:
    """Sends codes. The answer is the same whether or not a user has this address."""

    commands: Commands
    codes: Codes
    people: People
    pending: PendingRegistrations
    limits: Limits
    hashes: EmailHashes
    blind: BlindIndex

    async def send(self, address: str, purpose: CodePurpose, locale: str, context: Context) -> None:
        """Make a new code for this purpose and mail it; the one before it is dead.

        For sign-in every address gets one, because it also signs up; for other purposes only known and
        pending users.
        """
        index = self.blind.email(address)
        await self._take(address, context)
        person = await self.people.by_email(index)
        waiting = await self.pending.any_for(index, context.now)
        subject = person.user_id if person is not None else subject_of_address(index)
        known = purpose == "sign-in" or person is not None or waiting
        await self._mail(address, purpose, index, subject if known else None, locale, context)

    async def to_change(
        self, user_id: UserId, former: str, address: str, locale: str, context: Context
    ) -> None:
        """Mail the code with which a person moves from one address to another; none if that is taken."""
        if address == former:
            raise NotLetIn("same_email")
        index = self.blind.email(address)
        await self._take(address, context)
        taken = await self.people.by_email(index) is not None
        place = change_index(self.blind, former, address)
        await self._mail(address, "change-email", place, None if taken else user_id, locale, context)

    async def _take(self, address: str, context: Context) -> None:
        verdict = await self.limits.take(mail_budget(self.blind, address), MAIL_BUDGET, context.now)
        if verdict.wait:
            raise LimitReached(
                "Too many requests. Please try again later.", reason="mail_limit", retry_after=verdict.wait
            )

    async def _mail(
        self,
        address: str,
        purpose: CodePurpose,
        index: str,
        subject: UUID | None,
        locale: str,
        context: Context,
    ) -> None:
        """The code is made and hashed, and everything written in one append, so that it takes as long when
        there is nobody to write to."""
        code = await self.codes.fresh(purpose, index, context.now)
        email_hash = await self.hashes.email_in_log(address, context.now)
        command = NoteCode(email_hash=email_hash, purpose=purpose)
        if subject is not None:
            letter = Letter(
                template=TEMPLATES[purpose],
                to=address,
                locale=locale,
                params={"code": code.code},
                subject=subject,
            )
            command = replace(command, letter=letter, code=code)
        await self.commands.run(command, context._replace(idempotency=None))


def change_index(blind: BlindIndex, former: str, address: str) -> str:
    """Where the code of a change is kept: one for each pair of addresses."""
    return blind.token("change-email", f"{former} {address}")


def routes(outbox: Outbox) -> dict[type, Route]:
    async def carry_out(work: Work, command: NoteCode) -> None:
        await note(work, OtpRequested(command.email_hash, command.purpose))
        if command.letter is not None and command.code is not None:
            await outbox.put(work, command.letter)
            work.write(command.code.row)

    return {NoteCode: Route(None, carry_out, (SECURITY_LOG, EMAIL))}
