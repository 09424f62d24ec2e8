"""Security events without a user's stream: one stream per day, appended to without a decider."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID, uuid5

from domain.ids import GLOBAL, PasskeyId, SessionId, UserId
from domain.kernel import Decider, Event, Moment

CodePurpose = Literal["sign-in", "email-verification", "forget-password", "change-email"]


class SignInFailed(Event, frozen=True, tag="sign_in.failed"):
    """`email_hash` is made with the pepper of its year, which is destroyed after the audit's retention.
    `user_id` is the user with this address, if there is one."""

    email_hash: str
    method: Literal["password", "otp", "passkey", "social"]
    cause: str
    user_id: UserId | None = None


class OtpRequested(Event, frozen=True, tag="code.requested"):
    email_hash: str
    purpose: CodePurpose


class OtpRejected(Event, frozen=True, tag="code.rejected"):
    """`attempts` counts the wrong tries of this code, this one included."""

    email_hash: str
    attempts: int
    user_id: UserId | None = None


class PasskeyCounterWentBack(Event, frozen=True, tag="passkey.counter_went_back"):
    """A valid signature had a lower counter than before: the passkey may have been copied."""

    passkey_id: PasskeyId
    user_id: UserId
    counter: int


class DeadSessionUsed(Event, frozen=True, tag="session.used_after_end"):
    """A request carried the token of an ended session. Recorded at most once an hour."""

    session_id: SessionId
    user_id: UserId


class RateLimited(Event, frozen=True, tag="rate.limited"):
    """A client exceeded a rate limit. Recorded once per window, not once per refusal."""

    rule: str


class ActionDenied(Event, frozen=True, tag="action.denied"):
    """A user without an account asked for an action that needs a role in one."""

    resource: str
    action: str


SecurityEvent = (
    SignInFailed
    | OtpRequested
    | OtpRejected
    | RateLimited
    | PasskeyCounterWentBack
    | DeadSessionUsed
    | ActionDenied
)


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
    (
        SignInFailed,
        OtpRequested,
        OtpRejected,
        RateLimited,
        PasskeyCounterWentBack,
        DeadSessionUsed,
        ActionDenied,
    ),
    decide,
    evolve,
    scope="global",
    versioned=False,
)
