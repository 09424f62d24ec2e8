"""Read models of what can be proved: the audit log, and the stream of changes."""

from __future__ import annotations

from projections.kernel import Projection
from projections.oversight import audit_log, changes

PROJECTIONS: tuple[Projection, ...] = (audit_log.PROJECTION, changes.PROJECTION)
