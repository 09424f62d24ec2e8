"""What a read model knows of its rows from batch to batch, as long as it alone writes them."""

from __future__ import annotations

from infrastructure.rows.known import KnownRows
from projections.kernel import Table

# At the end of a batch. Beyond it everything is forgotten, and read again where it is asked for.
MOST_KEPT = 4_000
# Of who folds a long log, and has nothing else to do.
MOST_KEPT_OF_A_REPLAY = 40_000


class Kept:
    """The known rows of those tables that the fold has asked for."""

    def __init__(self, *, most: int = MOST_KEPT) -> None:
        self._most = most
        self._tables: dict[str, KnownRows] = {}

    def asked(self, table: Table) -> KnownRows:
        """What is known of a table, which is kept up with from now on."""
        known = self._tables.get(table.name)
        if known is None:
            known = self._tables[table.name] = KnownRows(table)
        return known

    def of(self, table: Table) -> KnownRows | None:
        return self._tables.get(table.name)

    def trim(self) -> None:
        if sum(map(len, self._tables.values())) > self._most:
            self.forget()

    def forget(self) -> None:
        """Another process may have written, or what was written was not committed."""
        self._tables.clear()
