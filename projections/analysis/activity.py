"""What was done in the account, day by day."""

from projections.analysis.kernel import Column, View, role

_SQL = f"""
select (l.at at time zone 'UTC')::date, l.action, l.outcome,
    case when l.actor_id is null then 'none' when m.user_id is null then 'no member' else {role("r")} end,
    count(*)
from audit_log as l
left join account_members as m on m.account_id = l.account_id and m.user_id = l.actor_id
left join account_roles as r on r.account_id = m.account_id and r.role_id = m.role_id
where l.at >= coalesce(
    now() - (select make_interval(days => a.audit_days) from accounts as a), '-infinity'::timestamptz
)
group by 1, 2, 3, 4
"""  # noqa: S608 - put together from constants

ACTIVITY_DAILY = View(
    "v_activity_daily",
    "Entries of the audit log, counted as far back as the plan of the account lists them.",
    {
        "day": Column("date", "The day, in UTC."),
        "action": Column("text", "What was done, as the audit log names it."),
        "outcome": Column("text", "success, failure or denied."),
        "actor_role": Column(
            "text",
            "The kind of role that who did it has today; `no member` of those who are none any more, `none` "
            "where it was nobody.",
        ),
        "n": Column("bigint", "How often."),
    },
    {
        "audit_log": ("account_id", "position", "at", "action", "outcome", "actor_id"),
        "accounts": ("account_id", "audit_days"),
        "account_members": ("account_id", "user_id", "role_id"),
        "account_roles": ("account_id", "role_id", "key"),
    },
    _SQL,
)
