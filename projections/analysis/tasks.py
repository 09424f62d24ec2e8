"""How many tasks begin and end, day by day."""

from projections.analysis.kernel import Column, View

_SQL = """
with kept as (
    select * from tasks where state not in ('deleted', 'purged')
), happened as (
    select (created_at at time zone 'UTC')::date as day, status_id, category,
        1 as opened, 0 as closed, 0 as cancelled, 0 as overdue, null::double precision as hours
    from kept
    union all
    select (closed_at at time zone 'UTC')::date, status_id, category,
        0, (outcome is distinct from 'cancelled')::integer,
        (outcome is not distinct from 'cancelled')::integer, 0,
        extract(epoch from closed_at - created_at)::double precision / 3600
    from kept where closed_at is not null
    union all
    select due, status_id, category, 0, 0, 0, 1, null
    from kept where category <> 'done' and due < (now() at time zone 'UTC')::date
)
select day, status_id, category, sum(opened)::integer, sum(closed)::integer, sum(cancelled)::integer,
    sum(overdue)::integer, percentile_cont(0.5) within group (order by hours)
from happened group by day, status_id, category
"""

TASKS_DAILY = View(
    "v_tasks_daily",
    "Tasks by day and by the status they have now, but for those in the bin and those deleted for good.",
    {
        "day": Column("date", "The day, in UTC."),
        "status_id": Column("uuid", "The status that the tasks have now."),
        "category": Column("text", "What kind of status that is: open, active or done."),
        "opened": Column("integer", "Tasks that were created on this day."),
        "closed": Column("integer", "Tasks that were completed on this day and are still done."),
        "cancelled": Column("integer", "Tasks that were cancelled on this day and still are."),
        "overdue": Column("integer", "Tasks that were due on this day, which is over, and are not done."),
        "median_hours_to_close": Column(
            "double precision",
            "Of those that were completed or cancelled on this day: the median of the hours since they were "
            "created.",
        ),
    },
    {
        "tasks": (
            *("account_id", "id", "state", "status_id", "category", "outcome"),
            *("due", "created_at", "closed_at"),
        )
    },
    _SQL,
)
