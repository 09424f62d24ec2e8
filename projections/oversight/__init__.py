"""Read models of what can be proved: the audit log, changes, notices, and what is suspicious."""

from __future__ import annotations

from projections.kernel import Projection
from projections.oversight import (
    audit_log,
    changes,
    due_tasks,
    erasures,
    expiry,
    mentions,
    notices,
    restraints,
    suspicious_activity,
)

PROJECTIONS: tuple[Projection, ...] = (
    audit_log.PROJECTION,
    changes.PROJECTION,
    notices.PROJECTION,
    expiry.PROJECTION,
    due_tasks.PROJECTION,
    mentions.PROJECTION,
    restraints.PROJECTION,
    suspicious_activity.PROJECTION,
    erasures.PROJECTION,
)
