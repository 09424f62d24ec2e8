"""Read models of the door: people, what they sign in with, and sessions."""

from __future__ import annotations

from projections.identity import sessions, sign_in_methods, users
from projections.kernel import Projection

PROJECTIONS: tuple[Projection, ...] = (
    users.PROJECTION,
    sign_in_methods.PROJECTION,
    sessions.PROJECTION,
)
