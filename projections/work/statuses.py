"""Statuses as lists show them: those an account was opened with, and what became of them."""

from __future__ import annotations

from domain.accounts.accounts.events import AccountOpened
from domain.kernel import Recorded
from domain.work.statuses import STATUS_BOARD
from domain.work.statuses.facts import StatusFact
from domain.work.statuses.item import ShownStatus, shown
from domain.work.statuses.state import built_in_statuses, status_after
from projections.kernel import Projection, Rows
from projections.work.entry_lists import EntryList
from projections.work.entry_tables import EntryRows, entry_table

STATUSES = entry_table("statuses", {"category": "text not null", "outcome": "text"})
_ROWS = EntryRows(STATUSES, ShownStatus, shown, ("category", "outcome"))


def apply(rows: Rows, fact: Recorded) -> None:
    """Fold with the decider's own functions, so that both sides tell the same story."""
    event = fact.event
    if isinstance(event, AccountOpened):
        for status in built_in_statuses(event.account_id):
            _ROWS.put(rows, fact, None, status)
        return
    if not isinstance(event, StatusFact):
        return
    before = _ROWS.get(rows, event.status_id)
    _ROWS.put(rows, fact, before, status_after(before, event, fact.stream_version))


STATUSES_READ = Projection("statuses", 5, (STATUSES,), apply, (AccountOpened, *STATUS_BOARD.events))
# Removed ones too: tasks are followed from them to another one.
STATUS_LIST = EntryList("statuses", "true")
