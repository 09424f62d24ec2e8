"""What detectors look at: facts about signing in, in their own words, and from where each came."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from domain.ids import PasskeyId, SessionId, UserId
from domain.kernel import Value


class Where(Value, frozen=True):
    """From where a fact came, as far as that is still known: traces are destroyed after 90 days.

    `network` is the keyed hash of the /24 or /48. Country and coordinates need a local geo file.
    """

    network: str | None = None
    country: str | None = None
    latitude: float | None = None
    longitude: float | None = None
    family: str | None = None
    """Browser and system, such as "Firefox on Linux"."""


NOWHERE = Where()


class Observation(Value, frozen=True, kw_only=True):
    """One fact: its place in the log, its id, its moment, its origin."""

    position: int
    id: UUID
    at: datetime
    where: Where = NOWHERE


class CodeRejected(Observation, frozen=True, kw_only=True):
    """A wrong code. `address` is the hash of the address in the log; the person is known to some."""

    address: str
    user_id: UserId | None = None


class SignInFailed(Observation, frozen=True, kw_only=True):
    """A wrong password, or another proof that proved nothing."""

    address: str
    method: str
    user_id: UserId | None = None


class SignedIn(Observation, frozen=True, kw_only=True):
    """A session began. `new_device`: in a browser that this person never signed in with."""

    user_id: UserId
    session_id: SessionId
    new_device: bool


class CounterWentBack(Observation, frozen=True, kw_only=True):
    """A passkey signed right, with a lower number than before."""

    user_id: UserId
    passkey_id: PasskeyId


class SessionSeen(Observation, frozen=True, kw_only=True):
    """Something was done in a session."""

    user_id: UserId
    session_id: SessionId


class SessionClosed(Observation, frozen=True, kw_only=True):
    """A session ended. `by_sign_out`: in its own browser, which forgot the cookie then."""

    session_id: SessionId
    by_sign_out: bool


class DeadSessionUsed(Observation, frozen=True, kw_only=True):
    """An ended session's token was used."""

    user_id: UserId
    session_id: SessionId


class Impersonated(Observation, frozen=True, kw_only=True):
    """A platform administrator impersonates this user."""

    user_id: UserId
    session_id: SessionId
