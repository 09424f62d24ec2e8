"""What happened at the door and is part of nobody's life: one stream per day that nobody decides over."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID, uuid5

from domain.ids import GLOBAL
from domain.kernel import Decider, Event, Moment

CodePurpose = Literal["sign-in", "email-verification", "forget-password"]


class SignInFailed(Event, frozen=True, tag="sign_in.failed"):
    """`email_hash` is made with the pepper of its year, which is destroyed after the audit's retention."""

    email_hash: str
    method: Literal["password", "otp", "passkey", "social"]
    cause: str


class OtpRequested(Event, frozen=True, tag="code.requested"):
    email_hash: str
    purpose: CodePurpose


class OtpRejected(Event, frozen=True, tag="code.rejected"):
    """`attempts` counts the wrong tries of this code, this one included."""

    email_hash: str
    attempts: int


class RateLimited(Event, frozen=True, tag="rate.limited"):
    """A client crossed a limit: recorded once per window, not once per refusal."""

    rule: str


SecurityEvent = SignInFailed | OtpRequested | OtpRejected | RateLimited


def day_of(now: datetime) -> UUID:
    """The stream of this day."""
    return uuid5(GLOBAL, f"security_log:{now.date().isoformat()}")


def decide(event: SecurityEvent, _log: None, _moment: Moment) -> list[SecurityEvent]:
    """Nothing is refused here: these are observations."""
    return [event]


def evolve(_log: None, _event: SecurityEvent) -> None:
    return None


SECURITY_LOG: Decider[SecurityEvent, None, SecurityEvent] = Decider(
    "security_log",
    (SignInFailed, OtpRequested, OtpRejected, RateLimited),
    decide,
    evolve,
    scope="global",
    versioned=False,
)
