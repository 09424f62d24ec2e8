"""Read models of what can be proved: the audit log, the stream of changes, and notices."""

from __future__ import annotations

from projections.kernel import Projection
from projections.oversight import audit_log, changes, notices

PROJECTIONS: tuple[Projection, ...] = (
    audit_log.PROJECTION,
    changes.PROJECTION,
    notices.PROJECTION,
)
