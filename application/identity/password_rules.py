"""Which passwords are taken: neither too short, nor too long, nor the first thing that an attacker tries."""

from __future__ import annotations

from dataclasses import dataclass

from application.identity.ports import KnownPasswords
from application.identity.refusals import NotLetIn

MIN_PASSWORD = 8
MAX_PASSWORD = 128


def length_of(password: str) -> int:
    """In UTF-16 units, as browsers count."""
    return len(password.encode("utf-16-le", "surrogatepass")) // 2


@dataclass(frozen=True)
class PasswordRules:
    """What a new password has to be like."""

    known: KnownPasswords

    def check(self, password: str, *about: str) -> None:
        """Refuse a weak password; `about` is what others may know of the person."""
        if length_of(password) < MIN_PASSWORD:
            raise NotLetIn("password_too_short")
        if length_of(password) > MAX_PASSWORD:
            raise NotLetIn("password_too_long")
        if self.known.is_known(password, *about):
            raise NotLetIn("password_compromised")
