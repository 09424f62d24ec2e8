"""Documents, and when they expire."""

from projections.analysis.kernel import Column, View

_DOCUMENTS = """
select d.id, d.state, d.lifecycle, d.expires_on, d.expires_on - (now() at time zone 'UTC')::date, d.version,
    coalesce(g.versions, 0), (
        select coalesce(sum(f.bytes), 0)::bigint from files as f
        where f.account_id = d.account_id and f.state = 'stored'
            and f.id = any (g.version_files || g.other_files)
    ), (d.created_at at time zone 'UTC')::date
from documents as d
left join document_figures as g on g.account_id = d.account_id and g.id = d.id
where d.state <> 'purged'
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
        "versions": Column("integer", "How many versions it has."),
        "encrypted_size": Column(
            "bigint", "The bytes of its versions and attachments, as they are stored encrypted."
        ),
        "created_on": Column("date", "The day it was created on, in UTC."),
    },
    {
        "documents": ("account_id", "id", "state", "lifecycle", "expires_on", "version", "created_at"),
        "document_figures": ("account_id", "id", "versions", "version_files", "other_files"),
        "files": ("account_id", "id", "state", "bytes"),
    },
    _DOCUMENTS,
)

_OUTLOOK = """
with known as (
    select id, account_id, expires_on from documents where state = 'active'
), happened as (
    select expires_on as day, 1 as expiring, 0 as renewed,
        (expires_on < (now() at time zone 'UTC')::date)::integer as lapsed
    from known where expires_on is not null
    union all
    select r.expired_on, 0, 1, 0 from document_renewals as r
    join known as k on k.account_id = r.account_id and k.id = r.document_id
    where (r.renewed_at at time zone 'UTC')::date <= r.expired_on
)
select date_trunc('month', day)::date, sum(expiring)::integer, sum(renewed)::integer, sum(lapsed)::integer
from happened group by 1
"""
EXPIRY_OUTLOOK = View(
    "v_expiry_outlook",
    "Active documents by the month in which they expire.",
    {
        "month": Column("date", "The first day of the month."),
        "expiring": Column("integer", "Documents whose day is in this month."),
        "renewed_in_time": Column(
            "integer",
            "Documents whose day was in this month until a new version, by that day in UTC, gave them a "
            "later one.",
        ),
        "lapsed": Column("integer", "Those of `expiring` whose day has passed, in UTC."),
    },
    {
        "documents": ("account_id", "id", "state", "expires_on"),
        "document_renewals": ("account_id", "document_id", "expired_on", "renewed_at"),
    },
    _OUTLOOK,
)
