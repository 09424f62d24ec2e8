"""Signing up: the wish is kept for a day beside the log, until the same browser proves the mailbox."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from application.identity.ports import (
    KnownPasswords,
    Passwords,
    PendingRegistration,
    PendingRegistrations,
    Tokens,
)
from application.identity.refusals import NotLetIn
from application.ports import BlindIndex

LIFE = timedelta(hours=24)
MIN_PASSWORD = 8
MAX_PASSWORD = 128


def length_of(password: str) -> int:
    """In UTF-16 units, as browsers count."""
    return len(password.encode("utf-16-le", "surrogatepass")) // 2


@dataclass(frozen=True)
class SignUp:
    """Takes registrations. Whether the address is known makes no difference to anything it does."""

    passwords: Passwords
    known: KnownPasswords
    pending: PendingRegistrations
    tokens: Tokens
    blind: BlindIndex

    def check_password(self, password: str, *about: str) -> None:
        """Refuse what is too short, too long, or the first thing that an attacker tries."""
        if length_of(password) < MIN_PASSWORD:
            raise NotLetIn("password_too_short")
        if length_of(password) > MAX_PASSWORD:
            raise NotLetIn("password_too_long")
        if self.known.is_known(password, *about):
            raise NotLetIn("password_compromised")

    async def register(self, address: str, name: str, password: str, now: datetime) -> str:
        """Keep the wish; the value for the cookie that ties it to this browser."""
        self.check_password(password, address, name)
        browser = self.tokens.token()
        await self.pending.keep(
            self.blind.email(address),
            self.blind.token("pending", browser),
            PendingRegistration(name, await self.passwords.hashed(password)),
            now + LIFE,
        )
        return browser
