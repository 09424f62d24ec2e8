"""What is said between processes about sessions and rights, and where it is said."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from domain.kernel import Value

# Who hears it looks again who they are: the message itself grants and takes nothing.
PEOPLE = "coffer:people"

Why = Literal["revoked", "switched", "role", "banned"]


class StandingChanged(Value, frozen=True):
    """A change of sessions or permissions: of one session, all of a user, or all in an account."""

    reason: Why
    session_id: UUID | None = None
    user_id: UUID | None = None
    account_id: UUID | None = None


def channel_of(account_id: UUID) -> str:
    """Where an account's changes are said."""
    return f"coffer:account:{account_id}"


def channel_of_person(user_id: UUID) -> str:
    """The channel for a user's notifications."""
    return f"coffer:person:{user_id}"
