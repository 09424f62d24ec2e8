"""Documents, and when they expire."""

from projections.analysis.kernel import Column, View

_DOCUMENTS = """
select id, state, lifecycle, expires_on, expires_on - (now() at time zone 'UTC')::date, version,
    (created_at at time zone 'UTC')::date
from documents where state <> 'purged'
"""
DOCUMENTS = View(
    "v_documents",
    "Documents, those in the archive and in the bin included.",
    {
        "document_id": Column("uuid", "The document."),
        "state": Column("text", "Where it is: active, archived or deleted (in the bin)."),
        "lifecycle": Column("text", "draft, active or archived."),
        "expires_on": Column("date", "The day it expires on, where it has one."),
        "days_left": Column("integer", "Days from today, in UTC, to that day; negative when it has passed."),
        "changes": Column("integer", "How often it was changed, its creation included."),
        "created_on": Column("date", "The day it was created on, in UTC."),
    },
    {"documents": (*("account_id", "id", "state", "lifecycle", "expires_on", "version", "created_at"),)},
    _DOCUMENTS,
)

_OUTLOOK = """
select date_trunc('month', expires_on)::date, count(*)::integer,
    count(*) filter (where expires_on < (now() at time zone 'UTC')::date)::integer
from documents where state = 'active' and expires_on is not null group by 1
"""
EXPIRY_OUTLOOK = View(
    "v_expiry_outlook",
    "Active documents by the month in which they expire.",
    {
        "month": Column("date", "The first day of the month."),
        "expiring": Column("integer", "Documents whose day is in this month."),
        "lapsed": Column("integer", "Those of them whose day has passed, in UTC."),
    },
    {"documents": ("account_id", "id", "state", "expires_on")},
    _OUTLOOK,
)
