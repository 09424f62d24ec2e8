"""Sign-up: the registration is kept outside the log for a day, until the same browser verifies the e-mail."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from application.identity.password_rules import PasswordRules
from application.identity.ports import (
    Passwords,
    PendingRegistration,
    PendingRegistrations,
    Tokens,
)
from application.ports import BlindIndex

LIFE = timedelta(hours=24)


@dataclass(frozen=True)
class SignUp:
    """Takes registrations. Whether the address is known makes no difference to anything it does."""

    passwords: Passwords
    rules: PasswordRules
    pending: PendingRegistrations
    tokens: Tokens
    blind: BlindIndex

    async def register(self, address: str, name: str, password: str, now: datetime) -> str:
        """Keep the wish; the value for the cookie that ties it to this browser."""
        self.rules.check(password, address, name)
        browser = self.tokens.token()
        await self.pending.keep(
            self.blind.email(address),
            self.blind.token("pending", browser),
            PendingRegistration(name, await self.passwords.hashed(password)),
            now + LIFE,
        )
        return browser
