"""Read models of the door: people and sessions."""

from __future__ import annotations

from projections.identity import sessions, users
from projections.kernel import Projection

PROJECTIONS: tuple[Projection, ...] = (users.PROJECTION, sessions.PROJECTION)
