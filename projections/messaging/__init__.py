"""Read models of what leaves the house."""

from __future__ import annotations

from projections.kernel import Projection
from projections.messaging import emails

PROJECTIONS: tuple[Projection, ...] = (emails.PROJECTION,)
