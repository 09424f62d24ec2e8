"""Verification of the proofs of identity: codes, passwords and passkeys."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from application.commands import Commands
from application.identity.ports import (
    Authenticators,
    Ceremonies,
    Codes,
    EmailHashes,
    Limits,
    NotVerified,
    Passwords,
    People,
    Person,
    Rule,
    Signed,
    StoredPasskey,
)
from application.identity.refusals import NotLetIn, Why
from application.identity.restraints import Restraining
from application.identity.security import Note
from application.ports import BlindIndex, Context
from domain.errors import LimitReached
from domain.identity.security_log import (
    CodePurpose,
    OtpRejected,
    PasskeyCounterWentBack,
    RateLimited,
    SecurityEvent,
    SignInFailed,
)
from domain.identity.sessions import Method
from domain.ids import UserId

# Per address, whatever the client and however many codes it was sent (domain.md section 8).
GUESS_BUDGET = (Rule(10, 3600),)
MAIL_BUDGET = (Rule(3, 60), Rule(10, 3600))

# Whoever found an unlocked screen must not be able to try passwords there.
PASSWORD_BUDGET = (Rule(5, 600),)

_CREDENTIAL_ID = re.compile(r"[A-Za-z0-9_-]{1,1364}")

_OUTCOMES: Mapping[str, Why] = {
    "none": "invalid_code",
    "wrong": "invalid_code",
    "expired": "code_expired",
    "exhausted": "too_many_attempts",
}


def mail_budget(blind: BlindIndex, address: str) -> str:
    """What counts the codes that were mailed to an address."""
    return f"mail:{blind.email(address)}"


@dataclass(frozen=True)
class Proofs:
    """Checks proofs. One that fails is noted in the security log before it is refused."""

    commands: Commands
    people: People
    passwords: Passwords
    codes: Codes
    ceremonies: Ceremonies
    authenticators: Authenticators
    limits: Limits
    restraining: Restraining
    hashes: EmailHashes
    blind: BlindIndex

    async def code(
        self,
        address: str,
        purpose: CodePurpose,
        code: str,
        browser: str | None,
        context: Context,
        *,
        uses_up: bool = True,
    ) -> None:
        """The mailbox is the caller's: the code that was sent there is right, and usually used up by that.

        A browser that this user signed in with before has its own budget of attempts, so strangers cannot use
        up the user's.
        """
        index = self.blind.email(address)
        browser_hash = await self._proven(index, browser)
        if browser_hash is None:
            email_hash = await self.hashes.email_in_log(address, context.now)
            await self.restraining.before_code(email_hash, context)
        budget = f"guess:{index}" if browser_hash is None else f"guess:{index}:{browser_hash}"
        await self.guess(budget, address, purpose, index, code, context, uses_up=uses_up)

    async def guess(
        self,
        budget: str,
        address: str,
        purpose: CodePurpose,
        index: str,
        code: str,
        context: Context,
        *,
        uses_up: bool = True,
    ) -> None:
        """Try a code against a budget of guesses, which only wrong ones use."""
        verdict = await self.limits.take(budget, GUESS_BUDGET, context.now)
        if verdict.wait:
            if verdict.first:
                await self._note(RateLimited("guess"), context)
            raise NotLetIn("too_many_attempts")
        tried = self.codes.use if uses_up else self.codes.look_at
        outcome, wrong_tries = await tried(purpose, index, code, context.now)
        if outcome == "right":
            await self.limits.give_back(budget, GUESS_BUDGET)
            if uses_up:
                # Nor was the mail too much: whoever signs in by code every day gets the next one.
                await self.limits.give_back(mail_budget(self.blind, address), MAIL_BUDGET)
            return
        email_hash = await self.hashes.email_in_log(address, context.now)
        if outcome in ("wrong", "exhausted"):
            rejected = OtpRejected(email_hash, wrong_tries, await self._person_of(address))
            await self._note(rejected, context)
        raise NotLetIn(_OUTCOMES[outcome])

    async def may_try_password(self, address: str, browser: str | None, context: Context) -> None:
        """Refuse for the moment where too many passwords were tried, but never a browser of the person."""
        if await self._proven(self.blind.email(address), browser) is None:
            email_hash = await self.hashes.email_in_log(address, context.now)
            await self.restraining.before_password(email_hash, context)

    async def password(self, person: Person | None, password: str) -> bool:
        """Whether this is the person's password; as slow when there is no such person."""
        return await self.passwords.matches(password, person.password_hash if person else None)

    async def own_password(
        self, user_id: UserId, address: str, password: str, why: Why, context: Context
    ) -> Person:
        """Verify the password of the signed-in user. Raises the refusal `why` if it is wrong."""
        budget = f"confirm:{user_id}"
        verdict = await self.limits.take(budget, PASSWORD_BUDGET, context.now)
        if verdict.wait:
            raise LimitReached(
                "Too many requests. Please try again later.",
                reason="confirm_limit",
                retry_after=verdict.wait,
            )
        person = await self.people.by_id(user_id)
        if not await self.password(person, password) or person is None:
            raise await self.failed(address, "password", why, context)
        await self.limits.give_back(budget, PASSWORD_BUDGET)
        return person

    async def passkey(
        self, cookie: str | None, response: Mapping[str, Any], context: Context
    ) -> tuple[StoredPasskey, Signed]:
        """The caller holds this passkey: it signed the challenge that this browser was given."""
        ceremony = await self.ceremonies.take(cookie, "authentication", context.now) if cookie else None
        if ceremony is None:
            raise NotLetIn("challenge_not_found")
        passkey = await self._passkey_named(response.get("id"))
        if passkey is None:
            raise await self.failed(None, "passkey", "passkey_unknown", context)
        if await self.restraining.is_off(passkey.passkey_id, context):
            raise await self.failed(None, "passkey", "authentication_failed", context)
        try:
            return passkey, self.authenticators.verify_signature(response, ceremony.challenge, passkey)
        except NotVerified as fault:
            why: Why = "signature_wrong" if fault.cause == "signature" else "authentication_failed"
            raise await self.failed(None, "passkey", why, context) from None

    async def failed(self, address: str | None, method: Method, why: Why, context: Context) -> NotLetIn:
        """Note a failed attempt and say what to raise. A passkey comes without an address."""
        email_hash, user_id = "", None
        if address is not None:
            email_hash = await self.hashes.email_in_log(address, context.now)
            user_id = await self._person_of(address)
        await self._note(SignInFailed(email_hash, method, why, user_id), context)
        return NotLetIn(why)

    async def copied(self, passkey: StoredPasskey, signed: Signed, context: Context) -> NotLetIn:
        """Note that a passkey counted lower than before, and say what to raise."""
        fact = PasskeyCounterWentBack(passkey.passkey_id, passkey.user_id, signed.counter)
        await self._note(fact, context)
        return NotLetIn("authentication_failed")

    async def _proven(self, index: str, browser: str | None) -> str | None:
        """The browser's hash when the person of this address signed in with it before."""
        person = None if browser is None else await self.people.by_email(index)
        if person is None or browser is None:
            return None
        browser_hash = self.blind.token("browser", browser)
        return browser_hash if await self.people.knows_browser(person.user_id, browser_hash) else None

    async def _person_of(self, address: str) -> UserId | None:
        person = await self.people.by_email(self.blind.email(address))
        return None if person is None else person.user_id

    async def _passkey_named(self, credential_id: object) -> StoredPasskey | None:
        if not isinstance(credential_id, str) or _CREDENTIAL_ID.fullmatch(credential_id) is None:
            return None
        return await self.people.passkey(credential_id)

    async def _note(self, event: SecurityEvent, context: Context) -> None:
        await self.commands.run(Note(event), context._replace(idempotency=None))
