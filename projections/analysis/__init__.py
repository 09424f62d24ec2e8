"""What analysts see: views over read models, without anything sealed and without anybody's name."""

from __future__ import annotations

from collections.abc import Mapping

from projections.analysis.activity import ACTIVITY_DAILY
from projections.analysis.documents import DOCUMENTS, EXPIRY_OUTLOOK
from projections.analysis.kernel import View
from projections.analysis.keys import KEYS
from projections.analysis.members import MEMBERS
from projections.analysis.security import SECURITY
from projections.analysis.storage import STORAGE_DAILY
from projections.analysis.tasks import TASKS_DAILY

VIEWS: tuple[View, ...] = (
    TASKS_DAILY,
    DOCUMENTS,
    EXPIRY_OUTLOOK,
    MEMBERS,
    ACTIVITY_DAILY,
    KEYS,
    STORAGE_DAILY,
    SECURITY,
)
BY_NAME: Mapping[str, View] = {view.name: view for view in VIEWS}


def sources() -> Mapping[str, tuple[str, ...]]:
    """All columns that views are made of, by the name of the table."""
    tables = sorted({table for view in VIEWS for table in view.sources})
    return {
        table: tuple(sorted({name for view in VIEWS for name in view.sources.get(table, ())}))
        for table in tables
    }
