"""Accounts that are erased leave every read model, by the events of the erasure itself.

So a rebuild ends with the same rows, and no read model has to remember to do it.
"""

from __future__ import annotations

from dataclasses import replace

from domain.accounts.accounts.events import AccountErased
from domain.kernel import Recorded
from domain.oversight.erasure import ErasureStarted
from projections.kernel import Projection, Rows, Table

# Whoever replays an account finds its events by the one; that it was erased stands in the others. They hold
# ids, words for states and numbers, and nothing else of an erased account.
KEPT = frozenset({"account_mentions", "account_states", "account_erasures"})
# Written in the append, where nothing can be read. Members and roles end with the events that say so; a
# session names the account that it was in by its id.
INLINE = frozenset({"account_members", "account_roles", "sessions"})
_ENDS = (ErasureStarted, AccountErased)


def until_erased(projection: Projection) -> Projection:
    """The same read model, which loses the rows of an account with the account."""
    tables = tuple(table for table in projection.tables if _by_account(table))
    if not tables or projection.mode == "inline":
        return projection

    def apply(rows: Rows, recorded: Recorded) -> None:
        # It hears of those that it wants, and of these: only of these it has to be asked which it is.
        ends = isinstance(recorded.event, _ENDS)
        if not ends or not projection.events or isinstance(recorded.event, projection.events):
            projection.apply(rows, recorded)
        if ends:
            for table in tables:
                _clear(rows, table, recorded)

    events = projection.events and tuple(dict.fromkeys((*projection.events, *_ENDS)))
    return replace(projection, apply=apply, events=events)


def _by_account(table: Table) -> bool:
    return table.name not in KEPT and (table.account or "account_id" in table.columns)


def _clear(rows: Rows, table: Table, recorded: Recorded) -> None:
    for row in rows.select(table, account_id=recorded.account_id):
        rows.delete(table, {name: row[name] for name in table.key})
