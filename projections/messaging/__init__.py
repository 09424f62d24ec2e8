"""Read models of what leaves the house."""

from __future__ import annotations

from projections.kernel import Projection
from projections.messaging import emails, suppressions

PROJECTIONS: tuple[Projection, ...] = (emails.PROJECTION, suppressions.PROJECTION)
