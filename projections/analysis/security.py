"""What the detectors found, and how long it took to settle."""

from projections.analysis.kernel import Column, View

_SQL = """
select detector, severity, state, first_at,
    extract(epoch from resolved_at - first_at)::double precision / 3600
from suspicious_activity
"""

SECURITY = View(
    "v_security",
    "Suspicious activity in the account, without whom it is about.",
    {
        "detector": Column("text", "Which detector found it."),
        "severity": Column("integer", "From 1 (for the record) to 5 (needs action now)."),
        "state": Column("text", "open, acknowledged or resolved."),
        "first_at": Column("timestamptz", "When it was first seen."),
        "hours_to_resolve": Column("double precision", "Hours from then until it was resolved."),
    },
    {
        "suspicious_activity": (
            *("account_id", "id", "detector", "severity", "state", "first_at", "resolved_at"),
        )
    },
    _SQL,
)
