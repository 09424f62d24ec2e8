"""Sending one-time codes: the code goes into a sealed mail, the facts without it into the log."""

from __future__ import annotations

from dataclasses import dataclass

from application.commands import Commands, Route
from application.identity.ports import Codes, EmailHashes, Limits, PendingRegistrations, People, Rule
from application.identity.security import note
from application.messaging.outbox import Letter, Outbox, subject_of_address
from application.ports import BlindIndex, Context
from application.unit_of_work import Work
from domain.errors import LimitReached
from domain.identity.security_log import SECURITY_LOG, CodePurpose, OtpRequested
from domain.kernel import Value
from domain.messaging.email import EMAIL, Template

# Per address, whatever the client (domain.md section 8).
MAIL_BUDGET = (Rule(3, 60), Rule(10, 3600))

TEMPLATES: dict[CodePurpose, Template] = {
    "sign-in": "sign_in_code",
    "email-verification": "email_verification",
    "forget-password": "password_reset_code",
}


class NoteCode(Value, frozen=True, kw_only=True):
    """A code was asked for; it is mailed when there is a letter."""

    email_hash: str
    purpose: CodePurpose
    letter: Letter | None


@dataclass(frozen=True)
class SendCode:
    """Sends codes. The answer is the same whether or not anybody has this address."""

    commands: Commands
    codes: Codes
    people: People
    pending: PendingRegistrations
    limits: Limits
    hashes: EmailHashes
    blind: BlindIndex

    async def send(self, address: str, purpose: CodePurpose, locale: str, context: Context) -> None:
        """Make a new code for this purpose and mail it; the one before it is dead.

        For a sign-in everybody gets one, because the first code also registers; for the other purposes
        only those who are registered or are about to be.
        """
        index = self.blind.email(address)
        verdict = await self.limits.take(f"mail:{index}", MAIL_BUDGET, context.now)
        if verdict.wait:
            raise LimitReached(
                "Too many requests. Please try again later.", reason="mail_limit", retry_after=verdict.wait
            )
        person = await self.people.by_email(index)
        waiting = await self.pending.any_for(index, context.now)
        letter = None
        if purpose == "sign-in" or person is not None or waiting:
            code = await self.codes.issue(purpose, index, context.now)
            letter = Letter(
                template=TEMPLATES[purpose],
                to=address,
                locale=locale,
                params={"code": code},
                subject=person.user_id if person is not None else subject_of_address(index),
            )
        email_hash = await self.hashes.email_in_log(address, context.now)
        await self.commands.run(NoteCode(email_hash=email_hash, purpose=purpose, letter=letter), context)


def routes(outbox: Outbox) -> dict[type, Route]:
    async def carry_out(work: Work, command: NoteCode) -> None:
        await note(work, OtpRequested(command.email_hash, command.purpose))
        if command.letter is not None:
            await outbox.put(work, command.letter)

    return {NoteCode: Route(None, carry_out, (SECURITY_LOG, EMAIL))}
