"""What is stored, by the day it came."""

from projections.analysis.kernel import Column, View

_SQL = """
select (l.at at time zone 'UTC')::date, sum(f.bytes)::bigint, count(*)::integer
from audit_log as l
join files as f on f.account_id = l.account_id and f.id = l.target_id and f.state = 'stored'
where l.action = 'file.upload_finalised' group by 1
"""

STORAGE_DAILY = View(
    "v_storage_daily",
    "Files that are stored now, by the day they came.",
    {
        "day": Column("date", "The day on which the files were stored, in UTC."),
        "bytes": Column("bigint", "The bytes of what is left of them, encrypted."),
        "files": Column("integer", "How many of them are left."),
    },
    {
        "audit_log": ("account_id", "position", "at", "action", "target_id"),
        "files": ("account_id", "id", "state", "bytes"),
    },
    _SQL,
)
