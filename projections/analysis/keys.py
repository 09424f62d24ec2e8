"""The keys of roles: how old they are, and who still waits for one."""

from projections.analysis.kernel import Column, View, role

_SQL = f"""
select k.role_id, {role("r")}, k.generation,
    (
        select count(*)::integer from role_holders as h
        where h.account_id = k.account_id and h.role_id = k.role_id
    ),
    (
        select count(*)::integer from role_holders as h
        join devices as d on d.account_id = h.account_id and d.user_id = h.user_id and d.state = 'active'
        where h.account_id = k.account_id and h.role_id = k.role_id and not exists (
            select from role_wraps as w
            where w.account_id = k.account_id and w.role_id = k.role_id and w.device_id = d.id
        )
    ),
    (now() at time zone 'UTC')::date - (k.changed_at at time zone 'UTC')::date, k.roll_due
from role_keys as k
join account_roles as r on r.account_id = k.account_id and r.role_id = k.role_id
where not k.personal
"""  # noqa: S608 - put together from constants

KEYS = View(
    "v_keys",
    "The keys of the account's roles. Private ones of members are left out.",
    {
        "role_id": Column("uuid", "The role."),
        "role": Column("text", "Its kind: owner, admin, member or custom."),
        "generation": Column("bigint", "The generation of its key."),
        "holders": Column("integer", "People who hold it."),
        "missing": Column("integer", "Devices of these people that do not have it yet."),
        "age_days": Column("integer", "Days since it was made or renewed."),
        "roll_due": Column("boolean", "Whether it has to be renewed, because somebody lost it."),
    },
    {
        "role_keys": ("account_id", "role_id", "generation", "roll_due", "personal", "changed_at"),
        "role_holders": ("account_id", "role_id", "user_id"),
        "devices": ("account_id", "id", "user_id", "state"),
        "role_wraps": ("account_id", "role_id", "device_id"),
        "account_roles": ("account_id", "role_id", "key"),
    },
    _SQL,
)
