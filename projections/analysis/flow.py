"""How tasks go from one kind of status to another."""

from projections.analysis.kernel import Column, View, pseudonym

_SQL = f"""
select m.task_id, m.from_category, m.to_category, m.at, (m.at at time zone 'UTC')::date,
    extract(epoch from m.at - m.since)::double precision / 3600, {pseudonym("m")}
from task_moves as m
join tasks as t on t.account_id = m.account_id and t.id = m.task_id
where t.state not in ('deleted', 'purged')
"""  # noqa: S608 - put together from constants

TASK_FLOW = View(
    "v_task_flow",
    "Each time a task came to another kind of status, but for tasks in the bin and those deleted for good.",
    {
        "task_id": Column("uuid", "The task."),
        "from_category": Column(
            "text", "The kind of status it left: open, active or done. Null where it was created."
        ),
        "to_category": Column("text", "The kind of status it came to."),
        "at": Column("timestamptz", "When."),
        "day": Column("date", "The day of that, in UTC."),
        "hours_in_from": Column("double precision", "Hours that it was in the kind of status it left."),
        "actor_pseudonym": Column("text", "Who moved it, named as in `v_members`."),
    },
    {
        "task_moves": (
            *("account_id", "task_id", "number", "from_category", "since", "to_category", "at", "user_id"),
        ),
        "tasks": ("account_id", "id", "state"),
    },
    _SQL,
)
