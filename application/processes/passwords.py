"""New passwords: changed with the current one, or set with a code to the email address."""

from __future__ import annotations

from dataclasses import dataclass

from application.commands import Commands, Route
from application.identity.password_rules import PasswordRules
from application.identity.ports import Passwords, People
from application.identity.proofs import Proofs
from application.identity.refusals import NotLetIn
from application.identity.sessions import Browser, Opened, SessionDoor, end_sessions
from application.ports import Context, Outcome, RowChange
from application.processes.registering import PASSWORDS, Registering
from application.unit_of_work import Work
from domain.errors import AlreadyExists
from domain.identity.sessions import SESSION
from domain.identity.users import USER, VerifyEmail
from domain.identity.users import SetPassword as KnowPassword
from domain.ids import UserId
from domain.kernel import Value


class ChangePassword(Value, frozen=True, kw_only=True):
    """The old password was checked while the person's epoch was this one. With a browser every session
    ends, and one is opened there."""

    user_id: UserId
    epoch: int
    password_hash: str
    browser: Browser | None


class ResetPassword(Value, frozen=True, kw_only=True):
    """The mailbox was proven."""

    address: str
    password_hash: str
    browser: Browser


@dataclass(frozen=True)
class NewPasswords:
    """Both ways to a new password."""

    commands: Commands
    proofs: Proofs
    people: People
    passwords: Passwords
    rules: PasswordRules

    async def change(
        self,
        user_id: UserId,
        address: str,
        current: str,
        new: str,
        browser: Browser | None,
        context: Context,
    ) -> Outcome:
        """The answer is the session opened in this browser, if every other is to end."""
        self.rules.check(new, address)
        person = await self.people.by_id(user_id)
        if person is None or person.password_hash is None:
            raise NotLetIn("no_password")
        person = await self.proofs.own_password(user_id, address, current, "invalid_password", context)
        command = ChangePassword(
            user_id=user_id,
            epoch=person.epoch,
            password_hash=await self.passwords.hashed(new),
            browser=browser,
        )
        return await self.commands.run(command, context._replace(idempotency=None))

    async def reset(self, address: str, code: str, new: str, browser: Browser, context: Context) -> Outcome:
        """The password is looked at first: one that is not taken leaves the code as it is."""
        self.rules.check(new, address)
        await self.proofs.code(address, "forget-password", code, browser.brought, context)
        hashed = await self.passwords.hashed(new)
        command = ResetPassword(address=address, password_hash=hashed, browser=browser)
        context = context._replace(idempotency=None)
        try:
            return await self.commands.run(command, context)
        except AlreadyExists as taken:
            if taken.reason != "claim_taken":
                raise
            # Another proof of the same mailbox was faster: now there is a person.
            return await self.commands.run(command, context)


def routes(people: People, door: SessionDoor, registering: Registering) -> dict[type, Route]:
    async def change(work: Work, command: ChangePassword) -> Opened | None:
        user = await work.load(USER, command.user_id)
        if user is None or user.epoch != command.epoch:
            raise NotLetIn("invalid_password")
        everywhere = command.browser is not None
        await work.decide(USER, command.user_id, KnowPassword("change", ends_sessions=everywhere))
        _keep(work, command.user_id, command.password_hash)
        if command.browser is None:
            return None
        await end_sessions(work, people, command.user_id, "password")
        return await door.open(work, command.user_id, "password", command.browser)

    async def reset(work: Work, command: ResetPassword) -> None:
        person = await people.by_email(registering.settle(work, command.address))
        if person is not None and person.user_id != work.context.actor.user_id:
            await _needs_more_than_the_mailbox(people, person.user_id)
        if person is None:
            user_id = await registering.register(
                work, command.address, command.browser, name="", method="otp"
            )
        else:
            user_id = person.user_id
            await work.decide(USER, user_id, VerifyEmail())
        await work.decide(USER, user_id, KnowPassword("reset"))
        _keep(work, user_id, command.password_hash)
        await end_sessions(work, people, user_id, "password")

    return {
        ChangePassword: Route(None, change, (USER, SESSION)),
        ResetPassword: Route(None, reset, (USER, SESSION)),
    }


async def _needs_more_than_the_mailbox(people: People, user_id: UserId) -> None:
    """Where a code is not enough, it does not make a second key to the same lock either, unless its person is
    there by another way already. Who has nothing but a password would be shut out for good, so there the
    mailbox goes on setting it."""
    if await people.codes_suffice(user_id):
        return
    elsewhere = [method for method in await people.methods_of(user_id) if method.provider != "credential"]
    if elsewhere or await people.passkeys_of(user_id):
        raise NotLetIn("code_not_enough")


def _keep(work: Work, user_id: UserId, password_hash: str) -> None:
    work.write(RowChange("put", PASSWORDS, {"user_id": user_id}, {"hash": password_hash}))
