"""What was sent for the account, day by day."""

from projections.analysis.kernel import Column, View

_SQL = """
select (created_at at time zone 'UTC')::date, class, state, count(*)::integer
from account_mails group by 1, 2, 3
"""

MAIL_DAILY = View(
    "v_mail_daily",
    "Mails for the account by the day they were written, without who they were for and what they said.",
    {
        "day": Column("date", "The day the mails were queued on, in UTC."),
        "class": Column(
            "text",
            "auth (invitations and codes), notice (what Coffer tells people) or user (sent by members).",
        ),
        "state": Column(
            "text",
            "What has become of them: queued, deferred, sent, delivered, bounced, complained, failed, "
            "suppressed or cancelled.",
        ),
        "n": Column("integer", "How many."),
    },
    {"account_mails": ("account_id", "id", "class", "state", "created_at")},
    _SQL,
)
