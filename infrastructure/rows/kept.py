"""What a read model knows of its rows from batch to batch, as long as it alone writes them."""

from __future__ import annotations

from infrastructure.rows.keys import Place
from infrastructure.rows.known import KnownRows
from projections.kernel import Table

Written = dict[str, set[Place]]

# At the end of a batch. Beyond it everything is forgotten, and read again where it is asked for.
MOST_KEPT = 4_000
MOST_KEPT_OF_A_REPLAY = 40_000


class Kept:
    """The known rows of those tables that the fold has asked for.

    `written` are the places that were ever put into tables which were empty at first and which nobody else
    writes: there is nothing at any other place, and nothing has to be asked to know that.
    """

    def __init__(self, *, written: Written | None = None, most: int = MOST_KEPT) -> None:
        self.written = written
        self.has_all = written is not None
        """Whether every row there is has been put here and is still known, or was never asked for."""
        self._most = most
        self._tables: dict[str, KnownRows] = {}

    def asked(self, table: Table) -> KnownRows:
        """What is known of a table, which is kept up with from now on."""
        known = self._tables.get(table.name)
        if known is None:
            whole = self.written is not None and not self.written.get(table.name)
            known = self._tables[table.name] = KnownRows(table, whole=whole)
        return known

    def of(self, table: Table) -> KnownRows | None:
        return self._tables.get(table.name)

    def written_in(self, table: Table) -> set[Place] | None:
        return None if self.written is None else self.written.setdefault(table.name, set())

    def is_new(self, table: Table, place: Place) -> bool:
        """Whether nothing can be there."""
        return self.written is not None and place not in self.written.get(table.name, ())

    def trim(self) -> None:
        if sum(map(len, self._tables.values())) > self._most:
            self.forget()

    def forget(self) -> None:
        """Another process may have written, or what was written was not committed."""
        self.has_all = False
        self._tables.clear()
