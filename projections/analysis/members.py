"""Members under pseudonyms: since when, how recently active, and whether they can read."""

from projections.analysis.kernel import Column, View, pseudonym, role

_SQL = f"""
select {pseudonym("m")}, {role("r")}, (m.joined_at at time zone 'UTC')::date,
    (
        select (l.at at time zone 'UTC')::date from audit_log as l
        where l.account_id = m.account_id and l.actor_id = m.user_id order by l.position desc limit 1
    ),
    (
        select count(*)::integer from devices as d
        where d.account_id = m.account_id and d.user_id = m.user_id and d.state = 'active'
    ),
    exists (
        select from devices as d
        join role_holders as h on h.account_id = d.account_id and h.user_id = d.user_id
        join role_wraps as w
            on w.account_id = d.account_id and w.role_id = h.role_id and w.device_id = d.id
        where d.account_id = m.account_id and d.user_id = m.user_id and d.state = 'active'
            and h.role_id = m.role_id
    )
from account_members as m
join account_roles as r on r.account_id = m.account_id and r.role_id = m.role_id
"""  # noqa: S608 - put together from constants

MEMBERS = View(
    "v_members",
    "Members of the account, under pseudonyms.",
    {
        "pseudonym": Column(
            "text", "The member: the same in all views of this account, and in no other account."
        ),
        "role": Column(
            "text", "The kind of the member's role: owner, admin, member, auditor, analyst or custom."
        ),
        "joined_on": Column("date", "The day the member joined on, in UTC."),
        "last_active_on": Column("date", "The day of the member's newest entry in the audit log, in UTC."),
        "devices": Column("integer", "Devices that hold keys of the member."),
        "key_ready": Column("boolean", "Whether one of these devices has the key of the member's role."),
    },
    {
        "account_members": ("account_id", "user_id", "role_id", "joined_at"),
        "account_roles": ("account_id", "role_id", "key"),
        "audit_log": ("account_id", "position", "at", "actor_id"),
        "devices": ("account_id", "id", "user_id", "state"),
        "role_holders": ("account_id", "role_id", "user_id"),
        "role_wraps": ("account_id", "role_id", "device_id"),
    },
    _SQL,
)
