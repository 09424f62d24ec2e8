"""Signing in: a proof opens a session; the first proof of a mailbox makes its person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from application.commands import Commands, Route
from application.identity.passkeys import use_passkey
from application.identity.password_rules import MAX_PASSWORD, length_of
from application.identity.ports import PendingRegistrations, People, Person
from application.identity.proofs import Proofs
from application.identity.refusals import NotLetIn
from application.identity.sessions import Browser, Opened, SessionDoor
from application.ports import BlindIndex, Context
from application.processes.registering import Registering
from application.unit_of_work import Work
from domain.errors import AlreadyExists, Refused
from domain.identity.security_log import CodePurpose
from domain.identity.sessions import SESSION
from domain.identity.users import USER, VerifyEmail
from domain.ids import PasskeyId, UserId
from domain.kernel import Value


class EnterByMailbox(Value, frozen=True, kw_only=True):
    """Sign in the owner of this verified email address. `name` is for a new user without a sign-up."""

    address: str
    name: str
    browser: Browser


class EnterByPassword(Value, frozen=True, kw_only=True):
    """Let in the person whose password was checked while their epoch was this one."""

    user_id: UserId
    epoch: int
    browser: Browser


class EnterByPasskey(Value, frozen=True, kw_only=True):
    """Let in the person whose passkey signed."""

    user_id: UserId
    passkey_id: PasskeyId
    counter: int
    backed_up: bool
    browser: Browser


@dataclass(frozen=True)
class SignIn:
    """The three ways in. Each answers with the opened session or raises `NotLetIn`."""

    commands: Commands
    proofs: Proofs
    people: People
    pending: PendingRegistrations
    blind: BlindIndex

    async def by_code(
        self,
        address: str,
        purpose: CodePurpose,
        code: str,
        browser: Browser,
        context: Context,
        *,
        name: str = "",
    ) -> Opened:
        await self.proofs.code(address, purpose, code, browser.brought, context)
        command = EnterByMailbox(address=address, name=name, browser=browser)
        try:
            return await self._enter(command, context)
        except AlreadyExists as taken:
            if taken.reason != "claim_taken":
                raise
            # Another proof of the same mailbox was faster: now there is a person to let in.
            return await self._enter(command, context)

    async def by_password(self, address: str, password: str, browser: Browser, context: Context) -> Opened:
        """The order of the checks decides what they tell (auth-wire.md section 4): one hash is computed
        in any case, and only a right password discloses that the email address is not verified."""
        if length_of(password) > MAX_PASSWORD:
            raise NotLetIn("password_too_long")
        await self.proofs.may_try_password(address, browser.brought, context)
        index = self.blind.email(address)
        person = await self.people.by_email(index)
        if person is None and browser.pending is not None:
            browser_hash = self.blind.token("pending", browser.pending)
            pending = await self.pending.of_browser(index, browser_hash, context.now)
            unproven = None if pending is None else pending.password_hash
            if await self.proofs.passwords.matches(password, unproven):
                raise NotLetIn("not_verified")
        elif await self.proofs.password(person, password) and person is not None:
            if not person.verified:
                raise NotLetIn("not_verified")
            return await self._enter(
                EnterByPassword(user_id=person.user_id, epoch=person.epoch, browser=browser), context
            )
        raise await self.proofs.failed(address, "password", "wrong_credentials", context)

    async def by_passkey(
        self, cookie: str | None, response: Mapping[str, Any], browser: Browser, context: Context
    ) -> Opened:
        passkey, signed = await self.proofs.passkey(cookie, response, context)
        try:
            return await self._enter(
                EnterByPasskey(
                    user_id=passkey.user_id,
                    passkey_id=passkey.passkey_id,
                    counter=signed.counter,
                    backed_up=signed.backed_up,
                    browser=browser,
                ),
                context,
            )
        except Refused as refusal:
            if refusal.reason == "counter_went_back":
                raise await self.proofs.copied(passkey, signed, context) from None
            raise

    async def _enter(self, command: Value, context: Context) -> Opened:
        # The answer holds a secret, so no key can make it be kept and repeated.
        outcome = await self.commands.run(command, context._replace(idempotency=None))
        return replace(outcome.answer, position=outcome.position)


async def has_another_way(people: People, person: Person) -> bool:
    """Whether a person has more than the mailbox: who has nothing else is let in to add it."""
    if person.password_hash is not None or await people.passkeys_of(person.user_id):
        return True
    return bool(await people.methods_of(person.user_id))


def routes(door: SessionDoor, people: People, registering: Registering) -> dict[type, Route]:
    async def by_mailbox(work: Work, command: EnterByMailbox) -> Opened:
        person = await people.by_email(registering.settle(work, command.address))
        if person is not None:
            if not await people.codes_suffice(person.user_id) and await has_another_way(people, person):
                raise NotLetIn("code_not_enough")
            await work.decide(USER, person.user_id, VerifyEmail())
            return await door.open(work, person.user_id, "otp", command.browser)
        user_id = await registering.register(
            work, command.address, command.browser, name=command.name, method="otp"
        )
        return await door.open(work, user_id, "otp", command.browser)

    async def by_password(work: Work, command: EnterByPassword) -> Opened:
        return await door.open(work, command.user_id, "password", command.browser, epoch=command.epoch)

    async def by_passkey(work: Work, command: EnterByPasskey) -> Opened:
        await use_passkey(work, command.user_id, command.passkey_id, command.counter, command.backed_up)
        return await door.open(work, command.user_id, "passkey", command.browser)

    return {
        EnterByMailbox: Route(None, by_mailbox, (USER, SESSION)),
        EnterByPassword: Route(None, by_password, (SESSION,)),
        EnterByPasskey: Route(None, by_passkey, (USER, SESSION)),
    }
