"""What analysts see: views over read models, without anything sealed and without anybody's name."""

from __future__ import annotations

from collections.abc import Mapping

from projections.analysis.activity import ACTIVITY_DAILY
from projections.analysis.documents import DOCUMENTS, EXPIRY_OUTLOOK
from projections.analysis.flow import TASK_FLOW
from projections.analysis.kernel import View
from projections.analysis.keys import KEYS
from projections.analysis.mail import MAIL_DAILY
from projections.analysis.members import MEMBERS
from projections.analysis.security import SECURITY
from projections.analysis.storage import STORAGE_DAILY
from projections.analysis.tasks import TASKS_DAILY

# What a member needs who asks views, and what a plan without analytics withholds.
PERMISSION = "analytics.query"
# What says so of the account.
PLAN: Mapping[str, tuple[str, ...]] = {"account_states": ("account_id", "state", "withheld")}

VIEWS: tuple[View, ...] = (
    TASKS_DAILY,
    TASK_FLOW,
    DOCUMENTS,
    EXPIRY_OUTLOOK,
    MEMBERS,
    ACTIVITY_DAILY,
    KEYS,
    STORAGE_DAILY,
    MAIL_DAILY,
    SECURITY,
)
BY_NAME: Mapping[str, View] = {view.name: view for view in VIEWS}


def sources() -> Mapping[str, tuple[str, ...]]:
    """All columns that views are made of, and their wall, by the name of the table."""
    read = [PLAN, *(view.sources for view in VIEWS)]
    tables = sorted({table for each in read for table in each})
    return {table: tuple(sorted({name for each in read for name in each.get(table, ())})) for table in tables}
