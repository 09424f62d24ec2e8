"""The rows of inline read models: collected here, written by the database in the append."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn
from uuid import UUID

from domain.kernel import Event, Recorded
from infrastructure.event_store.jobs import sendable
from infrastructure.rows.keys import full_key
from infrastructure.rows.schema import schema_of
from infrastructure.rows.shapes import shape_of
from projections.kernel import Projection, Table


class InlineRows:
    """What one inline read model makes of one fact. It writes and never reads."""

    def __init__(self, projection: Projection, account_id: UUID | None, place: int) -> None:
        self._schema = schema_of(projection)
        self._account_id = account_id
        self._place = place
        self.changes: list[Mapping[str, Any]] = []

    def put(self, table: Table, key: Mapping[str, Any] | UUID, /, **values: Any) -> None:
        self._change("put", table, key, values)

    def patch(self, table: Table, key: Mapping[str, Any] | UUID, /, **values: Any) -> None:
        self._change("set", table, key, values)

    def delete(self, table: Table, key: Mapping[str, Any] | UUID, /) -> None:
        self._change("delete", table, key, None)

    def get(self, table: Table, key: Mapping[str, Any] | UUID, /) -> NoReturn:
        raise TypeError(f"{table.name} is written in the append and cannot be read there.")

    def select(self, table: Table, /, **where: Any) -> NoReturn:
        raise TypeError(f"{table.name} is written in the append and cannot be read there.")

    def _change(
        self, op: str, table: Table, key: Mapping[str, Any] | UUID, values: Mapping[str, Any] | None
    ) -> None:
        change: dict[str, Any] = {
            "op": op,
            "table": f'"{self._schema}"."{table.name}"',
            "key": sendable(full_key(shape_of(table), key, self._account_id)),
            "values": sendable(values or {}),
            "event": self._place,
        }
        if values is not None:
            # The row's seq is the position, which only the database knows.
            change["stamped"] = True
        self.changes.append(change)


def inline_changes(
    projections: Sequence[Projection], facts: Sequence[tuple[Recorded, Event]]
) -> list[Mapping[str, Any]]:
    """The rows that all inline read models make of the facts of one job."""
    changes: list[Mapping[str, Any]] = []
    for place, (fact, event) in enumerate(facts, 1):
        for projection in projections:
            if not projection.events or isinstance(event, projection.events):
                rows = InlineRows(projection, fact.account_id, place)
                projection.apply(rows, fact)
                changes.extend(rows.changes)
    return changes
