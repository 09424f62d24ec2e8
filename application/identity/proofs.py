"""What each proof is worth: codes, passwords and passkeys, checked before anybody is let in."""

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
from application.identity.security import Note
from application.ports import BlindIndex, Context
from domain.identity.security_log import CodePurpose, OtpRejected, RateLimited, SecurityEvent, SignInFailed
from domain.identity.sessions import Method

# Per address, whatever the client and however many codes it was sent (domain.md section 8).
GUESS_BUDGET = (Rule(10, 3600),)

_CREDENTIAL_ID = re.compile(r"[A-Za-z0-9_-]{1,1364}")

_OUTCOMES: Mapping[str, Why] = {
    "none": "invalid_code",
    "wrong": "invalid_code",
    "expired": "code_expired",
    "exhausted": "too_many_attempts",
}


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
    hashes: EmailHashes
    blind: BlindIndex

    async def code(
        self, address: str, purpose: CodePurpose, code: str, browser: str | None, context: Context
    ) -> None:
        """The mailbox is the caller's: the code that was sent there is consumed.

        A browser that this person signed in with before guesses against a budget of its own, so that
        nobody can use up somebody else's from outside.
        """
        index = self.blind.email(address)
        verdict = await self.limits.take(await self._budget(index, browser), GUESS_BUDGET, context.now)
        if verdict.wait:
            if verdict.first:
                await self._note(RateLimited("guess"), context)
            raise NotLetIn("too_many_attempts")
        outcome, wrong_tries = await self.codes.use(purpose, index, code, context.now)
        if outcome == "right":
            return
        email_hash = await self.hashes.email_in_log(address, context.now)
        if outcome in ("wrong", "exhausted"):
            await self._note(OtpRejected(email_hash, wrong_tries), context)
        raise NotLetIn(_OUTCOMES[outcome])

    async def password(self, person: Person | None, password: str) -> bool:
        """Whether this is the person's password; as slow when there is no such person."""
        return await self.passwords.matches(password, person.password_hash if person else None)

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
        try:
            return passkey, self.authenticators.verify_signature(response, ceremony.challenge, passkey)
        except NotVerified as fault:
            why: Why = "signature_wrong" if fault.cause == "signature" else "authentication_failed"
            raise await self.failed(None, "passkey", why, context) from None

    async def failed(self, address: str | None, method: Method, why: Why, context: Context) -> NotLetIn:
        """Note a failed attempt and say what to raise. A passkey comes without an address."""
        email_hash = "" if address is None else await self.hashes.email_in_log(address, context.now)
        await self._note(SignInFailed(email_hash, method, why), context)
        return NotLetIn(why)

    async def _budget(self, index: str, browser: str | None) -> str:
        if browser is not None:
            browser_hash = self.blind.token("browser", browser)
            person = await self.people.by_email(index)
            if person is not None and await self.people.knows_browser(person.user_id, browser_hash):
                return f"guess:{index}:{browser_hash}"
        return f"guess:{index}"

    async def _passkey_named(self, credential_id: object) -> StoredPasskey | None:
        if not isinstance(credential_id, str) or _CREDENTIAL_ID.fullmatch(credential_id) is None:
            return None
        return await self.people.passkey(credential_id)

    async def _note(self, event: SecurityEvent, context: Context) -> None:
        await self.commands.run(Note(event), context._replace(idempotency=None))
