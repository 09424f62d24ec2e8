"""Reasons why a sign-in is refused, which disclose no more than the caller may know."""

from __future__ import annotations

from typing import ClassVar, Literal

from domain.errors import Refused

Why = Literal[
    "invalid_email",
    "wrong_credentials",
    "not_verified",
    "invalid_password",
    "password_too_short",
    "password_too_long",
    "password_compromised",
    "invalid_code",
    "code_expired",
    "too_many_attempts",
    "banned",
    "not_fresh",
    "challenge_not_found",
    "registration_failed",
    "not_your_challenge",
    "passkey_unknown",
    "passkey_taken",
    "signature_wrong",
    "authentication_failed",
    "counter_went_back",
    "code_not_enough",
    "no_password",
    "same_email",
    "email_taken",
    "user_not_found",
    "session_expired",
    "leaving",
    "impersonated",
    "last_owner",
    "last_key_holder",
    "known_already",
]


class NotLetIn(Refused):
    """The proof does not prove it. The interface knows the words for each `why`."""

    code: ClassVar[str] = "permission_denied"

    def __init__(self, why: Why, **details: object) -> None:
        super().__init__(why, reason=why, **details)
        self.why: Why = why
